// The place of an expression in the sources, from which every token and node gets its own place.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace evalground::yaql {

// An expression is a file of its own, or a part of a scalar in a document.
struct Place {
  std::uint32_t file = 0;
  std::uint32_t begin = 0;  // its offset in the file, if it is written there verbatim
  // The place of each byte and of the end, if the document writes the expression with escapes or on indented lines.
  std::vector<std::uint32_t> offsets;

  // The offset in the file of a byte of the expression.
  std::uint32_t offset(std::size_t at) const {
    return offsets.empty() ? begin + static_cast<std::uint32_t>(at) : offsets[std::min(at, offsets.size() - 1)];
  }
};

}  // namespace evalground::yaql
