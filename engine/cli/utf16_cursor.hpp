// Converts an outcome's offsets in UTF-16 units to byte offsets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace evalground::cli {

// Moves forward through a text, so that many offsets cost one pass. The text must outlive it.
class Utf16Cursor {
 public:
  explicit Utf16Cursor(std::string_view text) : text_(text) {}

  // The byte offset of a unit, or the text's size. For an earlier unit than before, it returns the previous answer.
  std::size_t byte_at(std::int64_t unit);

 private:
  std::string_view text_;
  std::size_t byte_ = 0;
  std::int64_t units_ = 0;
};

}  // namespace evalground::cli
