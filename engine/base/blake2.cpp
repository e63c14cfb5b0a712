#include "base/blake2.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace evalground {
namespace {

// The order in which the rounds read the message; BLAKE2b begins again after ten.
constexpr std::array<std::array<std::uint8_t, 16>, 10> schedule = {{
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
}};

// What differs between the two: the word, the rounds, the distances of rotation, the initial words (SHA-2's).
struct Blake2b {
  using Word = std::uint64_t;
  static constexpr std::size_t rounds = 12;
  static constexpr std::array<unsigned, 4> rotations = {32, 24, 16, 63};
  static constexpr std::array<Word, 8> initial = {0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B,
                                                  0xA54FF53A5F1D36F1, 0x510E527FADE682D1, 0x9B05688C2B3E6C1F,
                                                  0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179};
};
struct Blake2s {
  using Word = std::uint32_t;
  static constexpr std::size_t rounds = 10;
  static constexpr std::array<unsigned, 4> rotations = {16, 12, 8, 7};
  static constexpr std::array<Word, 8> initial = {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                                                  0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};
};

template <class Kind>
std::string blake2(std::string_view bytes) {
  using Word = typename Kind::Word;
  constexpr std::size_t word_size = sizeof(Word);
  constexpr std::size_t block_size = 16 * word_size;
  const auto rotate = [](Word word, unsigned count) {
    return static_cast<Word>(word >> count | word << (8 * word_size - count));
  };

  std::array<Word, 8> hash = Kind::initial;
  hash[0] ^= static_cast<Word>(0x01010000U ^ (8 * word_size));
  std::size_t at = 0;
  bool is_last = false;
  while (!is_last) {
    is_last = bytes.size() - at <= block_size;
    const std::string_view block = bytes.substr(at, block_size);
    at += block.size();
    std::array<Word, 16> message{};
    for (std::size_t i = 0; i < block.size(); ++i) {
      const Word byte = static_cast<unsigned char>(block[i]);
      message[i / word_size] |= static_cast<Word>(byte << (8 * (i % word_size)));
    }
    std::array<Word, 16> v;
    std::copy(hash.begin(), hash.end(), v.begin());
    std::copy(Kind::initial.begin(), Kind::initial.end(), v.begin() + 8);
    v[12] ^= static_cast<Word>(at);
    if (is_last) v[14] = static_cast<Word>(~v[14]);
    const auto mix = [&](std::size_t a, std::size_t b, std::size_t c, std::size_t d, Word x, Word y) {
      v[a] = static_cast<Word>(v[a] + v[b] + x);
      v[d] = rotate(v[d] ^ v[a], Kind::rotations[0]);
      v[c] = static_cast<Word>(v[c] + v[d]);
      v[b] = rotate(v[b] ^ v[c], Kind::rotations[1]);
      v[a] = static_cast<Word>(v[a] + v[b] + y);
      v[d] = rotate(v[d] ^ v[a], Kind::rotations[2]);
      v[c] = static_cast<Word>(v[c] + v[d]);
      v[b] = rotate(v[b] ^ v[c], Kind::rotations[3]);
    };
    for (std::size_t round = 0; round < Kind::rounds; ++round) {
      const auto& order = schedule[round % schedule.size()];
      for (std::size_t i = 0; i < 4; ++i) {  // columns
        mix(i, 4 + i, 8 + i, 12 + i, message[order[2 * i]], message[order[2 * i + 1]]);
      }
      for (std::size_t i = 0; i < 4; ++i) {  // diagonals
        mix(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, message[order[8 + 2 * i]],
            message[order[9 + 2 * i]]);
      }
    }
    for (std::size_t i = 0; i < 8; ++i) hash[i] ^= v[i] ^ v[i + 8];
  }
  std::string digest;
  for (const Word word : hash) {
    for (std::size_t i = 0; i < word_size; ++i) digest += static_cast<char>(word >> (8 * i) & 0xFFU);
  }
  return digest;
}

}  // namespace

std::string blake2b(std::string_view bytes) {
  return blake2<Blake2b>(bytes);
}

std::string blake2s(std::string_view bytes) {
  return blake2<Blake2s>(bytes);
}

}  // namespace evalground
