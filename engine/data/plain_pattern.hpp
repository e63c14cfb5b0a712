// Regular expressions that are only asked whether they match, where that takes no backtracking: a pattern of up to 64
// characters and classes is a set of positions, and a text that is ASCII is matched by following all ways at once
// (Glushkov's automaton), a step for each of its bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "base/memory.hpp"

namespace evalground {

class PlainPattern {
 public:
  // Null for a pattern that needs more: look-around, references, assertions but ^ at its begin and $ at its end,
  // characters beyond ASCII. It must be valid by ECMA-262 with the flag u.
  static std::unique_ptr<const PlainPattern> read(std::string_view pattern);

  // Whether the pattern matches anywhere in the text; nothing for a text that it cannot tell of, beyond ASCII. Takes
  // time in proportion to the text.
  std::optional<bool> matches(std::string_view text) const;

  static void* operator new(std::size_t size) { return allocate_counted(size); }
  static void operator delete(void* memory, std::size_t size) noexcept { free_counted(memory, size); }

 private:
  friend class PlainPatternReader;
  using Positions = std::uint64_t;  // a bit for each

  std::array<Positions, 128> at_{};        // by character: the positions that it fits
  std::array<Positions, 64> following_{};  // by position: those that may come next
  Positions first_ = 0;
  Positions last_ = 0;
  bool may_be_empty_ = false;
  bool from_begin_ = false;  // ^
  bool to_end_ = false;      // $
};

}  // namespace evalground
