// Numbers computed from bytes: a checksum against accidental changes, and a hash for indexes. For digests see
// crypto.hpp.
#pragma once

#include <cstdint>
#include <string_view>

namespace evalground {

// The CRC-32 of zip, gzip and PNG: 0xCBF43926 for "123456789". To process bytes in pieces, pass the result for the
// bytes before.
std::uint32_t crc32(std::string_view bytes, std::uint32_t before = 0);

// A 64-bit hash for the index of a map: SipHash-1-3 with a key that is new in every process, so that a hostile document
// cannot contain keys that all collide.
std::uint64_t hash_bytes(std::string_view bytes);

// A hash of an integer: the finalizer of SplitMix64, with the key.
std::uint64_t hash_integer(std::uint64_t number);

}  // namespace evalground
