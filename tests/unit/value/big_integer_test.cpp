#include "value/big_integer.hpp"

#include <gtest/gtest.h>
#include <limits>

#include "value/compare.hpp"
#include "value/json.hpp"
#include "value/map.hpp"
#include "value/python_text.hpp"

namespace evalground {
namespace {

Value power_of_ten(std::uint64_t exponent) {
  return integer_value(BigInt(10).power(exponent));
}

TEST(BigInteger, StandsOnlyForWhat64BitsDoNotHold) {
  EXPECT_EQ(power_of_ten(18).kind(), Kind::integer);
  EXPECT_EQ(power_of_ten(19).kind(), Kind::object);
  EXPECT_TRUE(is_integer(power_of_ten(18)));
  EXPECT_TRUE(is_integer(power_of_ten(19)));
  EXPECT_FALSE(is_integer(Value::real(1e19)));
  EXPECT_EQ(big_integer_of(Value::integer(-3)).text(), "-3");
}

TEST(BigInteger, IsEqualToNumbersOfItsValue) {
  Budget budget;
  EXPECT_TRUE(python_equal(power_of_ten(22), Value::real(1e22), budget));
  EXPECT_FALSE(python_equal(power_of_ten(23), Value::real(1e23), budget));
  EXPECT_TRUE(python_equal(power_of_ten(30), power_of_ten(30), budget));
  EXPECT_FALSE(python_equal(power_of_ten(30), Value::integer(1), budget));
}

TEST(BigInteger, IsOrderedAmongNumbers) {
  Budget budget;
  EXPECT_EQ(python_order(power_of_ten(20), Value::integer(INT64_MAX), budget), Order::greater);
  EXPECT_EQ(python_order(Value::boolean(true), power_of_ten(20), budget), Order::less);
  EXPECT_EQ(python_order(Value::real(1e23), power_of_ten(23), budget), Order::less);
  EXPECT_EQ(python_order(power_of_ten(23), Value::real(1e23), budget), Order::greater);
  EXPECT_EQ(python_order(power_of_ten(20), power_of_ten(21), budget), Order::less);
  EXPECT_EQ(python_order(power_of_ten(20), Value::real(std::numeric_limits<double>::quiet_NaN()), budget),
            Order::unordered);
}

TEST(BigInteger, IsOneKeyWithAnEqualReal) {
  Map map;
  map.set(power_of_ten(22), Value::integer(1));
  map.set(Value::real(1e22), Value::integer(2));
  map.set(power_of_ten(23), Value::integer(3));
  EXPECT_EQ(map.size(), 2U);
  EXPECT_EQ(map.find(power_of_ten(22))->as_integer(), 2);
}

TEST(BigInteger, IsWrittenDigitByDigit) {
  Budget budget;
  const Value list = parse_json("[-123456789012345678901234567890, 18446744073709551615]", budget);
  EXPECT_EQ(write_json(list, budget), "[-123456789012345678901234567890,18446744073709551615]");
  EXPECT_EQ(python_str(list, budget), "[-123456789012345678901234567890, 18446744073709551615]");
  Map keys;
  keys.set(power_of_ten(20), Value::null());
  EXPECT_EQ(write_json(Value::map(std::move(keys)), budget), R"({"100000000000000000000":null})");
}

}  // namespace
}  // namespace evalground
