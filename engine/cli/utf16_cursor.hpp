// Places of outcomes in UTF-16 units, as bytes of a text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace evalground::cli {

// Goes forward through a text, which must outlive it, so that many places cost one pass.
class Utf16Cursor {
 public:
  explicit Utf16Cursor(std::string_view text) : text_(text) {}

  // The byte at which a unit begins, or the text's size. Asked for an earlier unit than before, it gives the earlier
  // answer.
  std::size_t byte_at(std::int64_t unit);

 private:
  std::string_view text_;
  std::size_t byte_ = 0;
  std::int64_t units_ = 0;
};

}  // namespace evalground::cli
