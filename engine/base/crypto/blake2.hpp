// BLAKE2 (RFC 7693) without a key, at its full length, using libtomcrypt, because mbedTLS lacks it.
#pragma once

#include <string>
#include <string_view>

namespace evalground {

// 64 raw bytes.
std::string blake2b(std::string_view bytes);
// 32 raw bytes.
std::string blake2s(std::string_view bytes);

}  // namespace evalground
