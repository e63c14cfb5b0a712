// Repeatable random numbers, the very ones that Python's random.Random gives for the same seed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace evalground {

// The Mersenne Twister MT19937 as CPython seeds and reads it. Never for secrets.
class Random {
 public:
  // As random.Random(seed): a seed and its negative give the same numbers.
  explicit Random(std::int64_t seed) : seed_(seed) {}
  // As random.Random(seed) of a text, which is taken for the number that its bytes and their SHA-512 digest make.
  explicit Random(std::string_view seed);
  // As random.Random(seed) of a number of any size, by the words of its magnitude, the lowest first and at least one.
  explicit Random(std::span<const std::uint32_t> seed) { start(seed); }

  // random.random(): from 0 up to, not including, 1, in steps of 2^-53.
  double unit();

  // random.getrandbits(count), for a count of up to 64.
  std::uint64_t bits(unsigned count);

  // random.randrange(limit), which also picks the index for random.choice(): below the limit, or 0 when that
  // is 0.
  std::uint64_t below(std::uint64_t limit);

 private:
  static constexpr std::size_t size = 624;

  // From the words of a number, the lowest first.
  void start(std::span<const std::uint32_t> key);
  std::uint32_t next();
  void refill();

  std::optional<std::int64_t> seed_;  // until the first draw: most evaluations have none
  std::array<std::uint32_t, size> state_;
  std::size_t used_ = size;
};

}  // namespace evalground
