// SHA-3 (FIPS 202), using libtomcrypt, because mbedTLS 2.28 lacks it.
#pragma once

#include <string>
#include <string_view>

namespace evalground {

// The SHA-3 digest of 224, 256, 384 or 512 bits: raw bytes.
std::string sha3(std::string_view bytes, unsigned bits);

}  // namespace evalground
