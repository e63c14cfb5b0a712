// bcrypt, using libxcrypt: Blowfish with an expensive key schedule, which mbedTLS lacks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/budget.hpp"

namespace evalground {

// "$2b$12$salt…hash". `kind` is "2a", "2b" or "2y", which hash identically. `cost` (4 to 31) is the binary logarithm of
// the rounds, each of which spends steps. `salt` has 22 digits of bcrypt's base64. At most 72 bytes of the password
// count. Nothing for an invalid salt, or a password that contains NUL. Throws LimitError.
std::optional<std::string> bcrypt(std::string_view kind, std::string_view password, std::string_view salt,
                                  unsigned cost, Budget& budget);

}  // namespace evalground
