// Numbers that stand for bytes: a checksum against accidents, and a hash for indexes. For digests see
// crypto.hpp.
#pragma once

#include <cstdint>
#include <string_view>

namespace evalground {

// The CRC-32 of zip, gzip and PNG: 0xCBF43926 for "123456789". Pass the result for the bytes before to go on
// in pieces.
std::uint32_t crc32(std::string_view bytes, std::uint32_t before = 0);

// A 64-bit hash for the index of a map, the same in every process. It is SipHash-1-3 under a fixed key:
// documents are hostile, and unlike faster hashes (FNV, multiply and fold) it lets nobody write down keys
// that all collide. Keys that share a slot of a small table can still be searched for, so a probe of a table
// costs a step of the budget.
std::uint64_t hash_bytes(std::string_view bytes);

// A well-mixed hash of an integer (the finaliser of SplitMix64), for the tables that hash_bytes serves.
constexpr std::uint64_t hash_integer(std::uint64_t number) {
  number += 0x9E3779B97F4A7C15U;
  number = (number ^ (number >> 30U)) * 0xBF58476D1CE4E5B9U;
  number = (number ^ (number >> 27U)) * 0x94D049BB133111EBU;
  return number ^ (number >> 31U);
}

}  // namespace evalground
