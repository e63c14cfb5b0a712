// Maps each byte of a scalar's text to its place in the document, through escapes, quotes, indentation and folded
// lines.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace evalground {

// For each byte of `text` and for its end, the offset in the file. `source` is the scalar in the document's notation
// (with tag, anchor, quotes or block header), and `begin` its offset. Text that does not match the source gets the
// nearest places.
std::vector<std::uint32_t> scalar_offsets(std::string_view source, std::uint32_t begin, std::string_view text);

}  // namespace evalground
