// BigInt's digits are a vector with the counting allocator. libtommath computes with them in place (`view`), or with
// numbers of its own whose digits are then copied (`take`). Sizes are checked before any computation. So no result
// exceeds the cap, and libtommath's own, uncounted memory stays small. Operations that take more than linear time are
// charged before they run (`charge`).
//
// Digits are of 60 bits, the lowest first, and 0 has none. Results are normalized: no leading zero digits, no minus
// before 0. Equal numbers therefore have equal digits, and a hash over the bytes is enough.
#include "base/bigint.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <tommath.h>

#include "base/budget.hpp"
#include "base/hash.hpp"

namespace evalground {
namespace {

static_assert(MP_DIGIT_BIT == 60, "BigInt's digits are libtommath's");

// Only missing memory can be reported here, because sizes are checked before.
void check(mp_err error) {
  if (error != MP_OKAY) throw std::bad_alloc();
}

// A number that libtommath owns.
struct Number {
  mp_int value;

  Number() { check(mp_init(&value)); }
  ~Number() { mp_clear(&value); }
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;
};

// Steps for an algorithm that multiplies each of `count` digits with each of `others`.
void charge(std::size_t count, std::size_t others) {
  constexpr std::size_t multiplications_of_step = 32;
  Budget::step_current(count * others / multiplications_of_step);
}

std::size_t digits_of_bits(std::size_t bits) {
  return bits / MP_DIGIT_BIT + 1;
}

[[noreturn]] void fail_too_large() {
  throw LimitError(Limit::digits, BigInt::most_digits);
}

// As many digits as fit one word of libtommath, and the base to that power.
// Reading and writing go chunk by chunk, 18 decimal digits at a time, so a number of n digits takes n/18 operations on
// the whole number instead of n.
struct Chunk {
  std::size_t digits = 0;
  mp_digit power = 1;
};

Chunk chunk_of(unsigned base) {
  Chunk chunk;
  while (chunk.power <= MP_MASK / base) {
    chunk.power *= base;
    ++chunk.digits;
  }
  return chunk;
}

// The value of a digit or letter; 36 for any other character.
unsigned digit_value(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'z') return static_cast<unsigned>(c - 'a' + 10);
  if (c >= 'A' && c <= 'Z') return static_cast<unsigned>(c - 'A' + 10);
  return 36;
}

// The double nearest to magnitude * 2^exponent. In a magnitude of more than 54 bits, the lowest bit also stands for all
// lower ones. Infinity on overflow. Invariant: the result is not subnormal.
double scaled(std::uint64_t magnitude, int exponent) {
  return std::ldexp(static_cast<double>(magnitude), exponent);
}

}  // namespace

// Converts between BigInt and libtommath.
struct BigIntAccess {
  // A read-only view of the number for libtommath. It must not outlive the number.
  static mp_int view(const BigInt& number) {
    static mp_digit zero = 0;
    const int used = static_cast<int>(number.digits_.size());
    mp_int result;
    result.used = used;
    result.alloc = used;
    result.sign = number.is_negative_ ? MP_NEG : MP_ZPOS;
    result.dp = used == 0 ? &zero : const_cast<mp_digit*>(number.digits_.data());
    return result;
  }

  // Throws LimitError when the number exceeds the cap.
  static BigInt take(const Number& number) {
    if (static_cast<std::size_t>(mp_count_bits(&number.value)) > BigInt::most_bits) fail_too_large();
    BigInt result;
    result.digits_.assign(number.value.dp, number.value.dp + number.value.used);
    result.is_negative_ = number.value.sign == MP_NEG;
    return result;
  }

  using Operation = mp_err (*)(const mp_int*, const mp_int*, mp_int*);
  static BigInt apply(Operation operation, const BigInt& a, const BigInt& b) {
    const mp_int left = view(a);
    const mp_int right = view(b);
    Number result;
    check(operation(&left, &right, &result.value));
    return take(result);
  }

  // The 64 highest bits. The lowest of them is also set if any lower bit of the number is set.
  static std::uint64_t top_bits(const mp_int& number) {
    const int bits = mp_count_bits(&number);
    if (bits <= 64) return mp_get_mag_u64(&number);
    Number top, rest;
    check(mp_div_2d(&number, bits - 64, &top.value, &rest.value));
    return mp_get_mag_u64(&top.value) | (rest.value.used != 0 ? 1U : 0U);
  }

  static double to_double(const mp_int& number) {
    const double magnitude = scaled(top_bits(number), std::max(mp_count_bits(&number) - 64, 0));
    return number.sign == MP_NEG ? -magnitude : magnitude;
  }
};

// The magnitude of the lowest number does not fit a signed integer, hence the complement in unsigned arithmetic.
BigInt::BigInt(std::int64_t value) : is_negative_(value < 0) {
  const std::uint64_t magnitude =
      is_negative_ ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
  if (magnitude == 0) return;
  digits_.push_back(magnitude & MP_MASK);
  if (magnitude > MP_MASK) digits_.push_back(magnitude >> MP_DIGIT_BIT);
}

// The first chunk is the short one, so every later multiplication is by the same power. Nothing for text that is not a
// number, and for one beyond the cap.
std::optional<BigInt> BigInt::parse(std::string_view digits, unsigned base, bool is_negative) {
  const bool is_number =
      !digits.empty() && std::all_of(digits.begin(), digits.end(), [&](char c) { return digit_value(c) < base; });
  if (!is_number) return std::nullopt;
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.size() > most_bits) return std::nullopt;
  const Chunk chunk = chunk_of(base);
  const std::size_t chunks = std::min(digits.size() / chunk.digits, digits_of_bits(most_bits)) + 1;
  charge(chunks, chunks);
  Number number;
  for (std::size_t begin = 0; begin < digits.size();) {
    const std::size_t size = begin == 0 ? (digits.size() - 1) % chunk.digits + 1 : chunk.digits;
    mp_digit value = 0;
    for (const char c : digits.substr(begin, size)) value = value * base + digit_value(c);
    check(mp_mul_d(&number.value, chunk.power, &number.value));
    check(mp_add_d(&number.value, value, &number.value));
    if (static_cast<std::size_t>(mp_count_bits(&number.value)) > most_bits) return std::nullopt;
    begin += size;
  }
  BigInt result = BigIntAccess::take(number);
  result.is_negative_ = is_negative && !result.is_zero();
  return result;
}

// The 53 bits of the fraction are exact as an integer of 62 bits, which is then shifted into place.
std::optional<BigInt> BigInt::from_double(double number) {
  if (!std::isfinite(number)) return std::nullopt;
  int exponent = 0;
  const double fraction = std::frexp(std::trunc(number), &exponent);
  if (exponent <= 63) return BigInt(static_cast<std::int64_t>(number));
  return BigInt(static_cast<std::int64_t>(std::ldexp(fraction, 62)))
      .shift_left(static_cast<std::uint64_t>(exponent - 62));
}

std::size_t BigInt::bit_length() const {
  const mp_int number = BigIntAccess::view(*this);
  return static_cast<std::size_t>(mp_count_bits(&number));
}

// One more negative number fits than positive ones.
std::optional<std::int64_t> BigInt::to_int64() const {
  if (digits_.size() > 2 || bit_length() > 64) return std::nullopt;
  const mp_int number = BigIntAccess::view(*this);
  const std::uint64_t magnitude = mp_get_mag_u64(&number);
  constexpr std::uint64_t highest = std::numeric_limits<std::int64_t>::max();
  if (magnitude > highest + (is_negative_ ? 1 : 0)) return std::nullopt;
  return static_cast<std::int64_t>(is_negative_ ? ~magnitude + 1 : magnitude);
}

std::optional<double> BigInt::to_double() const {
  const double result = BigIntAccess::to_double(BigIntAccess::view(*this));
  if (std::isinf(result)) return std::nullopt;
  return result;
}

// Divides by the largest power of a chunk, then both parts by its square root, and so on until each part is a chunk.
// Division by long numbers multiplies, for the most part. Dividing by one chunk after the other divides each time by a
// word, which WebAssembly has no instruction for.
std::string BigInt::text(unsigned base) const {
  if (is_zero()) return "0";
  const Chunk chunk = chunk_of(base);
  std::vector<BigInt> powers{BigInt(static_cast<std::int64_t>(chunk.power))};
  while (2 * powers.back().bit_length() <= bit_length() + 1) powers.push_back(powers.back() * powers.back());
  std::vector<BigInt> parts{is_negative_ ? -*this : *this};
  for (auto power = powers.rbegin(); power != powers.rend(); ++power) {
    std::vector<BigInt> halves;
    for (const BigInt& part : parts) {
      auto [high, low] = *divide(part, *power);
      if (!halves.empty() || !high.is_zero()) halves.push_back(std::move(high));
      halves.push_back(std::move(low));
    }
    parts = std::move(halves);
  }
  std::string result;
  for (const BigInt& part : parts) {
    std::string digits(chunk.digits, '0');
    std::uint64_t rest = part.is_zero() ? 0 : part.digits_.front();
    for (auto digit = digits.rbegin(); rest != 0; ++digit, rest /= base) {
      *digit = "0123456789abcdefghijklmnopqrstuvwxyz"[rest % base];
    }
    result += digits;
  }
  result.erase(0, result.find_first_not_of('0'));
  return is_negative_ ? "-" + result : result;
}

BigInt BigInt::operator-() const {
  BigInt result = *this;
  result.is_negative_ = !is_negative_ && !is_zero();
  return result;
}

BigInt operator+(const BigInt& a, const BigInt& b) {
  return BigIntAccess::apply(mp_add, a, b);
}

BigInt operator-(const BigInt& a, const BigInt& b) {
  return BigIntAccess::apply(mp_sub, a, b);
}

BigInt operator*(const BigInt& a, const BigInt& b) {
  if (a.bit_length() + b.bit_length() > BigInt::most_bits + 1) fail_too_large();
  charge(a.digits_.size(), b.digits_.size());
  return BigIntAccess::apply(mp_mul, a, b);
}

BigInt operator&(const BigInt& a, const BigInt& b) {
  return BigIntAccess::apply(mp_and, a, b);
}

BigInt operator|(const BigInt& a, const BigInt& b) {
  return BigIntAccess::apply(mp_or, a, b);
}

BigInt operator^(const BigInt& a, const BigInt& b) {
  return BigIntAccess::apply(mp_xor, a, b);
}

// A number of n bits has at least (n - 1) * e bits in its power, which decides before anything is computed. 1 and -1
// are apart, because their powers stay small whatever the exponent is.
BigInt BigInt::power(std::uint64_t exponent) const {
  const std::size_t bits = bit_length();
  if (exponent == 0) return BigInt(1);
  if (bits == 0) return *this;
  if (bits == 1) return exponent % 2 == 0 ? BigInt(1) : *this;
  if (exponent > most_bits / (bits - 1)) fail_too_large();
  const std::size_t digits = digits_of_bits(bits * static_cast<std::size_t>(exponent));
  charge(digits, digits);
  const mp_int number = BigIntAccess::view(*this);
  Number result;
  check(mp_expt_n(&number, static_cast<int>(exponent), &result.value));
  return BigIntAccess::take(result);
}

BigInt BigInt::shift_left(std::uint64_t bits) const {
  if (is_zero()) return *this;
  if (bits > most_bits) fail_too_large();
  const mp_int number = BigIntAccess::view(*this);
  Number result;
  check(mp_mul_2d(&number, static_cast<int>(bits), &result.value));
  return BigIntAccess::take(result);
}

// Rounds down, as in Python: -1 >> 5 is -1.
BigInt BigInt::shift_right(std::uint64_t bits) const {
  if (bits > bit_length()) return BigInt(is_negative_ ? -1 : 0);
  const mp_int number = BigIntAccess::view(*this);
  Number result;
  check(mp_signed_rsh(&number, static_cast<int>(bits), &result.value));
  return BigIntAccess::take(result);
}

std::optional<std::pair<BigInt, BigInt>> BigInt::divide(const BigInt& a, const BigInt& b) {
  if (b.is_zero()) return std::nullopt;
  const mp_int left = BigIntAccess::view(a);
  const mp_int right = BigIntAccess::view(b);
  charge(a.digits_.size(), b.digits_.size());
  Number quotient, rest;
  check(mp_div(&left, &right, &quotient.value, &rest.value));
  // libtommath rounds towards 0, Python rounds down.
  if (rest.value.used != 0 && rest.value.sign != right.sign) {
    check(mp_sub_d(&quotient.value, 1, &quotient.value));
    check(mp_add(&rest.value, &right, &rest.value));
  }
  return std::pair(BigIntAccess::take(quotient), BigIntAccess::take(rest));
}

std::optional<double> BigInt::true_quotient(const BigInt& a, const BigInt& b) {
  if (b.is_zero()) return std::nullopt;
  const double sign = a.is_negative_ != b.is_negative_ ? -1.0 : 1.0;
  if (a.is_zero()) return sign * 0.0;
  // Scale so that the quotient has exactly the significant bits, divide once, and round once, to even. A quotient of 66
  // or 67 bits suffices for a double. A subnormal one is cut at a double's lowest bit, plus two bits for rounding.
  constexpr int lowest_exponent = -1074;
  const int exponent = static_cast<int>(a.bit_length()) - static_cast<int>(b.bit_length());
  const bool is_subnormal = exponent < -1021;
  const int shift = is_subnormal ? 2 - lowest_exponent : 66 - exponent;
  const mp_int left = BigIntAccess::view(a);
  const mp_int right = BigIntAccess::view(b);
  charge(a.digits_.size() + b.digits_.size(), a.digits_.size() + b.digits_.size());
  Number dividend, divisor, quotient, rest;
  check(mp_mul_2d(&left, std::max(shift, 0), &dividend.value));
  check(mp_mul_2d(&right, std::max(-shift, 0), &divisor.value));
  check(mp_div(&dividend.value, &divisor.value, &quotient.value, &rest.value));
  const bool is_inexact = rest.value.used != 0;
  double magnitude = 0;
  if (is_subnormal) {
    const std::uint64_t bits = mp_get_mag_u64(&quotient.value);
    const std::uint64_t below = (bits & 3U) * 2 + (is_inexact ? 1 : 0);  // in eighths of the lowest bit
    const std::uint64_t whole = bits >> 2;
    const bool rounds_up = below > 4 || (below == 4 && whole % 2 == 1);
    magnitude = scaled(whole + (rounds_up ? 1 : 0), lowest_exponent);
  } else {
    const int quotient_bits = mp_count_bits(&quotient.value);
    const std::uint64_t top = BigIntAccess::top_bits(quotient.value) | (is_inexact ? 1U : 0U);
    magnitude = scaled(top, quotient_bits - 64 - shift);
  }
  if (std::isinf(magnitude)) return std::nullopt;
  return sign * magnitude;
}

int BigInt::compare(const BigInt& a, const BigInt& b) {
  const mp_int left = BigIntAccess::view(a);
  const mp_int right = BigIntAccess::view(b);
  return mp_cmp(&left, &right);
}

// Exact, as in Python: the double is not a rounded integer, and the integer is not converted to a double. Infinity is
// beyond every integer. NaN has no order, and counts as below all integers here.
int BigInt::compare(const BigInt& a, double b) {
  const auto whole = from_double(b);
  if (!whole) return b > 0 ? -1 : 1;
  const int order = compare(a, *whole);
  if (order != 0) return order;
  const double fraction = b - std::trunc(b);
  return fraction > 0 ? -1 : fraction < 0 ? 1 : 0;
}

std::uint64_t BigInt::hash() const {
  const std::string_view bytes(reinterpret_cast<const char*>(digits_.data()), digits_.size() * sizeof(std::uint64_t));
  return hash_bytes(bytes) ^ (is_negative_ ? 1U : 0U);
}

}  // namespace evalground
