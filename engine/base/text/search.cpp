// The search is that of the C library: memmem() in glibc and musl is the two-way algorithm.
#include "base/text/search.hpp"

#include <cstring>

namespace evalground {

std::size_t find_text(std::string_view text, std::string_view part, std::size_t from) {
  if (from > text.size() || part.size() > text.size() - from) return std::string_view::npos;
  if (part.empty()) return from;
  const void* const found = memmem(text.data() + from, text.size() - from, part.data(), part.size());
  if (found == nullptr) return std::string_view::npos;
  return static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

}  // namespace evalground
