// Memory held by one evaluation: counted exactly, through the allocator that all values and trees use.
//
// `[1] * 10 ** 12` must end in an error that says so, not in a browser tab that is gone. To estimate sizes at each
// place that grows (repetition, padding, join, replace, …) would be forgotten at one of them; so what allocates counts:
//
//   MemoryAccount account(limits.memory);      // while it lives, on this thread
//   List items;                                // std::vector<Value, CountingAllocator<Value>>
//   items.reserve(1'000'000);                  // charges 16 MB, or throws LimitError before any is allocated
//
// Invariants: an allocation is charged before it is made, and given back when it is freed or could not be made. An
// account outlives what is allocated under it. Memory of the engine's own tables and of messages is not counted: what a
// document makes large is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>

namespace evalground {

// Counts what this thread allocates through CountingAllocator while the account lives; accounts nest like scopes.
// Everything allocated under an account must be freed before it ends.
class MemoryAccount {
 public:
  explicit MemoryAccount(std::uint64_t limit) noexcept;  // bytes
  ~MemoryAccount();
  MemoryAccount(const MemoryAccount&) = delete;
  MemoryAccount& operator=(const MemoryAccount&) = delete;

  std::uint64_t used() const noexcept { return used_; }
  std::uint64_t peak() const noexcept { return peak_; }
  // Allows `bytes` more than now: what reports a spent limit needs memory too.
  void extend(std::uint64_t bytes) noexcept { limit_ += bytes; }

  // Adds bytes to the thread's current account, if there is one. Throws LimitError (memory) without having added them.
  static void charge(std::size_t bytes);
  static void release(std::size_t bytes) noexcept;

 private:
  MemoryAccount* outer_;
  std::uint64_t limit_;
  std::uint64_t used_ = 0;
  std::uint64_t peak_ = 0;
};

// `size` bytes on the current account; give them back with free_counted and the same size.
void* allocate_counted(std::size_t size);
void free_counted(void* memory, std::size_t size) noexcept;

// A stateless allocator for standard containers.
template <class T>
struct CountingAllocator {
  using value_type = T;
  CountingAllocator() noexcept = default;
  template <class U>
  CountingAllocator(const CountingAllocator<U>&) noexcept {}

  T* allocate(std::size_t count) {
    if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) throw std::bad_alloc();
    return static_cast<T*>(allocate_counted(count * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t count) noexcept { free_counted(memory, count * sizeof(T)); }

  template <class U>
  bool operator==(const CountingAllocator<U>&) const noexcept {
    return true;
  }
};

}  // namespace evalground
