// Memory of one evaluation. Values and trees are counted exactly, through their common allocator. Everything else that
// C++ allocates (strings, pieces, tokens, outlines, messages) is counted by block, through the global operator new.
//
// `[1] * 10 ** 12` must end in an error message, not in a crashed browser tab. Estimating sizes at each place that
// grows (repetition, padding, join, replace, …) would miss one of them, so the allocator counts:
//
//   MemoryAccount account(limits.memory);      // for its lifetime, on this thread
//   List items;                                // std::vector<Value, CountingAllocator<Value>>
//   items.reserve(1'000'000);                  // charges 16 MB, or throws LimitError before any is allocated
//
// The first kind may take `limit` bytes, both together `slack` more. So a small limit concerns values alone,
// identically on every machine. A function with large temporaries that nobody considered is still stopped.
//
// Invariants: an allocation is charged before it is made, and refunded when it is freed or fails. An account outlives
// what is allocated under it. A small block of the second kind is counted but never refused. So code that must not fail
// (destructors, reporting an exceeded limit) does not fail because of the limit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>

namespace evalground {

// Counts what this thread allocates through CountingAllocator during the account's lifetime. Accounts nest like scopes.
// Everything allocated under an account must be freed before it ends.
class MemoryAccount {
 public:
  explicit MemoryAccount(std::uint64_t limit) noexcept;  // bytes
  ~MemoryAccount();
  MemoryAccount(const MemoryAccount&) = delete;
  MemoryAccount& operator=(const MemoryAccount&) = delete;

  // Bytes of values and trees.
  std::uint64_t used() const noexcept { return used_; }
  std::uint64_t peak() const noexcept { return peak_; }
  // Bytes of everything else.
  std::uint64_t others() const noexcept { return others_; }
  // Doubles the limit and adds `slack`, once: writing the outcome also needs memory, especially after the limit was
  // exceeded.
  void extend() noexcept;

  // Adds bytes to the thread's current account, if there is one. If it throws LimitError (memory), it has added
  // nothing.
  static void charge(std::size_t bytes);
  static void release(std::size_t bytes) noexcept;

  static constexpr std::uint64_t slack = 16U << 20;

 private:
  friend struct OtherBlocks;

  MemoryAccount* outer_;
  std::uint64_t limit_;
  std::uint64_t most_;  // of values and everything else
  std::uint64_t used_ = 0;
  std::uint64_t peak_ = 0;
  std::uint64_t others_ = 0;
  bool is_extended_ = false;
};

// Allocates `size` bytes on the current account. Free them with free_counted and the same size.
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
