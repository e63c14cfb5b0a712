// Digests, by mbedTLS; no other file sees its headers.
#pragma once

#include <string>
#include <string_view>

namespace evalground {

// The SHA-1 digest of the bytes: 20 raw bytes. For names and checksums that must equal another system's, not
// for safety.
std::string sha1(std::string_view bytes);

}  // namespace evalground
