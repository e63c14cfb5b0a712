// Reads share links (docs/links.md); the native command makes none.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace evalground::cli {

// Why a link cannot be read.
class LinkError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// True for "https://…#w1.…" and for the bare fragment "#w1.…" or "w1.…".
bool is_link(std::string_view text);

// The JSON of a link's workspace. Bounded: 512 KiB of link, 8 MiB unpacked. Throws LinkError.
std::string read_link(std::string_view text);

}  // namespace evalground::cli
