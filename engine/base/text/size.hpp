// Integers of a language as sizes of this machine, which have 32 bits in WebAssembly.
#pragma once

#include <cstddef>
#include <cstdint>

namespace evalground {

// The number clamped to 0 … `most`. Every number that a document chooses must become a size through this function.
inline std::size_t size_within(std::int64_t number, std::size_t most) {
  if (number <= 0) return 0;
  const auto wanted = static_cast<std::uint64_t>(number);
  return wanted < most ? static_cast<std::size_t>(wanted) : most;
}

}  // namespace evalground
