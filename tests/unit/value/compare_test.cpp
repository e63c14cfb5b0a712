#include "value/compare.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "value/map.hpp"

namespace evalground {
namespace {

bool equal(const Value& a, const Value& b) {
  Budget budget;
  return python_equal(a, b, budget);
}

Order order(const Value& a, const Value& b) {
  Budget budget;
  return python_order(a, b, budget);
}

TEST(PythonEqual, ComparesNumbersByValue) {
  EXPECT_TRUE(equal(Value::integer(1), Value::real(1.0)));
  EXPECT_TRUE(equal(Value::boolean(true), Value::integer(1)));
  EXPECT_FALSE(equal(Value::integer(9007199254740993), Value::real(9007199254740992.0)));
  EXPECT_FALSE(equal(Value::real(std::nan("")), Value::real(std::nan(""))));
  EXPECT_FALSE(equal(Value::integer(1), Value::string("1")));
}

TEST(PythonEqual, ComparesContainersDeeply) {
  const Value list = Value::list({Value::integer(1), Value::list({Value::string("a")})});
  EXPECT_TRUE(equal(list, Value::list({Value::real(1), Value::list({Value::string("a")})})));
  EXPECT_FALSE(equal(list, Value::tuple(list.as_list())));
  const Value map = Value::map({{"a", Value::integer(1)}, {"b", Value::null()}});
  EXPECT_TRUE(equal(map, Value::map({{"b", Value::null()}, {"a", Value::integer(1)}})));
  EXPECT_FALSE(equal(map, Value::map({{"a", Value::integer(1)}})));
}

TEST(JsonEqual, KeepsNumbersOfTwoTypesApartWhenAsked) {
  Budget budget;
  const Value whole = Value::list({Value::integer(1)});
  const Value real = Value::list({Value::real(1)});
  EXPECT_TRUE(json_equal(whole, real, NumberEquality::by_value, budget));
  EXPECT_FALSE(json_equal(whole, real, NumberEquality::by_type, budget));
}

TEST(JsonEqual, TakesABooleanForNoNumber) {
  Budget budget;
  EXPECT_FALSE(json_equal(Value::boolean(true), Value::integer(1), NumberEquality::by_value, budget));
}

TEST(PythonEqual, EndsAtTheDepthLimit) {
  Value a = Value::list();
  Value b = Value::list();
  for (int i = 0; i < 300; ++i) {
    a = Value::list({a});
    b = Value::list({b});
  }
  EXPECT_THROW(equal(a, b), LimitError);
}

TEST(PythonOrder, OrdersWhatPythonOrders) {
  EXPECT_EQ(order(Value::integer(1), Value::real(1.5)), Order::less);
  EXPECT_EQ(order(Value::real(1e300), Value::integer(INT64_MAX)), Order::greater);
  EXPECT_EQ(order(Value::string("\xC3\xA9"), Value::string("z")), Order::greater);
  EXPECT_EQ(order(Value::list({Value::integer(1)}), Value::list({Value::integer(1), Value::integer(0)})), Order::less);
  EXPECT_EQ(order(Value::real(std::nan("")), Value::integer(1)), Order::unordered);
}

TEST(PythonOrder, RefusesUnlikeKinds) {
  EXPECT_THROW(order(Value::integer(1), Value::string("1")), Error);
  EXPECT_THROW(order(Value::null(), Value::null()), Error);
}

TEST(PythonTruth, IsFalseForNothingAndEmptiness) {
  for (const Value& value : {Value(), Value::null(), Value::boolean(false), Value::integer(0), Value::real(0),
                             Value::string(""), Value::list(), Value::map()}) {
    EXPECT_FALSE(python_truth(value)) << kind_name(value.kind());
  }
  EXPECT_TRUE(python_truth(Value::string("false")));
  EXPECT_TRUE(python_truth(Value::list({Value()})));
}

TEST(HashKey, IsEqualForEqualKeys) {
  EXPECT_EQ(hash_key(Value::integer(1)), hash_key(Value::real(1.0)));
  EXPECT_EQ(hash_key(Value::boolean(false)), hash_key(Value::real(-0.0)));
  EXPECT_EQ(hash_key(Value::string("x")), hash_key(std::string_view("x")));
  EXPECT_NE(hash_key(Value::real(1.5)), hash_key(Value::integer(1)));
}

}  // namespace
}  // namespace evalground
