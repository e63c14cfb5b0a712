// Text that only readers of the documentation need.
#pragma once

#include <string_view>

namespace evalground {

// A text of the documentation. The modules of single dialects are compiled without these texts (wasm/CMakeLists.txt).
// Readers of the documentation use the whole module.
class Prose {
 public:
  constexpr Prose() = default;
#ifdef EVALGROUND_WITHOUT_PROSE
  constexpr Prose(const char*) {}
  constexpr Prose(std::string_view) {}
#else
  constexpr Prose(const char* text) : text_(text) {}
  constexpr Prose(std::string_view text) : text_(text) {}
#endif
  constexpr operator std::string_view() const {
    return text_;
  }
  constexpr bool empty() const {
    return text_.empty();
  }

 private:
  std::string_view text_;
};

}  // namespace evalground
