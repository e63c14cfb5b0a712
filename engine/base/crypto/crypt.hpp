// Password hashes in the format of crypt(3): "$6$salt$hash". Every round spends steps. Work and memory grow with the
// square of the password's length, so callers must refuse passwords over longest_password.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/budget.hpp"

namespace evalground {

inline constexpr std::size_t longest_password = 4096;  // bytes

// "$1$salt$…": MD5-crypt with 1000 rounds. At most 8 characters of the salt count.
std::string md5_crypt(std::string_view password, std::string_view salt, Budget& budget);

enum class ShaCrypt : std::uint8_t { sha256, sha512 };

// "$5$salt$…" and "$6$salt$…", with "rounds=N$" before the salt unless there are 5000 rounds. At most 16 characters of
// the salt count.
std::string sha_crypt(ShaCrypt scheme, std::string_view password, std::string_view salt, std::uint32_t rounds,
                      Budget& budget);

}  // namespace evalground
