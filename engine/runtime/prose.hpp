// Text that only readers of documentation need.
#pragma once

#include <string_view>

namespace evalground {

// A text of the documentation. The tables that the modules of one dialect hold are compiled without
// (wasm/CMakeLists.txt): what reads documentation has it from the whole module.
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
