// Digests, keyed digests, derived keys and a cipher, using mbedTLS. No other file includes its headers. All texts are
// raw bytes; for hexadecimal see encoding.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/budget.hpp"

namespace evalground {

enum class DigestAlgorithm : std::uint8_t { md5, sha1, sha224, sha256, sha384, sha512 };

// The algorithm by its lower-case name in Python's hashlib: "md5", "sha1", "sha256", …
std::optional<DigestAlgorithm> digest_algorithm(std::string_view name);

// The digest of the bytes: 16 (MD5), 20, 28, 32, 48 or 64 raw bytes.
std::string digest(DigestAlgorithm algorithm, std::string_view bytes);

// The SHA-1 digest of the bytes: 20 raw bytes. For names and checksums that must match another system's, not for
// security.
inline std::string sha1(std::string_view bytes) {
  return digest(DigestAlgorithm::sha1, bytes);
}

// HMAC (RFC 2104) with that digest.
std::string hmac(DigestAlgorithm algorithm, std::string_view key, std::string_view bytes);

// PBKDF2 (RFC 8018) with HMAC-SHA-256: `length` bytes. Every iteration of a block spends steps. Throws LimitError.
std::string pbkdf2_sha256(std::string_view password, std::string_view salt, std::uint32_t iterations,
                          std::size_t length, Budget& budget);

// Encrypts or decrypts with AES-256 in counter mode. The key has 32 bytes, the first counter block 16.
std::string aes_256_ctr(std::string_view key, std::string_view counter, std::string_view bytes);

}  // namespace evalground
