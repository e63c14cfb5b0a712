// Integers beyond 64 bits, using libtommath, with Python's rules for division and bits. They are capped at about 10,000
// decimal digits. A larger result throws LimitError (digits) before it is computed, so that 9**9**9 ends at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/memory.hpp"

namespace evalground {

class BigInt {
 public:
  // The maximum size of the magnitude in bits, and in decimal digits.
  static constexpr std::size_t most_bits = 33'219;
  static constexpr std::size_t most_digits = 10'000;

  BigInt() = default;          // 0
  BigInt(std::int64_t value);  // implicit, because every integer is a BigInt

  // Digits of the base (2 to 36, any case), without sign, prefix or separator. Nothing for an empty text, another
  // character, or more digits than the cap.
  static std::optional<BigInt> parse(std::string_view digits, unsigned base = 10, bool is_negative = false);
  // The number without its fraction, like Python's int(); nothing for infinities and NaN.
  static std::optional<BigInt> from_double(double number);

  bool is_zero() const { return digits_.empty(); }
  bool is_negative() const { return is_negative_; }
  // The bits of the magnitude, like Python's int.bit_length().
  std::size_t bit_length() const;
  // The value if it fits 64 bits.
  std::optional<std::int64_t> to_int64() const;
  // The nearest double, ties to even; nothing when it rounds to infinity.
  std::optional<double> to_double() const;
  // Digits of the base (2 to 36, lower case), with "-" for a negative number.
  std::string text(unsigned base = 10) const;

  BigInt operator-() const;
  // These throw LimitError (digits) if the result would exceed the cap.
  friend BigInt operator+(const BigInt& a, const BigInt& b);
  friend BigInt operator-(const BigInt& a, const BigInt& b);
  friend BigInt operator*(const BigInt& a, const BigInt& b);
  // Python's a ** exponent.
  BigInt power(std::uint64_t exponent) const;
  BigInt shift_left(std::uint64_t bits) const;
  // Rounds down: -1 >> 1 is -1.
  BigInt shift_right(std::uint64_t bits) const;
  // Python's a // b and a % b (the remainder has the sign of b); nothing when b is 0.
  static std::optional<std::pair<BigInt, BigInt>> divide(const BigInt& a, const BigInt& b);
  // a / b correctly rounded to a double, like Python's true division. Nothing when b is 0 or the quotient is too large.
  static std::optional<double> true_quotient(const BigInt& a, const BigInt& b);

  // In infinite two's complement.
  friend BigInt operator&(const BigInt& a, const BigInt& b);
  friend BigInt operator|(const BigInt& a, const BigInt& b);
  friend BigInt operator^(const BigInt& a, const BigInt& b);

  // Negative, 0 or positive when a is less than, equal to or greater than b.
  static int compare(const BigInt& a, const BigInt& b);
  // Compares exactly with a double that is not NaN.
  static int compare(const BigInt& a, double b);
  friend bool operator==(const BigInt& a, const BigInt& b) { return compare(a, b) == 0; }
  // Equal numbers have equal hashes.
  std::uint64_t hash() const;

 private:
  friend struct BigIntAccess;
  using Digits = std::vector<std::uint64_t, CountingAllocator<std::uint64_t>>;

  Digits digits_;  // 60 bits each, the lowest first, the highest not 0
  bool is_negative_ = false;
};

}  // namespace evalground
