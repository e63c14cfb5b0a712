#include "dialects/yaql/evaluation/quota.hpp"

#include <gtest/gtest.h>

#include "value/map.hpp"

namespace evalground::yaql {
namespace {

TEST(Quota, CountsTextByItsWidestCharacter) {
  EXPECT_EQ(shallow_size(Value::string("abc")), 52U);
  EXPECT_EQ(shallow_size(Value::string("ab\xC3\xA9")), 76U);
  EXPECT_EQ(shallow_size(Value::string("ab\xE2\x98\x83")), 80U);
  EXPECT_EQ(shallow_size(Value::string("\xF0\x9F\x98\x80")), 80U);
}

TEST(Quota, CountsListsByTheirLength) {
  EXPECT_EQ(shallow_size(Value::list({Value::integer(1), Value::integer(2)})), 56U);
}

TEST(Quota, CountsIntegersByTheirDigits) {
  EXPECT_EQ(shallow_size(Value::integer(1 << 29)), 28U);
  EXPECT_EQ(shallow_size(Value::integer(1LL << 31)), 32U);
  EXPECT_EQ(shallow_size(Value::integer(INT64_MIN)), 36U);
}

TEST(Quota, CountsBuiltDictionariesByTheirRoom) {
  EXPECT_EQ(built_dict_size(0), 64U);
  EXPECT_EQ(built_dict_size(5), 224U);
  EXPECT_EQ(built_dict_size(341), 9304U);
  EXPECT_EQ(built_dict_size(342), 18608U);
}

}  // namespace
}  // namespace evalground::yaql
