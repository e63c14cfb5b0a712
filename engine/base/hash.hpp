// Numbers that stand for bytes: a checksum against accidents, and a hash for indexes. For digests see
// crypto.hpp.
#pragma once

#include <cstdint>
#include <string_view>

namespace evalground {

// The CRC-32 of zip, gzip and PNG: 0xCBF43926 for "123456789". Pass the result for the bytes before to go on
// in pieces.
std::uint32_t crc32(std::string_view bytes, std::uint32_t before = 0);

// A 64-bit hash for the index of a map: SipHash-1-3 under a key that is new in every process, since documents are
// hostile and must not be able to bring keys that all collide.
std::uint64_t hash_bytes(std::string_view bytes);

// The same for an integer: the finaliser of SplitMix64 under the key.
std::uint64_t hash_integer(std::uint64_t number);

}  // namespace evalground
