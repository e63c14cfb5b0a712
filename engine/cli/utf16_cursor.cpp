#include "cli/utf16_cursor.hpp"

#include "base/text/utf8.hpp"

namespace evalground::cli {

std::size_t Utf16Cursor::byte_at(std::int64_t unit) {
  while (byte_ < text_.size() && units_ < unit) {
    const CodePoint point = decode_code_point(text_, byte_);
    units_ += point.value > 0xFFFF ? 2 : 1;
    byte_ += point.size;
  }
  return byte_;
}

}  // namespace evalground::cli
