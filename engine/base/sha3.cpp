#include "base/sha3.hpp"

#include <array>
#include <cstdint>
#include <utility>

namespace evalground {
namespace {

using State = std::array<std::uint64_t, 25>;  // lane x, y is [x + 5 * y]

std::uint64_t rotate(std::uint64_t lane, unsigned count) {
  return count == 0 ? lane : lane << count | lane >> (64 - count);
}

void permute(State& state) {
  std::uint8_t feedback = 1;  // the register that makes the constants of iota
  for (int round = 0; round < 24; ++round) {
    std::array<std::uint64_t, 5> column{};  // theta
    for (std::size_t i = 0; i < 25; ++i) column[i % 5] ^= state[i];
    for (std::size_t i = 0; i < 25; ++i) state[i] ^= column[(i + 4) % 5] ^ rotate(column[(i + 1) % 5], 1);

    std::size_t x = 1;  // rho and pi
    std::size_t y = 0;
    std::uint64_t moved = state[1];
    unsigned count = 0;
    for (unsigned step = 1; step <= 24; ++step) {
      count = (count + step) % 64;
      const std::size_t next_y = (2 * x + 3 * y) % 5;
      x = std::exchange(y, next_y);
      moved = std::exchange(state[x + 5 * y], rotate(moved, count));
    }

    for (std::size_t row = 0; row < 25; row += 5) {  // chi
      const std::array<std::uint64_t, 5> before = {state[row], state[row + 1], state[row + 2], state[row + 3],
                                                   state[row + 4]};
      for (std::size_t i = 0; i < 5; ++i) state[row + i] = before[i] ^ (~before[(i + 1) % 5] & before[(i + 2) % 5]);
    }

    for (unsigned bit = 1; bit <= 64; bit *= 2) {  // iota
      if ((feedback & 1U) != 0) state[0] ^= 1ULL << (bit - 1);
      feedback = static_cast<std::uint8_t>(feedback << 1 ^ (feedback >> 7 != 0 ? 0x71 : 0));
    }
  }
}

}  // namespace

std::string sha3(std::string_view bytes, unsigned bits) {
  const std::size_t rate = 200 - bits / 4;
  State state{};
  const auto absorb = [&](std::size_t at, unsigned byte) {
    state[at / 8] ^= static_cast<std::uint64_t>(byte) << (8 * (at % 8));
  };
  std::size_t at = 0;
  for (const char byte : bytes) {
    absorb(at, static_cast<unsigned char>(byte));
    if (++at == rate) {
      permute(state);
      at = 0;
    }
  }
  absorb(at, 0x06);
  absorb(rate - 1, 0x80);
  permute(state);
  std::string digest;
  for (std::size_t i = 0; i < bits / 8; ++i) digest += static_cast<char>(state[i / 8] >> (8 * (i % 8)) & 0xFFU);
  return digest;
}

}  // namespace evalground
