// Go's numbers: its syntax, and its two shortest forms.
#include "dialects/dcontroller/values/numbers.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace evalground::dcontroller {
namespace {

TEST(ParseGoFloat, reads_decimal_numbers) {
  EXPECT_EQ(parse_go_float("1e3"), 1000);
  EXPECT_EQ(parse_go_float("-.5"), -0.5);
  EXPECT_EQ(parse_go_float("5."), 5);
  EXPECT_EQ(parse_go_float("+2"), 2);
  EXPECT_EQ(parse_go_float("1e-400"), 0);
}

TEST(ParseGoFloat, reads_hexadecimal_numbers_with_an_exponent_of_two) {
  EXPECT_EQ(parse_go_float("0x1p4"), 16);
  EXPECT_EQ(parse_go_float("-0X1.8p1"), -3);
  EXPECT_EQ(parse_go_float("0x.8p-1"), 0.25);
  EXPECT_EQ(parse_go_float("0x10"), std::nullopt);
  EXPECT_EQ(parse_go_float("0xp1"), std::nullopt);
}

TEST(ParseGoFloat, rounds_long_hexadecimal_numbers_once) {
  EXPECT_EQ(parse_go_float("0x1.00000000000008p0"), 1.0);
  EXPECT_EQ(parse_go_float("0x1.000000000000080000001p0"), std::nextafter(1.0, 2.0));
}

TEST(ParseGoFloat, allows_single_underscores_between_digits) {
  EXPECT_EQ(parse_go_float("1_0.5"), 10.5);
  EXPECT_EQ(parse_go_float("1__0"), std::nullopt);
  EXPECT_EQ(parse_go_float("_1"), std::nullopt);
  EXPECT_EQ(parse_go_float("1_"), std::nullopt);
}

TEST(ParseGoFloat, reads_the_names_of_what_is_not_finite) {
  EXPECT_EQ(parse_go_float("Infinity"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(parse_go_float("-inf"), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(parse_go_float("NaN").value_or(0)));
  EXPECT_EQ(parse_go_float("-nan"), std::nullopt);
}

TEST(ParseGoFloat, refuses_spaces_words_and_what_is_too_large) {
  for (const char* text : {"", " 1", "1 ", "one", "1e", "--1", "+-1", "1e400", "nano"}) {
    EXPECT_EQ(parse_go_float(text), std::nullopt) << text;
  }
}

TEST(JsonNumber, has_an_exponent_only_when_a_number_is_small_or_long) {
  EXPECT_EQ(json_number(2.0), "2");
  EXPECT_EQ(json_number(1.5), "1.5");
  EXPECT_EQ(json_number(-0.0), "-0");
  EXPECT_EQ(json_number(1.5e-6), "0.0000015");
  EXPECT_EQ(json_number(1e-7), "1e-7");
  EXPECT_EQ(json_number(123456789012345680000.0), "123456789012345680000");
  EXPECT_EQ(json_number(1e21), "1e+21");
}

TEST(GoNumber, has_an_exponent_of_two_digits_from_a_million_on) {
  EXPECT_EQ(go_number(123456.5), "123456.5");
  EXPECT_EQ(go_number(1e6), "1e+06");
  EXPECT_EQ(go_number(123456789.5), "1.234567895e+08");
  EXPECT_EQ(go_number(0.0001), "0.0001");
  EXPECT_EQ(go_number(1e-5), "1e-05");
  EXPECT_EQ(go_number(std::numeric_limits<double>::infinity()), "+Inf");
}

TEST(Coerce, makes_all_numbers_floats_when_one_is_not_an_integer) {
  std::size_t wrong = 0;
  const auto integers = coerce({Value::integer(1), Value::string("2")}, wrong);
  ASSERT_TRUE(integers && integers->are_integers);
  EXPECT_EQ(integers->integers[1], 2);
  const auto reals = coerce({Value::integer(1), Value::string("2.5")}, wrong);
  ASSERT_TRUE(reals && !reals->are_integers);
  EXPECT_EQ(reals->reals[0], 1.0);
}

TEST(Coerce, tells_which_item_is_no_number) {
  std::size_t wrong = 0;
  EXPECT_FALSE(coerce({Value::integer(1), Value::boolean(true)}, wrong));
  EXPECT_EQ(wrong, 1u);
}

}  // namespace
}  // namespace evalground::dcontroller
