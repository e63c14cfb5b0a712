#include "dialects/unfurl/tests/loaded.hpp"
#include "dialects/unfurl/values/collection.hpp"

namespace evalground::unfurl {
namespace {

TEST(LazyMap, EvaluatesOnlyWhatIsRead) {
  Loaded loaded("m: {good: {eval: x}, bad: {eval: .wrong}}\nx: 1\n");
  auto* map = object_cast<Collection>(loaded.attribute("main", "m"));
  ASSERT_NE(map, nullptr);
  EXPECT_EQ(Loaded::text(map->find(Value::string("good"))), "1");
  EXPECT_EQ(error_code([&] { map->find(Value::string("bad")); }), "unknown-special-key");
  EXPECT_TRUE(map->find(Value::string("none")).is_undefined());
}

TEST(LazyMap, IsPlainDataWhenItHoldsNoExpression) {
  Loaded loaded("m: {a: [1, {b: 2}]}\n");
  EXPECT_EQ(loaded.attribute("main", "m").kind(), Kind::map);
}

TEST(LazyList, ThatHoldsItselfIsNullThere) {
  Loaded loaded("l: [{eval: '.::l'}, 1]\n");
  EXPECT_EQ(Loaded::text(loaded.ensemble.evaluator.plain(loaded.attribute("main", "l"))), "[null, 1]");
}

}  // namespace
}  // namespace evalground::unfurl
