#include "base/text/number.hpp"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>

namespace evalground {
namespace {

constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

TEST(CheckedArithmetic, GivesNothingWhenTheResultDoesNotFit) {
  EXPECT_EQ(checked_add(largest - 1, 1), largest);
  EXPECT_EQ(checked_add(largest, 1), std::nullopt);
  EXPECT_EQ(checked_subtract(smallest + 1, 1), smallest);
  EXPECT_EQ(checked_subtract(0, smallest), std::nullopt);
  EXPECT_EQ(checked_multiply(1LL << 31, -(1LL << 32)), smallest);
  EXPECT_EQ(checked_multiply(1LL << 31, 1LL << 32), std::nullopt);
}

TEST(FloorDivision, RoundsDownAndGivesTheRestTheSignOfTheDivisor) {
  struct {
    std::int64_t a, b, quotient, rest;
  } const cases[] = {
      {7, 2, 3, 1}, {-7, 2, -4, 1}, {7, -2, -4, -1}, {-7, -2, 3, -1}, {6, -3, -2, 0}, {smallest, 2, -(1LL << 62), 0},
  };
  for (const auto& [a, b, quotient, rest] : cases) {
    EXPECT_EQ(floor_divide(a, b), quotient) << a << " // " << b;
    EXPECT_EQ(floor_modulo(a, b), rest) << a << " % " << b;
  }
}

TEST(FloorDivision, HasNoResultForZeroOrOverflow) {
  EXPECT_EQ(floor_divide(1, 0), std::nullopt);
  EXPECT_EQ(floor_modulo(1, 0), std::nullopt);
  EXPECT_EQ(floor_divide(smallest, -1), std::nullopt);
  EXPECT_EQ(floor_modulo(smallest, -1), 0);
}

TEST(CheckedPower, IsExactUpToTheLimits) {
  EXPECT_EQ(checked_power(3, 39), 4052555153018976267);
  EXPECT_EQ(checked_power(-2, 63), smallest);
  EXPECT_EQ(checked_power(0, 0), 1);
  EXPECT_EQ(checked_power(-1, largest), -1);
  EXPECT_EQ(checked_power(largest, 1), largest);
}

TEST(CheckedPower, GivesNothingBeyondThem) {
  EXPECT_EQ(checked_power(2, 63), std::nullopt);
  EXPECT_EQ(checked_power(9, largest), std::nullopt);
  EXPECT_EQ(checked_power(2, -1), std::nullopt);
}

TEST(ParseInteger, ReadsWhatJsonCallsAnInteger) {
  EXPECT_EQ(parse_integer("0").value, 0);
  EXPECT_EQ(parse_integer("-0").value, 0);
  EXPECT_EQ(parse_integer("9223372036854775807").value, largest);
  EXPECT_EQ(parse_integer("-9223372036854775808").value, smallest);
  for (std::string_view text : {"", "-", "+1", "007", "-01", "1.0", "1e3", " 1", "1 ", "0x1", "1_000", "²"}) {
    EXPECT_EQ(parse_integer(text).fault, NumberFault::not_a_number) << text;
  }
}

TEST(ParseInteger, TellsOutOfRangeFromNoNumber) {
  EXPECT_EQ(parse_integer("9223372036854775808").fault, NumberFault::out_of_range);
  EXPECT_EQ(parse_integer("-9223372036854775809").fault, NumberFault::out_of_range);
  EXPECT_EQ(parse_integer("99999999999999999999999x").fault, NumberFault::not_a_number);
}

TEST(ParseLooseInteger, AllowsAPlusSignAndLeadingZeros) {
  EXPECT_EQ(parse_loose_integer("+1").value, 1);
  EXPECT_EQ(parse_loose_integer("-007").value, -7);
  EXPECT_EQ(parse_loose_integer("00000000000000000000000000012").value, 12);
  for (std::string_view text : {"", "+", "+-1", "--1"})
    EXPECT_EQ(parse_loose_integer(text).fault, NumberFault::not_a_number);
}

TEST(ParseDigits, ReadsOtherBases) {
  EXPECT_EQ(parse_digits("1F", 16, false).value, 31);
  EXPECT_EQ(parse_digits("ff", 16, true).value, -255);
  EXPECT_EQ(parse_digits("17", 8, false).value, 15);
  EXPECT_EQ(parse_digits("101", 2, false).value, 5);
  EXPECT_EQ(parse_digits("8000000000000000", 16, true).value, smallest);
  EXPECT_EQ(parse_digits("8000000000000000", 16, false).fault, NumberFault::out_of_range);
  EXPECT_EQ(parse_digits("8", 8, false).fault, NumberFault::not_a_number);
  EXPECT_EQ(parse_digits("", 16, false).fault, NumberFault::not_a_number);
  EXPECT_EQ(parse_digits("-1", 16, false).fault, NumberFault::not_a_number);
}

TEST(ParseReal, ReadsDecimalForms) {
  EXPECT_EQ(parse_real("1").value, 1.0);
  EXPECT_EQ(parse_real("+.5").value, 0.5);
  EXPECT_EQ(parse_real("-2.").value, -2.0);
  EXPECT_EQ(parse_real("00.5e+2").value, 50.0);
  EXPECT_EQ(parse_real("1E-2").value, 0.01);
  EXPECT_TRUE(std::signbit(parse_real("-0.0").value));
}

TEST(ParseReal, RefusesAllElse) {
  for (std::string_view text :
       {"", ".", "-", "e5", "1e", "1e+", "1.2.3", " 1", "1 ", "0x10", "inf", "nan", "1_0", "1f", "--1"}) {
    EXPECT_EQ(parse_real(text).fault, NumberFault::not_a_number) << text;
  }
}

TEST(ParseReal, RoundsCorrectly) {
  EXPECT_EQ(parse_real("9007199254740993").value, 9007199254740992.0);  // halfway, to even
  EXPECT_EQ(parse_real("9007199254740993.00000000000000000001").value, 9007199254740994.0);
  EXPECT_EQ(parse_real("2.2250738585072011e-308").value, 2.2250738585072011e-308);  // the largest subnormal
  EXPECT_EQ(parse_real("1.7976931348623158e308").value, std::numeric_limits<double>::max());
}

TEST(ParseReal, TellsTooLargeFromTooSmall) {
  EXPECT_EQ(parse_real("1e309").fault, NumberFault::out_of_range);
  EXPECT_EQ(parse_real("-1.7976931348623159e308").fault, NumberFault::out_of_range);
  EXPECT_EQ(parse_real("1e99999999999999999999").fault, NumberFault::out_of_range);
  EXPECT_TRUE(parse_real("1e-400"));
  EXPECT_EQ(parse_real("1e-99999999999999999999").value, 0.0);
  EXPECT_EQ(parse_real("0e99999999999999999999").value, 0.0);
}

TEST(RealText, IsPythonsRepr) {
  struct {
    double number;
    std::string_view text;
  } const cases[] = {
      {0.0, "0.0"},
      {-0.0, "-0.0"},
      {1.0, "1.0"},
      {0.1, "0.1"},
      {1e15, "1000000000000000.0"},
      {1e16, "1e+16"},
      {123456789012345680.0, "1.2345678901234568e+17"},
      {0.0001, "0.0001"},
      {0.00001, "1e-05"},
      {1.5e-7, "1.5e-07"},
      {5e-324, "5e-324"},
      {1.7976931348623157e308, "1.7976931348623157e+308"},
      {2.0 / 3, "0.6666666666666666"},
      {9007199254740993.0, "9007199254740992.0"},
  };
  for (const auto& [number, text] : cases) EXPECT_EQ(real_text(number), text);
}

TEST(RealText, SpellsWhatIsNotFinite) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(real_text(infinity), "inf");
  EXPECT_EQ(real_text(-infinity), "-inf");
  EXPECT_EQ(real_text(std::numeric_limits<double>::quiet_NaN()), "nan");
}

TEST(RealText, ReadsBackAsTheSameNumber) {
  std::uint64_t bits = 1;
  for (int i = 0; i < 100000; ++i) {
    bits = bits * 6364136223846793005u + 1442695040888963407u;
    double number;
    std::memcpy(&number, &bits, sizeof number);
    if (!std::isfinite(number)) continue;
    ASSERT_EQ(parse_real(real_text(number)).value, number) << real_text(number);
  }
}

}  // namespace
}  // namespace evalground
