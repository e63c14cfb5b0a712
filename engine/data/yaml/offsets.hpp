// Where in a document each byte of a scalar's text stands: behind escapes, quotes, indentation and folded lines.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace evalground {

// For each byte of `text` and for its end, the offset in the file; `source` is the scalar as the document writes it
// (with tag, anchor, quotes or block header) and `begin` its own offset. Text that is not the source's gives the
// nearest places.
std::vector<std::uint32_t> scalar_offsets(std::string_view source, std::uint32_t begin, std::string_view text);

}  // namespace evalground
