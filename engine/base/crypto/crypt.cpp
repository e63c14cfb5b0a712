#include "base/crypto/crypt.hpp"

#include <array>
#include <vector>

#include "base/crypto/crypto.hpp"

namespace evalground {
namespace {

constexpr std::string_view digits = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

// Steps for one digest of a short text.
constexpr std::uint64_t steps_per_round = 12;

// Encodes the bytes at these positions, most significant first, as `count` digits of 6 bits, least significant first.
void append_digits(std::string& text, std::string_view bytes, std::size_t high, std::size_t middle, std::size_t low,
                   int count) {
  const auto octet = [&](std::size_t at) {
    return at < bytes.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at])) : 0U;
  };
  std::uint32_t number = octet(high) << 16 | octet(middle) << 8 | octet(low);
  for (; count > 0; --count, number >>= 6) text += digits[number & 63U];
}

constexpr std::size_t nothing = 1000;  // no byte at this position: 0

// `text` repeated to `length` bytes.
std::string repeated(std::string_view text, std::size_t length) {
  std::string result;
  while (result.size() < length) result.append(text.substr(0, length - result.size()));
  return result;
}

}  // namespace

std::string md5_crypt(std::string_view password, std::string_view salt, Budget& budget) {
  salt = salt.substr(0, 8);
  const auto md5 = [](std::string_view bytes) { return digest(DigestAlgorithm::md5, bytes); };
  const std::string key(password);
  std::string start = key + "$1$" + std::string(salt);
  start += repeated(md5(key + std::string(salt) + key), key.size());
  for (std::size_t rest = key.size(); rest != 0; rest /= 2) start += (rest & 1U) != 0 || key.empty() ? '\0' : key[0];
  std::string hash = md5(start);
  for (unsigned round = 0; round < 1000; ++round) {
    budget.step(steps_per_round);
    std::string text = (round & 1U) != 0 ? key : hash;
    if (round % 3 != 0) text += salt;
    if (round % 7 != 0) text += key;
    text += (round & 1U) != 0 ? hash : key;
    hash = md5(text);
  }
  std::string result = "$1$" + std::string(salt) + "$";
  for (std::size_t i = 0; i < 5; ++i) append_digits(result, hash, i, i + 6, i == 4 ? 5 : i + 12, 4);
  append_digits(result, hash, nothing, nothing, 11, 2);
  return result;
}

std::string sha_crypt(ShaCrypt scheme, std::string_view password, std::string_view salt, std::uint32_t rounds,
                      Budget& budget) {
  const bool is_512 = scheme == ShaCrypt::sha512;
  const auto sha = [&](std::string_view bytes) {
    return digest(is_512 ? DigestAlgorithm::sha512 : DigestAlgorithm::sha256, bytes);
  };
  salt = salt.substr(0, 16);
  const std::string key(password);
  const std::string key_salt = key + std::string(salt);
  const std::string inner = sha(key_salt + key);
  std::string start = key_salt + repeated(inner, key.size());
  for (std::size_t rest = key.size(); rest != 0; rest /= 2) start += (rest & 1U) != 0 ? inner : key;
  std::string hash = sha(start);

  // Replace the password and the salt by digests of the same lengths.
  budget.step(key.size() * key.size() / 64 + 1);
  const std::string p = repeated(sha(repeated(key, key.size() * key.size())), key.size());
  const std::size_t salt_copies = 16 + static_cast<unsigned char>(hash[0]);
  const std::string s = repeated(sha(repeated(salt, salt.size() * salt_copies)), salt.size());

  std::string text;
  for (std::uint32_t round = 0; round < rounds; ++round) {
    budget.step(steps_per_round + p.size() / 16);
    text = (round & 1U) != 0 ? p : hash;
    if (round % 3 != 0) text += s;
    if (round % 7 != 0) text += p;
    text += (round & 1U) != 0 ? hash : p;
    hash = sha(text);
  }

  std::string result = is_512 ? "$6$" : "$5$";
  if (rounds != 5000) result += "rounds=" + std::to_string(rounds) + "$";
  result.append(salt).append("$");
  // The three positions of each group rotate.
  const std::size_t third = is_512 ? 21 : 10;
  std::array<std::size_t, 3> places = {0, third, 2 * third};
  for (std::size_t group = 0; group < third; ++group) {
    append_digits(result, hash, places[0], places[1], places[2], 4);
    const std::array<std::size_t, 3> before = places;
    places = is_512 ? std::array<std::size_t, 3>{before[1] + 1, before[2] + 1, before[0] + 1}
                    : std::array<std::size_t, 3>{before[2] + 1, before[0] + 1, before[1] + 1};
  }
  if (is_512) {
    append_digits(result, hash, nothing, nothing, 63, 2);
  } else {
    append_digits(result, hash, nothing, 31, 30, 3);
  }
  return result;
}

}  // namespace evalground
