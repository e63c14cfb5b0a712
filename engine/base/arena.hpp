// Bump allocation for syntax trees: nodes are created one by one and freed all at once. Lists of nodes are collected
// and then moved here.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/memory.hpp"

namespace evalground {

// Owns blocks of counted memory. It only holds trivially destructible types, because no destructor ever runs.
class Arena {
 public:
  Arena() = default;
  Arena(Arena&& other) noexcept
      : blocks_(std::move(other.blocks_)),
        next_(std::exchange(other.next_, nullptr)),
        left_(std::exchange(other.left_, 0)) {
    other.blocks_.clear();
  }
  Arena& operator=(Arena&& other) noexcept {
    std::swap(blocks_, other.blocks_);
    std::swap(next_, other.next_);
    std::swap(left_, other.left_);
    return *this;
  }
  ~Arena() {
    for (const Block& block : blocks_) free_counted(block.memory, block.size);
  }

  template <class T, class... Arguments>
  T* make(Arguments&&... arguments) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (allocate(sizeof(T), alignof(T))) T{std::forward<Arguments>(arguments)...};
  }

  // A copy of `text` that lives as long as the arena.
  std::string_view copy(std::string_view text) {
    if (text.empty()) return {};
    char* memory = static_cast<char*>(allocate(text.size(), 1));
    std::memcpy(memory, text.data(), text.size());
    return {memory, text.size()};
  }

  // `alignment` must be a power of two.
  void* allocate(std::size_t size, std::size_t alignment) {
    std::size_t padding = padding_for(alignment);
    if (next_ == nullptr || size + padding > left_) {
      add_block(std::max(size + alignment, smallest_block << std::min<std::size_t>(blocks_.size(), 6)));
      padding = padding_for(alignment);
    }
    void* memory = next_ + padding;
    next_ += padding + size;
    left_ -= padding + size;
    return memory;
  }

 private:
  static constexpr std::size_t smallest_block = 4 * 1024;  // doubles up to 256 KiB
  struct Block {
    void* memory;
    std::size_t size;
  };

  std::size_t padding_for(std::size_t alignment) const noexcept {
    return (std::size_t{0} - reinterpret_cast<std::uintptr_t>(next_)) & (alignment - 1);
  }

  void add_block(std::size_t size) {
    blocks_.push_back({nullptr, 0});
    blocks_.back() = {allocate_counted(size), size};
    next_ = static_cast<char*>(blocks_.back().memory);
    left_ = size;
  }

  std::vector<Block, CountingAllocator<Block>> blocks_;
  char* next_ = nullptr;
  std::size_t left_ = 0;
};

// A list whose items are added one by one. Most lists are short, and need no memory until keep().
template <class T>
class Gathered {
 public:
  Gathered() = default;
  Gathered(const Gathered&) = delete;
  Gathered& operator=(const Gathered&) = delete;

  void push_back(const T& item) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (size_ < few) {
      first_[size_] = item;
    } else {
      if (size_ == few) all_.assign(first_, first_ + few);
      all_.push_back(item);
    }
    ++size_;
  }

  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  const T* begin() const noexcept { return size_ <= few ? first_ : all_.data(); }
  const T* end() const noexcept { return begin() + size_; }
  const T& operator[](std::size_t index) const { return begin()[index]; }

  // Moves the items into the arena.
  std::span<T> keep(Arena& arena) const {
    if (empty()) return {};
    T* memory = static_cast<T*>(arena.allocate(size_ * sizeof(T), alignof(T)));
    std::uninitialized_copy(begin(), end(), memory);
    return {memory, size_};
  }

 private:
  static constexpr std::size_t few = 8;
  T first_[few];
  std::vector<T> all_;  // used when `first_` is full
  std::size_t size_ = 0;
};

}  // namespace evalground
