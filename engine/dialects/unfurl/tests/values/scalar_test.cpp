#include "dialects/unfurl/values/scalar.hpp"

#include <gtest/gtest.h>

namespace evalground::unfurl {
namespace {

std::string shown(std::string_view text) {
  const Value value = parse_scalar(text);
  return value.is_undefined() ? "nothing" : object_cast<Scalar>(value)->text();
}

TEST(Scalar, ReadsUnitsInAnyCase) {
  EXPECT_EQ(shown("5 mb"), "5 MB");
  EXPECT_EQ(shown("2 GIB"), "2 GiB");
}

TEST(Scalar, NeedsNoSpaceBeforeTheUnitAndMayHaveAStar) {
  EXPECT_EQ(shown("3h"), "3 h");
  EXPECT_EQ(shown("1.5 * kHz"), "1.5 kHz");
  EXPECT_EQ(shown("-2*ms"), "-2 ms");
}

TEST(Scalar, IsNotABareNumberNorAnUnknownUnit) {
  EXPECT_EQ(shown("5"), "nothing");
  EXPECT_EQ(shown("5 XB"), "nothing");
  EXPECT_EQ(shown("MB"), "nothing");
  EXPECT_EQ(shown("1.2.3 MB"), "nothing");
  EXPECT_EQ(shown(""), "nothing");
}

TEST(Scalar, ShowsWholeNumbersWithoutAPoint) {
  EXPECT_EQ(shown("2.0 GB"), "2 GB");
  EXPECT_EQ(shown("100000000000000000000 B"), "100000000000000000000 B");
}

TEST(Scalar, EqualsTheSameQuantityInAnotherUnit) {
  EXPECT_TRUE(parse_scalar("1 GB").as_object().equals(parse_scalar("1000 MB").as_object()));
  EXPECT_FALSE(parse_scalar("1 B").as_object().equals(parse_scalar("1 s").as_object()));
}

TEST(Scalar, RoundsHalfToEvenInDecimalDigits) {
  EXPECT_EQ(round_to_digits(0.125, 2), 0.12);
  EXPECT_EQ(round_to_digits(2.675, 2), 2.67);  // the double is slightly less than 2.675
  EXPECT_EQ(round_to_digits(2.5, 0), 2.0);
  EXPECT_EQ(round_to_digits(1250, -2), 1200.0);
  EXPECT_EQ(round_to_digits(1e300, 400), 1e300);
  EXPECT_EQ(round_to_digits(5, -400), 0.0);
}

TEST(Measure, KeepsTheKindOfTheNumber) {
  EXPECT_EQ(parse_measure("5 GB")->number.kind(), Kind::integer);
  EXPECT_EQ(parse_measure("5.0 GB")->number.kind(), Kind::real);
  EXPECT_EQ(parse_measure("42")->unit, nullptr);
}

}  // namespace
}  // namespace evalground::unfurl
