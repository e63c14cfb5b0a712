// The buffer of an output, optimized for appending many short pieces.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

namespace evalground::jinja2 {

class TextBuffer {
 public:
  std::size_t size() const noexcept { return size_; }
  std::size_t capacity() const noexcept { return capacity_; }
  std::size_t room() const noexcept { return capacity_ - size_; }
  std::string_view view() const noexcept { return {bytes_.get(), size_}; }
  void clear() noexcept { size_ = 0; }

  // Makes room for that many bytes in total.
  void reserve(std::size_t capacity) {
    if (capacity <= capacity_) return;
    std::unique_ptr<char[]> larger(new char[capacity]);
    if (size_ != 0) std::memcpy(larger.get(), bytes_.get(), size_);
    bytes_ = std::move(larger);
    capacity_ = capacity;
  }
  // Appends a piece. There must be room for it.
  void append(std::string_view piece) noexcept {
    copy(bytes_.get() + size_, piece.data(), piece.size());
    size_ += piece.size();
  }

 private:
  // Copies a piece. Most are short, and calling memcpy takes longer than copying from both ends with overlap.
  static void copy(char* to, const char* from, std::size_t size) noexcept {
    if (size > 16) {
      std::memcpy(to, from, size);
    } else if (size >= 8) {
      std::memcpy(to, from, 8);
      std::memcpy(to + size - 8, from + size - 8, 8);
    } else if (size >= 4) {
      std::memcpy(to, from, 4);
      std::memcpy(to + size - 4, from + size - 4, 4);
    } else if (size != 0) {
      to[0] = from[0];
      to[size / 2] = from[size / 2];
      to[size - 1] = from[size - 1];
    }
  }

  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

// Buffers for reuse: a few small ones. Destructors return them, so the pool must not allocate.
class BufferPool {
 public:
  // An empty buffer.
  TextBuffer take() noexcept {
    if (count_ == 0) return {};
    TextBuffer buffer = std::move(free_[--count_]);
    buffer.clear();
    return buffer;
  }
  void give(TextBuffer buffer) noexcept {
    if (buffer.capacity() != 0 && buffer.capacity() <= most_bytes && count_ < free_.size()) {
      free_[count_++] = std::move(buffer);
    }
  }

 private:
  static constexpr std::size_t most_bytes = 65'536;
  std::array<TextBuffer, 16> free_;
  std::size_t count_ = 0;
};

}  // namespace evalground::jinja2
