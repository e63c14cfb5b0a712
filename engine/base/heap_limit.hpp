// How far WebAssembly's memory may grow during an evaluation.
//
// MemoryAccount counts what values and trees hold, but not exactly what it takes to create them. A module's memory
// never shrinks, so the page cannot reclaim what one document made it take. During the lifetime of a HeapLimit, the
// memory does not grow beyond it, and an allocation that needs more throws std::bad_alloc. Natively it does nothing:
// the system reclaims memory, and the user of the command can limit it.
#pragma once

#include <cstdint>

namespace evalground {

class HeapLimit {
 public:
  // For an evaluation whose values may take that many bytes.
  explicit HeapLimit(std::uint64_t memory) noexcept;
  ~HeapLimit();
  HeapLimit(const HeapLimit&) = delete;
  HeapLimit& operator=(const HeapLimit&) = delete;

  // True when it has refused an allocation.
  bool is_spent() const noexcept;
};

}  // namespace evalground
