// Where in the sources an expression's text stands, so that each of its tokens and nodes has a place there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace evalground::yaql {

// The text is a file of its own, or lies within a scalar of a document.
struct Place {
  std::uint32_t file = 0;
  std::uint32_t begin = 0;  // offset in the text, where it stands verbatim
  // The place of each byte and of the end, where the document writes it with escapes or on indented lines.
  std::vector<std::uint32_t> offsets;

  // Where a byte of the text stands in the file.
  std::uint32_t offset(std::size_t at) const {
    return offsets.empty() ? begin + static_cast<std::uint32_t>(at) : offsets[std::min(at, offsets.size() - 1)];
  }
};

}  // namespace evalground::yaql
