// Uses the C library: memmem() in glibc and musl is the two-way algorithm. Its preparation takes longer than the search
// itself when the part is near, as with words.
#include "base/text/search.hpp"

#include <algorithm>
#include <cstring>

namespace evalground {

std::size_t find_text(std::string_view text, std::string_view part, std::size_t from) {
  if (from > text.size() || part.size() > text.size() - from) return std::string_view::npos;
  if (part.empty()) return from;
  constexpr std::size_t near = 16, short_part = 32;
  const std::size_t last = text.size() - part.size();
  if (part.size() <= short_part) {
    for (const std::size_t end = std::min(from + near, last + 1); from < end; ++from) {
      if (text[from] == part.front() && std::memcmp(text.data() + from, part.data(), part.size()) == 0) return from;
    }
    if (from > last) return std::string_view::npos;
  }
  const void* const found = memmem(text.data() + from, text.size() - from, part.data(), part.size());
  if (found == nullptr) return std::string_view::npos;
  return static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

}  // namespace evalground
