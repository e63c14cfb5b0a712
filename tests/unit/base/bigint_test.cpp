#include "base/bigint.hpp"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <limits>

#include "base/budget.hpp"

namespace evalground {
namespace {

// A BigInt from decimal digits with an optional sign.
BigInt big(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  return *BigInt::parse(text.substr(is_negative ? 1 : 0), 10, is_negative);
}

std::string divided(std::string_view a, std::string_view b) {
  const auto parts = BigInt::divide(big(a), big(b));
  return parts ? parts->first.text() + " " + parts->second.text() : "nothing";
}

constexpr std::string_view googol_like = "123456789012345678901234567890";

TEST(BigInt, ReadsAndWritesDigitsOfEveryBase) {
  EXPECT_EQ(big(googol_like).text(), googol_like);
  EXPECT_EQ(big("-000").text(), "0");
  EXPECT_EQ(BigInt::parse("FFffFFffFFffFFffFF", 16)->text(36), "rombrbjfm2fe9r");
  EXPECT_EQ(big("1000000000000000000").text(), "1000000000000000000");
  EXPECT_EQ(big("-36893488147419103232").text(2), "-1" + std::string(65, '0'));
  EXPECT_EQ(BigInt::parse("12a"), std::nullopt);
  EXPECT_EQ(BigInt::parse(""), std::nullopt);
}

TEST(BigInt, WritesNumbersOfEveryLength) {
  for (const auto& [base, highest] : {std::pair(2U, '1'), std::pair(10U, '9'), std::pair(36U, 'z')}) {
    for (std::size_t length = 1; length < 6000; length += 1 + length / 16) {
      const std::string largest(length, highest);
      const std::string sparse = "1" + std::string(length, '0') + "101";
      EXPECT_EQ(BigInt::parse(largest, base)->text(base), largest);
      EXPECT_EQ(BigInt::parse(sparse, base, true)->text(base), "-" + sparse);
    }
  }
}

TEST(BigInt, KnowsWhat64BitsHold) {
  EXPECT_EQ(big("9223372036854775807").to_int64(), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(big("9223372036854775808").to_int64(), std::nullopt);
  EXPECT_EQ(big("-9223372036854775808").to_int64(), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(big("-9223372036854775809").to_int64(), std::nullopt);
  EXPECT_EQ(BigInt(std::numeric_limits<std::int64_t>::min()).text(), "-9223372036854775808");
}

TEST(BigInt, AddsSubtractsAndMultiplies) {
  EXPECT_EQ((big(googol_like) + big("-123456789012345678901234567891")).text(), "-1");
  EXPECT_EQ((big(googol_like) - big(googol_like)).text(), "0");
  EXPECT_EQ((big(googol_like) * big("-10")).text(), "-1234567890123456789012345678900");
  EXPECT_EQ(big("-7").power(33).text(), "-7730993719707444524137094407");
}

TEST(BigInt, DividesRoundingDown) {
  EXPECT_EQ(divided("100000000000000000001", "10"), "10000000000000000000 1");
  EXPECT_EQ(divided("-100000000000000000001", "10"), "-10000000000000000001 9");
  EXPECT_EQ(divided("100000000000000000001", "-10"), "-10000000000000000001 -9");
  EXPECT_EQ(divided("1", "0"), "nothing");
}

TEST(BigInt, TreatsNegativeNumbersAsTwosComplementInBitOperations) {
  EXPECT_EQ((big("-1") & big("18446744073709551616")).text(), "18446744073709551616");
  EXPECT_EQ((big("-18446744073709551617") | big("1")).text(), "-18446744073709551617");
  EXPECT_EQ((big("-2") ^ big("18446744073709551615")).text(), "-18446744073709551615");
  EXPECT_EQ(big("-5").shift_right(1).text(), "-3");
  EXPECT_EQ(big("-5").shift_right(1000).text(), "-1");
  EXPECT_EQ(big("-5").shift_left(70).text(), "-5902958103587056517120");
}

TEST(BigInt, RoundsToTheNearestDouble) {
  EXPECT_EQ(big("9007199254740993").to_double(), 9007199254740992.0);
  EXPECT_EQ(big("9007199254740995").to_double(), 9007199254740996.0);
  EXPECT_EQ(big("-36893488147419107329").to_double(), -36893488147419111424.0);
  EXPECT_EQ(BigInt(10).power(309).to_double(), std::nullopt);
  EXPECT_EQ(BigInt::true_quotient(BigInt(10).power(400), BigInt(10).power(399)), 10.0);
  EXPECT_EQ(BigInt::true_quotient(BigInt(1), BigInt(2).power(1074)), 5e-324);
  EXPECT_EQ(BigInt::true_quotient(BigInt(10).power(400), BigInt(1)), std::nullopt);
}

TEST(BigInt, TakesTheWholePartOfADouble) {
  EXPECT_EQ(BigInt::from_double(-1e22)->text(), "-10000000000000000000000");
  EXPECT_EQ(BigInt::from_double(-2.9)->text(), "-2");
  EXPECT_EQ(BigInt::from_double(std::nan("")), std::nullopt);
}

TEST(BigInt, ComparesExactlyWithDoubles) {
  EXPECT_LT(BigInt::compare(big("10000000000000000000000001"), 1e25), 0);
  EXPECT_EQ(BigInt::compare(big("10000000000000000905969664"), 1e25), 0);
  EXPECT_LT(BigInt::compare(BigInt(2), 2.5), 0);
  EXPECT_GT(BigInt::compare(BigInt(-2), -2.5), 0);
  EXPECT_LT(BigInt::compare(BigInt(10).power(400), std::numeric_limits<double>::infinity()), 0);
}

TEST(BigInt, EndsInALimitBeforeItComputesWhatIsTooLong) {
  EXPECT_EQ(BigInt(10).power(9999).text().size(), 10'000U);
  EXPECT_THROW(BigInt(10).power(10'000), LimitError);
  EXPECT_THROW(BigInt(9).power(387'420'489), LimitError);
  EXPECT_THROW(BigInt(1).shift_left(UINT64_MAX), LimitError);
  EXPECT_THROW(BigInt(10).power(6000) * BigInt(10).power(6000), LimitError);
  EXPECT_EQ(BigInt::parse(std::string(10'001, '9')), std::nullopt);
  EXPECT_EQ(BigInt(-1).power(UINT64_MAX).text(), "-1");
}

TEST(BigInt, ChargesWhatIsQuadraticInItsDigits) {
  const BigInt large = BigInt(7).power(11'000);
  const BigInt half = BigInt(7).power(5'500);
  const std::string digits = large.text();
  const std::pair<std::string_view, std::function<void()>> operations[] = {
      {"text", [&] { large.text(); }},
      {"parse", [&] { BigInt::parse(digits); }},
      {"*", [&] { half* half; }},
      {"divide", [&] { BigInt::divide(large, half); }},
      {"power", [&] { BigInt(7).power(11'000); }},
      {"quotient", [&] { BigInt::true_quotient(large, half); }},
  };
  for (const auto& [name, operation] : operations) {
    Budget budget;
    operation();
    EXPECT_GT(budget.steps_used(), 1000u) << name;
  }
  Budget budget;
  BigInt(7).power(40).text();
  EXPECT_EQ(budget.steps_used(), 0u);
}

}  // namespace
}  // namespace evalground
