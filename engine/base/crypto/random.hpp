// Repeatable random numbers, identical to those of Python's random.Random for the same seed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace evalground {

// The Mersenne Twister MT19937, seeded and read as in CPython. Never use it for secrets.
class Random {
 public:
  // Like random.Random(seed): a seed and its negative give the same numbers.
  explicit Random(std::int64_t seed) : seed_(seed) {}
  // Like random.Random(seed) for a text: the seed is the number made of its bytes and their SHA-512 digest.
  explicit Random(std::string_view seed);
  // Like random.Random(seed) for a number of any size: the words of its magnitude, least significant first, at least
  // one.
  explicit Random(std::span<const std::uint32_t> seed) { start(seed); }

  // random.random(): from 0 up to but not including 1, in steps of 2^-53.
  double unit();

  // random.getrandbits(count), for a count of up to 64.
  std::uint64_t bits(unsigned count);

  // random.randrange(limit), also the index for random.choice(): below the limit; 0 if the limit is 0.
  std::uint64_t below(std::uint64_t limit);

 private:
  static constexpr std::size_t size = 624;

  // Seeds from the words of a number, least significant first.
  void start(std::span<const std::uint32_t> key);
  std::uint32_t next();
  void refill();

  std::optional<std::int64_t> seed_;  // until the first draw, which most evaluations never make
  std::array<std::uint32_t, size> state_;
  std::size_t used_ = size;
};

}  // namespace evalground
