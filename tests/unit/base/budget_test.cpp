#include "base/budget.hpp"

#include <gtest/gtest.h>
#include <memory>

namespace evalground {
namespace {

Limit limit_of(const std::function<void()>& spend) {
  try {
    spend();
  } catch (const LimitError& error) {
    return error.limit();
  }
  ADD_FAILURE() << "no limit was reached";
  return Limit::cancelled;
}

TEST(Budget, AllowsExactlyItsSteps) {
  Budget budget({.steps = 10'000});
  for (int i = 0; i < 10'000; ++i) budget.step();
  EXPECT_EQ(budget.steps_used(), 10'000u);
  EXPECT_EQ(limit_of([&] { budget.step(); }), Limit::steps);
}

TEST(Budget, RefusesMoreStepsAtOnceThanAreLeft) {
  Budget budget({.steps = 100});
  budget.step(60);
  EXPECT_EQ(limit_of([&] { budget.step(41); }), Limit::steps);
  EXPECT_EQ(limit_of([&] { budget.step(UINT64_MAX); }), Limit::steps);
}

TEST(Budget, CountsLargeStepsExactly) {
  Budget budget({.steps = 1'000'000});
  budget.step(5000);
  budget.step();
  budget.step(12'345);
  EXPECT_EQ(budget.steps_used(), 17'346u);
}

TEST(Budget, CountsLevelsOnlyWhileTheyLive) {
  Budget budget({.depth = 2});
  {
    const Depth one = budget.enter();
    const Depth two = budget.enter();
    EXPECT_EQ(limit_of([&] { const Depth three = budget.enter(); }), Limit::depth);
    EXPECT_EQ(budget.depth_used(), 2u);
  }
  EXPECT_EQ(budget.depth_used(), 0u);
}

// Descends some levels, with a kilobyte of stack for each.
std::uint32_t descend(Budget& budget, std::uint32_t levels) {
  volatile char kilobyte[1024];
  kilobyte[0] = 1;
  const Depth depth = budget.enter();
  return levels == 0 ? 0 : descend(budget, levels - 1) + static_cast<std::uint32_t>(kilobyte[0]);
}

TEST(Budget, EndsARecursionBeforeTheStackDoes) {
  Budget budget({.depth = 4'000'000'000});
  std::uint64_t allowed = 0;
  try {
    descend(budget, 3'000'000'000);
  } catch (const LimitError& error) {
    EXPECT_EQ(error.limit(), Limit::depth);
    allowed = error.allowed();
  }
  EXPECT_GE(allowed, Limits().depth) << "the default is always borne";
  EXPECT_LT(allowed, 100'000u);
  EXPECT_EQ(budget.depth_used(), 0u);
}

TEST(Budget, EndsAtTheOutputLimit) {
  Budget budget({.output = 10});
  budget.output(10);
  EXPECT_EQ(limit_of([&] { budget.output(1); }), Limit::output);
}

TEST(Budget, AsksWhetherItWasCancelled) {
  int asked = 0;
  Budget budget({}, [&] { return ++asked == 2; });
  EXPECT_EQ(limit_of([&] {
              while (true) budget.step();
            }),
            Limit::cancelled);
  EXPECT_EQ(asked, 2);
}

TEST(Budget, EndsWhenItsTimeIsOver) {
  Budget budget({.steps = UINT64_MAX - 1, .time_ms = 5});
  EXPECT_EQ(limit_of([&] {
              while (true) budget.step();
            }),
            Limit::time);
}

TEST(LimitError, NamesTheLimit) {
  EXPECT_STREQ(LimitError(Limit::steps, 20'000'000).what(),
               "The evaluation took more than the allowed 20,000,000 steps.");
  EXPECT_EQ(LimitError(Limit::depth, 200).code(), "limit-depth");
}

TEST(Budget, CountsWorkByTheByteOfTheEvaluationThatRuns) {
  Budget::pass_over(1 << 20);  // no budget is active
  Budget budget({.steps = 10'000});
  Budget::pass_over(100);
  EXPECT_EQ(budget.steps_used(), 0u);
  Budget::pass_over(1 << 20);
  EXPECT_EQ(budget.steps_used(), 4096u);
  EXPECT_EQ(limit_of([] { Budget::pass_over(2 << 20); }), Limit::steps);
}

TEST(Budget, IsTheThreadsOneWhileItLivesInAnyOrderOfEnds) {
  auto outer = std::make_unique<Budget>();
  auto middle = std::make_unique<Budget>();
  auto inner = std::make_unique<Budget>();
  middle.reset();
  Budget::step_current();
  EXPECT_EQ(inner->steps_used(), 1U);
  inner.reset();
  Budget::step_current();
  EXPECT_EQ(outer->steps_used(), 1U);
  inner = std::make_unique<Budget>();
  outer.reset();
  inner.reset();
  Budget::step_current();  // without a budget
}

}  // namespace
}  // namespace evalground
