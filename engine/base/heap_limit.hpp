// How far WebAssembly's memory may grow while an evaluation runs.
//
// MemoryAccount counts what values and trees hold; what they are made through is not counted exactly. A module's memory
// never shrinks, so what one document makes it take is lost to the page for good: while a HeapLimit lives, the memory
// does not grow beyond it, and an allocation that would need more throws std::bad_alloc. Natively it does nothing: the
// system takes memory back, and who runs the command can limit it.
#pragma once

#include <cstdint>

namespace evalground {

class HeapLimit {
 public:
  // For an evaluation whose values may hold that many bytes.
  explicit HeapLimit(std::uint64_t memory) noexcept;
  ~HeapLimit();
  HeapLimit(const HeapLimit&) = delete;
  HeapLimit& operator=(const HeapLimit&) = delete;

  // Whether it refused anything.
  bool is_spent() const noexcept;
};

}  // namespace evalground
