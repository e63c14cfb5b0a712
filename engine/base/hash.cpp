// Checksums and hashes. crc32() is for links. Map keys are hashed by SipHash-1-3 with a random key, one round for each
// word and three at the end: fast for short keys, and nobody who writes a document can choose keys that collide.
//
// Hot: compiled for speed in every module.
#include "base/hash.hpp"

#include <array>
#include <cstddef>
#include <cstring>
#include <random>

namespace evalground {
namespace {

// Remainders of each byte by the reversed polynomial 0xEDB88320.
constexpr auto crc_table = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t rest = byte;
    for (int bit = 0; bit < 8; ++bit) rest = rest >> 1 ^ (rest & 1 ? 0xEDB88320u : 0);
    table[byte] = rest;
  }
  return table;
}();

std::uint64_t rotate(std::uint64_t word, int bits) {
  return word << bits | word >> (64 - bits);
}

std::uint64_t random_word() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

// New in every process, so that no document can be crafted with colliding keys. Only speed depends on it: maps keep the
// insertion order.
const std::uint64_t key[2] = {random_word(), random_word()};

struct SipState {
  // SipHash's four constants, mixed with the key.
  std::uint64_t v0 = 0x736F6D6570736575u ^ key[0];
  std::uint64_t v1 = 0x646F72616E646F6Du ^ key[1];
  std::uint64_t v2 = 0x6C7967656E657261u ^ key[0];
  std::uint64_t v3 = 0x7465646279746573u ^ key[1];

  void round() {
    v0 += v1;
    v2 += v3;
    v1 = rotate(v1, 13) ^ v0;
    v3 = rotate(v3, 16) ^ v2;
    v0 = rotate(v0, 32);
    v2 += v1;
    v0 += v3;
    v1 = rotate(v1, 17) ^ v2;
    v3 = rotate(v3, 21) ^ v0;
    v2 = rotate(v2, 32);
  }

  void absorb(std::uint64_t word) {
    v3 ^= word;
    round();
    v0 ^= word;
  }
};

// The last bytes, fewer than eight, as a word. They are read in pieces that may overlap.
std::uint64_t rest_word(std::string_view bytes, std::size_t count) {
  if (count == 0) return 0;
  const char* const end = bytes.data() + bytes.size();
  const auto byte_at = [begin = end - count](std::size_t at) {
    return std::uint64_t{static_cast<std::uint8_t>(begin[at])} << (8 * at);
  };
  if (bytes.size() >= sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, end - sizeof word, sizeof word);
    return word >> (8 * (sizeof word - count));
  }
  if (count < sizeof(std::uint32_t)) return byte_at(0) | byte_at(count / 2) | byte_at(count - 1);
  std::uint32_t first = 0, last = 0;
  std::memcpy(&first, end - count, sizeof first);
  std::memcpy(&last, end - sizeof last, sizeof last);
  return first | std::uint64_t{last} << (8 * (count - sizeof last));
}

}  // namespace

std::uint32_t crc32(std::string_view bytes, std::uint32_t before) {
  std::uint32_t rest = ~before;
  for (char byte : bytes) rest = rest >> 8 ^ crc_table[(rest ^ static_cast<std::uint8_t>(byte)) & 0xFF];
  return ~rest;
}

std::uint64_t hash_bytes(std::string_view bytes) {
  SipState state;
  std::uint64_t word;
  std::size_t offset = 0;
  for (; bytes.size() - offset >= sizeof word; offset += sizeof word) {
    std::memcpy(&word, bytes.data() + offset, sizeof word);
    state.absorb(word);
  }
  state.absorb(std::uint64_t{bytes.size()} << 56 | rest_word(bytes, bytes.size() - offset));
  state.v2 ^= 0xFF;
  for (int i = 0; i < 3; ++i) state.round();
  return state.v0 ^ state.v1 ^ state.v2 ^ state.v3;
}

// The finalizer of SplitMix64 with the key before and after: integers need no full SipHash.
std::uint64_t hash_integer(std::uint64_t number) {
  number += key[0];
  number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9u;
  number = (number ^ number >> 27) * 0x94D049BB133111EBu;
  return (number ^ number >> 31) + key[1];
}

}  // namespace evalground
