// After Matsumoto and Nishimura's mt19937ar (2002). CPython passes the words of the seed to its init_by_array.
#include "base/crypto/random.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/crypto/crypto.hpp"

namespace evalground {

namespace {

using Words = std::vector<std::uint32_t>;

Words words_of(std::int64_t seed) {
  const std::uint64_t magnitude = seed < 0 ? 0 - static_cast<std::uint64_t>(seed) : static_cast<std::uint64_t>(seed);
  Words words = {static_cast<std::uint32_t>(magnitude)};
  if (magnitude >> 32 != 0) words.push_back(static_cast<std::uint32_t>(magnitude >> 32));
  return words;
}

Words words_of(std::string_view seed) {
  const std::string bytes = std::string(seed) + digest(DigestAlgorithm::sha512, seed);
  Words words((bytes.size() + 3) / 4, 0);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::uint32_t byte = static_cast<unsigned char>(bytes[bytes.size() - 1 - i]);
    words[i / 4] |= byte << (8 * (i % 4));
  }
  while (words.size() > 1 && words.back() == 0) words.pop_back();
  return words;
}

}  // namespace

Random::Random(std::string_view seed) {
  start(words_of(seed));
}

void Random::start(std::span<const std::uint32_t> key) {
  state_[0] = 19650218;
  for (std::uint32_t i = 1; i < size; ++i) state_[i] = 1812433253u * (state_[i - 1] ^ state_[i - 1] >> 30) + i;
  std::size_t i = 1;
  auto advance = [&] {
    if (++i == size) {
      state_[0] = state_[size - 1];
      i = 1;
    }
  };
  for (std::size_t k = 0; k < std::max(size, key.size()); ++k, advance()) {
    const std::size_t j = k % key.size();
    state_[i] = (state_[i] ^ (state_[i - 1] ^ state_[i - 1] >> 30) * 1664525u) + key[j] + static_cast<std::uint32_t>(j);
  }
  for (std::size_t k = 1; k < size; ++k, advance()) {
    state_[i] = (state_[i] ^ (state_[i - 1] ^ state_[i - 1] >> 30) * 1566083941u) - static_cast<std::uint32_t>(i);
  }
  state_[0] = 0x80000000u;
}

double Random::unit() {
  const std::uint32_t high = next() >> 5;
  const std::uint32_t low = next() >> 6;
  return (high * 67108864.0 + low) / 9007199254740992.0;
}

std::uint64_t Random::bits(unsigned count) {
  if (count == 0) return 0;
  if (count <= 32) return next() >> (32 - count);
  const std::uint64_t low = next();
  const std::uint64_t high = next() >> (64 - std::min(count, 64u));
  return high << 32 | low;
}

std::uint64_t Random::below(std::uint64_t limit) {
  if (limit == 0) return 0;
  unsigned count = 0;
  while (count < 64 && limit >> count != 0) ++count;
  // Fewer than half of the draws are rejected.
  std::uint64_t drawn = bits(count);
  while (drawn >= limit) drawn = bits(count);
  return drawn;
}

void Random::refill() {
  if (seed_) start(words_of(*std::exchange(seed_, std::nullopt)));
  constexpr std::size_t shift = 397;
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint32_t word = (state_[i] & 0x80000000u) | (state_[(i + 1) % size] & 0x7FFFFFFFu);
    state_[i] = state_[(i + shift) % size] ^ word >> 1 ^ (word & 1 ? 0x9908B0DFu : 0);
  }
  used_ = 0;
}

std::uint32_t Random::next() {
  if (used_ == size) refill();
  std::uint32_t word = state_[used_++];
  word ^= word >> 11;
  word ^= word << 7 & 0x9D2C5680u;
  word ^= word << 15 & 0xEFC60000u;
  return word ^ word >> 18;
}

}  // namespace evalground
