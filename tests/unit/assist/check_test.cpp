#include "assist/check.hpp"

#include <gtest/gtest.h>

#include "value/json.hpp"

namespace evalground {
namespace {

// A dialect whose outline ends as the document says, and that colors the first byte.
class Stub final : public Dialect {
 public:
  std::string_view name() const override { return "stub"; }
  const Description& description() const override {
    static constexpr Description stub{};
    return stub;
  }
  const FunctionCatalogue& functions() const override {
    static const FunctionCatalogue none;
    return none;
  }
  void evaluate(Context& context, Outcome&) const override { context.fail(0, "evaluated", "It was evaluated."); }
  std::vector<OutlineNode> outline(Context& context) const override {
    const auto text = context.sources.text(*context.files.source("main.yaml"));
    if (text == "long") throw LimitError(Limit::steps, 10);
    if (text == "pending") throw Pending("fetch", Value::map(), "https://example.org");
    OutlineNode node;
    node.id = node.kind = node.name = "x";
    return {node};
  }
  std::vector<Token> tokens(Context& context) const override {
    return {{*context.files.source("main.yaml"), 0, 1, "key"}};
  }
};

const Dialect* find(std::string_view name, const Map&) {
  static const Stub stub;
  return name == "stub" ? &stub : nullptr;
}

Value checked(std::string_view workspace) {
  Budget budget;
  return parse_json(check(Map{{"workspace", parse_json(workspace, budget)}}, find), budget);
}

std::string part(const Value& json, std::string_view key) {
  Budget budget;
  return write_json(*json.as_map().find(key), budget);
}

TEST(Check, GivesTreeAndColoursWithoutEvaluating) {
  const Value result = checked(R"({"dialect": "stub", "files": {"main.yaml": "a"}})");
  EXPECT_EQ(part(result, "diagnostics"), "[]");
  EXPECT_EQ(part(result, "outline"), R"([{"id":"x","kind":"x","name":"x"}])");
  EXPECT_NE(part(result, "tokens").find("\"kind\":\"key\""), std::string::npos);
}

TEST(Check, GivesWhatIsAskedFor) {
  Budget budget;
  const Value workspace = parse_json(R"({"dialect": "stub", "files": {"main.yaml": "a"}})", budget);
  const auto checked_for = [&](std::string_view key, const Value& wanted) {
    return parse_json(check(Map{{"workspace", workspace}, {key, wanted}}, find), budget);
  };
  EXPECT_EQ(part(checked_for("nodes", Value::integer(0)), "outline"), "[]");
  const Value elsewhere = Value::map({{"file", Value::string("main.yaml")}, {"from", Value::integer(1)}});
  EXPECT_EQ(part(checked_for("tokens", elsewhere), "tokens"), "[]");
}

TEST(Check, ReportsWhatIsWrongWithTheWorkspace) {
  const Value result = checked(R"({"dialect": "stub", "files": {"main.yaml": "a"}, "expresion": "b"})");
  EXPECT_NE(part(result, "diagnostics").find("workspace-key"), std::string::npos);
}

TEST(Check, OfAnUnknownDialectHasNoTree) {
  EXPECT_EQ(part(checked(R"({"dialect": "none", "main": "a: 1"})"), "outline"), "[]");
}

TEST(Check, ColoursATextThatIsTooLongForTheTree) {
  const Value result = checked(R"({"dialect": "stub", "files": {"main.yaml": "long"}})");
  EXPECT_NE(part(result, "diagnostics").find("limit-steps"), std::string::npos);
  EXPECT_NE(part(result, "tokens"), "[]");
}

TEST(Check, ColoursATextThatWaitsForTheOutside) {
  const Value result = checked(R"({"dialect": "stub", "files": {"main.yaml": "pending"}})");
  EXPECT_EQ(part(result, "diagnostics"), "[]");
  EXPECT_NE(part(result, "tokens"), "[]");
}

}  // namespace
}  // namespace evalground
