#include "dialects/unfurl/templates/values.hpp"

#include "dialects/unfurl/tests/loaded.hpp"

namespace evalground::unfurl {
namespace {

TEST(StandIn, OfAMapEvaluatesOnlyWhatIsRead) {
  Loaded loaded("m: {good: {eval: x}, bad: {eval: .wrong}}\nx: 1\n");
  EXPECT_EQ(loaded.one("{{ SELF.m.good }}", "main"), "1");
  EXPECT_EQ(loaded.one("{{ SELF.m.get('good') }}{{ SELF.m.keys() | list }}", "main"), "\"1['good', 'bad']\"");
  EXPECT_EQ(error_code([&] { loaded.one("{{ SELF.m | to_json }}", "main"); }), "unknown-special-key");
}

TEST(StandIn, OfAllNodesEvaluatesNoAttribute) {
  Loaded loaded("instances: {a: {attributes: {x: {eval: .wrong}, y: 2}}}\n");
  EXPECT_EQ(loaded.one("{{ NODES | length }}{% for k, v in NODES.items() if v.y is defined %}{{ k }}{% endfor %}"),
            "\"2a\"");
  EXPECT_EQ(error_code([&] { loaded.one("{{ NODES.a.x }}"); }), "unknown-special-key");
}

TEST(StandIn, ThatIsTheResultIsTheValueItself) {
  Loaded loaded("instances: {a: {attributes: {size: {eval: {scalar: 5 GB}}, l: [1, {eval: n}], n: 2}}}\n");
  EXPECT_EQ(loaded.one("{{ '::a' | eval }}"), "::a");
  EXPECT_EQ(loaded.one("{{ NODES.a.l }}"), "[1, 2]");
  const Value scalar = loaded.ensemble.evaluator.one(Value::string("{{ NODES.a.size }}"),
                                                     Evaluator::scope_of(loaded.ensemble.evaluator.tree.root()));
  ASSERT_TRUE(scalar.is_object());
  EXPECT_EQ(scalar.as_object().python_repr(), "5 GB");
}

TEST(StandIn, WithSensitiveMembersTaintsWhatTakesAllOfIt) {
  Loaded loaded("a: {open: 1, pw: {eval: {sensitive: x}}}\n");
  const auto is_sensitive = [&](std::string_view text) {
    Evaluator& evaluator = loaded.ensemble.evaluator;
    return evaluator.one(Value::string(text), Evaluator::scope_of(*evaluator.tree.find("main"))).sensitive();
  };
  EXPECT_FALSE(is_sensitive("x{{ SELF.a.open }}"));
  EXPECT_TRUE(is_sensitive("x{{ SELF.a }}"));
  EXPECT_TRUE(is_sensitive("x{{ SELF.a.values() | list }}"));
  EXPECT_TRUE(is_sensitive("{{ [SELF.a] }}"));
}

TEST(StandIn, OfAResourceHasSpecialKeysThenAttributes) {
  Loaded loaded("instances: {a: {attributes: {name: other, port: 80}}}\n");
  EXPECT_EQ(loaded.one("{{ ('::a' | eval).name }}{{ ('::a' | eval)['name'] }}{{ ('::a' | eval).port }}"),
            "\"aother80\"");
  EXPECT_EQ(error_code([&] { loaded.one("{{ ('::a' | eval).none }}"); }), "undefined");
}

}  // namespace
}  // namespace evalground::unfurl
