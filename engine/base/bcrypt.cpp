#include "base/bcrypt.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace evalground {
namespace {

constexpr std::string_view digits = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

// What one expansion of the key costs beside a step of an evaluator: 521 encryptions.
constexpr std::uint64_t steps_per_expansion = 400;

constexpr std::size_t word_count = 18 + 4 * 256;

// Blowfish begins with the binary digits of pi behind the point: computed here by Machin's formula,
// pi = 16 arctan(1/5) - 4 arctan(1/239), rather than kept as a table of 4 KiB.
class PiWords {
 public:
  PiWords() : sum_(size, 0) {
    add_arctangent(16, 5, false);
    add_arctangent(4, 239, true);
  }
  // The word behind the whole 3.
  std::uint32_t operator[](std::size_t index) const { return sum_[index + 1]; }

 private:
  // Numbers of fixed point: a whole word, then fractions; the last words are lost to rounding.
  static constexpr std::size_t size = word_count + 3;
  using Number = std::vector<std::uint32_t>;

  static bool divide(Number& number, std::uint32_t divisor) {
    std::uint64_t rest = 0;
    bool is_zero = true;
    for (std::uint32_t& word : number) {
      rest = rest << 32 | word;
      word = static_cast<std::uint32_t>(rest / divisor);
      rest %= divisor;
      is_zero = is_zero && word == 0;
    }
    return !is_zero;
  }

  void add(const Number& number, bool is_negative) {
    std::uint64_t carry = is_negative ? 1 : 0;
    for (std::size_t i = size; i-- > 0;) {
      carry += static_cast<std::uint64_t>(sum_[i]) + (is_negative ? ~number[i] : number[i]);
      sum_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
  }

  // factor * arctan(1/x) = factor * (1/x - 1/(3 x^3) + 1/(5 x^5) - …)
  void add_arctangent(std::uint32_t factor, std::uint32_t x, bool is_negative) {
    Number power(size, 0);
    power[0] = factor;
    divide(power, x);
    bool is_not_zero = true;
    for (std::uint32_t n = 1; is_not_zero; n += 2) {
      Number term = power;
      divide(term, n);
      add(term, is_negative != (n % 4 == 3));
      is_not_zero = divide(power, x * x);
    }
  }

  Number sum_;
};

struct Blowfish {
  std::array<std::uint32_t, 18> p;
  std::array<std::uint32_t, 1024> s;

  Blowfish() {
    static const PiWords pi;
    for (std::size_t i = 0; i < p.size(); ++i) p[i] = pi[i];
    for (std::size_t i = 0; i < s.size(); ++i) s[i] = pi[p.size() + i];
  }

  void encrypt(std::uint32_t& left, std::uint32_t& right) const {
    std::uint32_t l = left;
    std::uint32_t r = right;
    for (std::size_t i = 0; i < 16; i += 2) {
      l ^= p[i];
      r ^= mixed(l) ^ p[i + 1];
      l ^= mixed(r);
    }
    left = r ^ p[17];
    right = l ^ p[16];
  }

  // Mixes the key in, and the salt when there is one.
  void expand(std::string_view key, std::string_view salt) {
    std::size_t key_at = 0;
    for (std::uint32_t& word : p) word ^= next_word(key, key_at);
    std::size_t salt_at = 0;
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    const auto fill = [&](std::uint32_t* words, std::size_t count) {
      for (std::size_t i = 0; i < count; i += 2) {
        if (!salt.empty()) {
          left ^= next_word(salt, salt_at);
          right ^= next_word(salt, salt_at);
        }
        encrypt(left, right);
        words[i] = left;
        words[i + 1] = right;
      }
    };
    fill(p.data(), p.size());
    fill(s.data(), s.size());
  }

 private:
  std::uint32_t mixed(std::uint32_t x) const {
    return ((s[x >> 24] + s[256 + (x >> 16 & 255U)]) ^ s[512 + (x >> 8 & 255U)]) + s[768 + (x & 255U)];
  }

  static std::uint32_t next_word(std::string_view bytes, std::size_t& at) {
    std::uint32_t word = 0;
    for (int i = 0; i < 4; ++i, at = (at + 1) % bytes.size()) word = word << 8 | static_cast<unsigned char>(bytes[at]);
    return word;
  }
};

// The bits of three bytes, the highest first, in digits of 6 bits; what is left over at the end is filled with zeros.
std::string encode(std::string_view bytes) {
  std::string text;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char byte : bytes) {
    bits = (bits << 8 | static_cast<unsigned char>(byte)) & 0xFFFFU;
    count += 8;
    for (; count >= 6; count -= 6) text += digits[bits >> (count - 6) & 63U];
  }
  if (count != 0) text += digits[bits << (6 - count) & 63U];
  return text;
}

std::optional<std::string> decode(std::string_view text) {
  std::string bytes;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char digit : text) {
    const std::size_t value = digits.find(digit);
    if (value == std::string_view::npos) return std::nullopt;
    bits = (bits << 6 | static_cast<std::uint32_t>(value)) & 0xFFFFU;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes += static_cast<char>(bits >> count & 0xFFU);
    }
  }
  return bytes;
}

}  // namespace

std::optional<std::string> bcrypt(std::string_view kind, std::string_view password, std::string_view salt,
                                  unsigned cost, Budget& budget) {
  const std::optional<std::string> salt_bytes = decode(salt);
  if (!salt_bytes || salt.size() != 22) return std::nullopt;
  std::string key(password.substr(0, 72));
  if (key.size() < 72) key += '\0';

  Blowfish cipher;
  cipher.expand(key, *salt_bytes);
  for (std::uint64_t round = 0; round < 1ULL << cost; ++round) {
    budget.step(2 * steps_per_expansion);
    cipher.expand(key, {});
    cipher.expand(*salt_bytes, {});
  }
  // "OrpheanBeholderScryDoubt"
  std::array<std::uint32_t, 6> words = {0x4F727068, 0x65616E42, 0x65686F6C, 0x64657253, 0x63727944, 0x6F756274};
  for (std::size_t i = 0; i < words.size(); i += 2) {
    for (int times = 0; times < 64; ++times) cipher.encrypt(words[i], words[i + 1]);
  }
  std::string hash;
  for (const std::uint32_t word : words) {
    for (int shift = 24; shift >= 0; shift -= 8) hash += static_cast<char>(word >> shift & 0xFFU);
  }
  hash.pop_back();
  const std::string number = std::to_string(cost);
  return "$" + std::string(kind) + "$" + (number.size() == 1 ? "0" : "") + number + "$" + encode(*salt_bytes) +
         encode(hash);
}

}  // namespace evalground
