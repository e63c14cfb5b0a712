// Numbers of a language as sizes of this machine, which has 32 bits for them in WebAssembly.
#pragma once

#include <cstddef>
#include <cstdint>

namespace evalground {

// The number, cut to 0 and `most`: the one way by which a number that a document chooses becomes a size.
inline std::size_t size_within(std::int64_t number, std::size_t most) {
  if (number <= 0) return 0;
  const auto wanted = static_cast<std::uint64_t>(number);
  return wanted < most ? static_cast<std::size_t>(wanted) : most;
}

}  // namespace evalground
