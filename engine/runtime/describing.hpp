// How much of a result and of its documents an outcome describes. The rest is only counted, so that an outcome stays
// small enough for those who show a part of it: a page shows the first rows, and the colors of the visible lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "value/value.hpp"

namespace evalground {

// A range of a file, in UTF-16 units.
struct TextRange {
  std::string file;
  std::uint32_t from = 0;
  std::uint32_t to = UINT32_MAX;
};

struct Describing {
  std::size_t most_rows = 20'000;      // of each value
  std::size_t most_nodes = SIZE_MAX;   // of the outline
  std::optional<TextRange> tokens_in;  // nothing: all tokens
};

// From `rows`, `nodes` and `tokens` of run options or of a request in their JSON form. Throws Error "wrong-kind" for a
// value of another type.
Describing read_describing(const Value& options);

}  // namespace evalground
