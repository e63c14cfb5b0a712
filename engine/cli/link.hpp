// Reads and makes share links (docs/links.md).
//
//   https://…#w1.d.<data>.1f0c5a3e
//   https://…#?dialect=yaql&expression=$.a&data=%7B%22a%22:1%7D
//
// `w1` is the version, `d` the codec of the data (raw deflate; `j`: as it stands), the data JSON in base64url, the last
// part its CRC-32. The second form is for tools and hand-written links. A link comes from anywhere: its length and the
// size of what it unpacks to are bounded, and its JSON is not read before the checksum fits.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "value/map.hpp"

namespace evalground::cli {

// Why a link cannot be read.
class LinkError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// True for "https://…#w1.…", for the bare fragment "#w1.…" or "w1.…", and for "…#?…".
bool is_link(std::string_view text);

// The JSON of a link's workspace. Bounded: 512 KiB of link, 8 MiB unpacked. Throws LinkError.
std::string read_link(std::string_view text);

// The link to a workspace, from `w1.` on, without what it keeps secret (workspaces/withheld.hpp). Throws LinkError
// where it could not be opened.
std::string write_link(const Map& workspace);

}  // namespace evalground::cli
