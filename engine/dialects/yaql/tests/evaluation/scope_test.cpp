#include "dialects/yaql/evaluation/scope.hpp"

#include <gtest/gtest.h>

namespace evalground::yaql {
namespace {

TEST(Scope, FindsWhatOuterScopesBind) {
  Budget budget;
  const Ref<Scope> outer = make_ref<Scope>();
  outer->set(1, Value::integer(1));
  outer->set(2, Value::integer(2));
  outer->set_named(7, Value::integer(7));
  const Ref<Scope> inner = make_ref<Scope>(outer, budget);
  inner->set(1, Value::integer(10));
  EXPECT_EQ(inner->find(1)->as_integer(), 10);
  EXPECT_EQ(inner->find(2)->as_integer(), 2);
  EXPECT_EQ(inner->find(3), nullptr);
  EXPECT_EQ(inner->find_named(7)->as_integer(), 7);
  EXPECT_EQ(inner->find_named(8), nullptr);
}

TEST(Scope, HoldsAnyNumberOfPositions) {
  Scope scope;
  for (std::uint32_t position = 1; position <= 20; ++position) scope.set(position, Value::integer(position));
  EXPECT_EQ(scope.find(20)->as_integer(), 20);
  EXPECT_EQ(scope.find(3)->as_integer(), 3);
}

TEST(Scope, RefusesChainsLongerThanTheDepthAllows) {
  Limits limits;
  limits.depth = 5;
  Budget budget(limits);
  Ref<Scope> scope = make_ref<Scope>();
  EXPECT_THROW(
      {
        for (int level = 0; level < 6; ++level) scope = make_ref<Scope>(scope, budget);
      },
      LimitError);
}

}  // namespace
}  // namespace evalground::yaql
