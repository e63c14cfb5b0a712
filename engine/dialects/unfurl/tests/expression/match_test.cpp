#include "dialects/unfurl/tests/loaded.hpp"

namespace evalground::unfurl {
namespace {

TEST(Match, StopsAtTheFirstMatchWhereOnlyOneIsAskedFor) {
  // The second item of the filter's path would fail.
  Loaded loaded("l: [{a: 1}, {a: {eval: .wrong}}]\n");
  EXPECT_EQ(loaded.one("::main[l::a]::.name"), "\"main\"");
}

TEST(Match, CountsCharactersNotBytes) {
  Loaded loaded("word: Größe\n");
  EXPECT_EQ(loaded.one("::main::word::2"), "\"ö\"");
  EXPECT_EQ(loaded.one("::main::word::-1"), "\"e\"");
}

TEST(Match, KeepsTheMarkOfTextOnItsCharacters) {
  Loaded loaded("pw: {eval: {sensitive: abc}}\n");
  Evaluator& evaluator = loaded.ensemble.evaluator;
  const Value character = evaluator.one(Value::string("::main::pw::0"), Evaluator::scope_of(evaluator.tree.root()));
  EXPECT_TRUE(character.sensitive());
}

TEST(Match, SpendsStepsOnEachItem) {
  std::string document = "l:\n";
  for (int i = 0; i < 500; ++i) document += "- {n: " + std::to_string(i) + "}\n";
  Loaded loaded(document);
  const std::uint64_t before = loaded.context.budget.steps_used();
  EXPECT_EQ(loaded.one("::main::l::[n=499]::n"), "499");
  EXPECT_GE(loaded.context.budget.steps_used() - before, 500U);
}

TEST(Match, TakesAnIntegerFirstAsAPlaceAmongTheAncestors) {
  Loaded loaded("instances: {a: {instances: {b: {}}}}\n");
  EXPECT_EQ(loaded.one("1", "b"), "::a");
}

}  // namespace
}  // namespace evalground::unfurl
