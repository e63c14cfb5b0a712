#include "value/python_number.hpp"

#include <gtest/gtest.h>

#include "value/big_integer.hpp"
#include "value/json.hpp"
#include "value/python_text.hpp"

namespace evalground {
namespace {

// The repr() of the function's result, or the code and the message of its error.
template <class Function>
std::string shown(const Function& function) {
  Budget budget;
  try {
    return python_repr(function(budget), budget);
  } catch (const Error& error) {
    return error.diagnostic.code + ": " + error.diagnostic.message;
  }
}

std::string calculated(std::string_view left, PythonOperator operation, std::string_view right) {
  return shown([&](Budget& budget) {
    return python_calculate(operation, parse_json(left, budget), parse_json(right, budget), budget);
  });
}

std::string as_int(std::string_view text, std::int64_t base = 10) {
  return shown([&](Budget& budget) { return python_int(text, base, budget); });
}

std::string as_float(std::string_view text) {
  return shown([&](Budget&) { return python_float(Value::string(text)); });
}

std::string rounded(double number, std::optional<std::int64_t> digits = std::nullopt) {
  return shown([&](Budget& budget) { return python_round(Value::real(number), digits, budget); });
}

TEST(PythonCalculate, GrowsIntegersBeyond64Bits) {
  EXPECT_EQ(calculated("9223372036854775807", PythonOperator::add, "1"), "9223372036854775808");
  EXPECT_EQ(calculated("-9223372036854775808", PythonOperator::floor_divide, "-1"), "9223372036854775808");
  EXPECT_EQ(calculated("9223372036854775808", PythonOperator::subtract, "1"), "9223372036854775807");
  EXPECT_EQ(calculated("2", PythonOperator::power, "100"), "1267650600228229401496703205376");
  EXPECT_EQ(calculated("1", PythonOperator::shift_left, "64"), "18446744073709551616");
}

TEST(PythonCalculate, DividesAsPythonDoes) {
  EXPECT_EQ(calculated("7", PythonOperator::true_divide, "2"), "3.5");
  EXPECT_EQ(calculated("9007199254740993", PythonOperator::true_divide, "1"), "9007199254740992.0");
  EXPECT_EQ(calculated("-7", PythonOperator::floor_divide, "2"), "-4");
  EXPECT_EQ(calculated("-7.0", PythonOperator::floor_divide, "2"), "-4.0");
  EXPECT_EQ(calculated("7.5", PythonOperator::floor_divide, "0.1"), "74.0");
  EXPECT_EQ(calculated("-5.5", PythonOperator::modulo, "3"), "0.5");
  EXPECT_EQ(calculated("5", PythonOperator::modulo, "-3"), "-1");
}

TEST(PythonCalculate, RaisesToPowers) {
  EXPECT_EQ(calculated("2", PythonOperator::power, "-1"), "0.5");
  EXPECT_EQ(calculated("-1", PythonOperator::power, "100000000000000000001"), "-1");
  EXPECT_EQ(calculated("2.0", PythonOperator::power, "0.5"), "1.4142135623730951");
  Budget budget;
  EXPECT_THROW(python_calculate(PythonOperator::power, Value::integer(9), Value::integer(387420489), budget),
               LimitError);
}

TEST(PythonCalculate, CountsBooleansAsIntegers) {
  EXPECT_EQ(calculated("true", PythonOperator::add, "true"), "2");
  EXPECT_EQ(calculated("true", PythonOperator::bit_and, "false"), "False");
  EXPECT_EQ(calculated("true", PythonOperator::bit_or, "2"), "3");
}

TEST(PythonCalculate, FailsInPythonsWords) {
  EXPECT_EQ(calculated("1", PythonOperator::true_divide, "0"), "zero-division: division by zero");
  EXPECT_EQ(calculated("1.0", PythonOperator::true_divide, "0"), "zero-division: float division by zero");
  EXPECT_EQ(calculated("1", PythonOperator::modulo, "0"), "zero-division: integer modulo by zero");
  EXPECT_EQ(calculated("0", PythonOperator::power, "-1"), "zero-division: 0.0 cannot be raised to a negative power");
  EXPECT_EQ(calculated("1", PythonOperator::add, "\"a\""),
            "type-error: unsupported operand type(s) for +: 'int' and 'str'");
  EXPECT_EQ(calculated("null", PythonOperator::power, "{}"),
            "type-error: unsupported operand type(s) for ** or pow(): 'NoneType' and 'dict'");
  EXPECT_EQ(calculated("1.5", PythonOperator::shift_left, "1"),
            "type-error: unsupported operand type(s) for <<: 'float' and 'int'");
  EXPECT_EQ(calculated("1", PythonOperator::shift_left, "-1"), "value-error: negative shift count");
  EXPECT_EQ(calculated("1.0e308", PythonOperator::power, "2"), "overflow-error: (34, 'Numerical result out of range')");
}

TEST(PythonCalculate, ChargesLongMultiplications) {
  Budget budget;
  const Value number = integer_value(BigInt(10).power(4000));
  python_calculate(PythonOperator::multiply, number, number, budget);
  EXPECT_GT(budget.steps_used(), 100U);
}

TEST(PythonUnary, NegatesInvertsAndTakesTheMagnitude) {
  EXPECT_EQ(shown([](Budget&) { return python_negate(Value::integer(INT64_MIN)); }), "9223372036854775808");
  EXPECT_EQ(shown([](Budget&) { return python_negate(Value::boolean(true)); }), "-1");
  EXPECT_EQ(shown([](Budget&) { return python_plus(Value::boolean(true)); }), "1");
  EXPECT_EQ(shown([](Budget&) { return python_invert(Value::integer(5)); }), "-6");
  EXPECT_EQ(shown([](Budget&) { return python_absolute(Value::real(-2.5)); }), "2.5");
  EXPECT_EQ(shown([](Budget&) { return python_negate(Value::string("a")); }),
            "type-error: bad operand type for unary -: 'str'");
  EXPECT_EQ(shown([](Budget&) { return python_absolute(Value::null()); }),
            "type-error: bad operand type for abs(): 'NoneType'");
}

TEST(PythonInt, ReadsTextAsPythonDoes) {
  EXPECT_EQ(as_int(" +1_000\n"), "1000");
  EXPECT_EQ(as_int("\xD9\xA1\xD9\xA2"), "12");
  EXPECT_EQ(as_int("0x_ff", 16), "255");
  EXPECT_EQ(as_int("0b101", 0), "5");
  EXPECT_EQ(as_int("-" + std::string(20, '9')), "-99999999999999999999");
  EXPECT_EQ(as_int("1__0"), "value-error: invalid literal for int() with base 10: '1__0'");
  EXPECT_EQ(as_int("010", 0), "value-error: invalid literal for int() with base 0: '010'");
  EXPECT_EQ(as_int("1", 37), "value-error: int() base must be >= 2 and <= 36, or 0");
}

TEST(PythonInt, DropsTheFractionOfANumber) {
  EXPECT_EQ(shown([](Budget& budget) { return python_int(Value::real(-2.9), budget); }), "-2");
  EXPECT_EQ(shown([](Budget& budget) { return python_int(Value::real(1e22), budget); }), "10000000000000000000000");
  EXPECT_EQ(shown([](Budget& budget) { return python_int(Value::list(), budget); }),
            "type-error: int() argument must be a string, a bytes-like object or a real number, not 'list'");
  EXPECT_EQ(shown([](Budget& budget) { return python_int(Value::real(1e308 * 10), budget); }),
            "overflow-error: cannot convert float infinity to integer");
}

TEST(PythonFloat, ReadsTextAsPythonDoes) {
  EXPECT_EQ(as_float(" 1_0.5 "), "10.5");
  EXPECT_EQ(as_float("-Infinity"), "-inf");
  EXPECT_EQ(as_float("1e400"), "inf");
  EXPECT_EQ(as_float("1_.5"), "value-error: could not convert string to float: '1_.5'");
  EXPECT_EQ(as_float("in_f"), "value-error: could not convert string to float: 'in_f'");
  EXPECT_EQ(shown([](Budget&) { return python_float(integer_value(BigInt(10).power(400))); }),
            "overflow-error: int too large to convert to float");
}

TEST(PythonRound, RoundsHalvesToEvenByTheExactValue) {
  EXPECT_EQ(rounded(2.5), "2");
  EXPECT_EQ(rounded(-1.5), "-2");
  EXPECT_EQ(rounded(2.675, 2), "2.67");
  EXPECT_EQ(rounded(0.125, 2), "0.12");
  EXPECT_EQ(rounded(1234.5678, -2), "1200.0");
  EXPECT_EQ(rounded(-0.4, 0), "-0.0");
  EXPECT_EQ(rounded(1.5e308, -308), "overflow-error: rounded value too large to represent");
  EXPECT_EQ(shown([](Budget& budget) { return python_round(Value::integer(125), -1, budget); }), "120");
  EXPECT_EQ(shown([](Budget& budget) { return python_round(Value::integer(-15), -1, budget); }), "-20");
}

}  // namespace
}  // namespace evalground
