#include "base/memory.hpp"
#include "dialects/unfurl/tests/loaded.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::string_view numbers = "l: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]\n";

Value loop(std::string_view value) {
  return Value::map({{"eval", Value::string("::main::l")}, {"foreach", Value::string(value)}});
}

TEST(Loop, FreesTheVariablesOfEachTurn) {
  MemoryAccount account(64ULL << 20);
  Loaded loaded(numbers);
  const Value deep =
      Value::map({{"eval", Value::string("::main::l")}, {"foreach", Value::map({{"value", loop("$null")}})}});
  loaded.one(deep);
  const std::uint64_t first = account.used();
  for (int i = 0; i < 20; ++i) loaded.one(deep);
  EXPECT_EQ(account.used(), first);
}

TEST(Loop, SpendsAStepOnEachTurn) {
  Loaded loaded(numbers);
  // Runs each loop twice, so that the second run parses and loads nothing.
  const auto steps = [&](std::string_view value) {
    loaded.one(loop(value));
    const std::uint64_t before = loaded.context.budget.steps_used();
    loaded.one(loop(value));
    return loaded.context.budget.steps_used() - before;
  };
  const std::uint64_t ten_turns = steps("$continue");
  EXPECT_GE(ten_turns, steps("$break") + 9);
}

TEST(Loop, StartsWhereItsExpressionDoes) {
  Loaded loaded("instances: {a: {instances: {b: {}, c: {}}}}\n");
  EXPECT_EQ(
      loaded.one(Value::map({{"eval", Value::string(".instances")}, {"foreach", Value::string("$start::.name")}}), "a"),
      "[\"a\", \"a\"]");
}

}  // namespace
}  // namespace evalground::unfurl
