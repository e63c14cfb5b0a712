// Reads and writes share links (docs/links.md).
//
//   https://…#w1.d.<data>.1f0c5a3e
//   https://…#?dialect=yaql&expression=$.a&data=%7B%22a%22:1%7D
//
// `w1` is the version and `d` the codec of the data (raw deflate; `j`: plain). The data is JSON in base64url, and the
// last part its CRC-32. The second form is for tools and hand-written links. A link is untrusted: its length and its
// unpacked size are bounded, and its JSON is not parsed unless the checksum matches.
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

// The link to a workspace, from `w1.` on, without its secrets (workspaces/withheld.hpp). Throws LinkError if the link
// could not be opened.
std::string write_link(const Map& workspace);

}  // namespace evalground::cli
