// Intrusive, non-atomic reference counts: one evaluation runs on one thread.
#pragma once

#include <cstdint>
#include <utility>

namespace evalground {

// A base whose derived classes are owned by Ref. T must have a virtual destructor, or be final.
template <class T>
class Counted {
 public:
  Counted() = default;
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

  void retain() const noexcept { ++count_; }
  void release() const noexcept {
    if (--count_ == 0) delete static_cast<const T*>(this);
  }
  bool is_shared() const noexcept { return count_ > 1; }

 protected:
  ~Counted() = default;

 private:
  mutable std::uint32_t count_ = 0;
};

// Shared ownership of anything with retain() and release().
template <class T>
class Ref {
 public:
  Ref() noexcept = default;
  Ref(T* pointer) noexcept : pointer_(pointer) {
    if (pointer_ != nullptr) pointer_->retain();
  }
  Ref(const Ref& other) noexcept : Ref(other.pointer_) {}
  Ref(Ref&& other) noexcept : pointer_(std::exchange(other.pointer_, nullptr)) {}
  template <class U>
  Ref(const Ref<U>& other) noexcept : Ref(other.get()) {}
  ~Ref() {
    if (pointer_ != nullptr) pointer_->release();
  }
  Ref& operator=(Ref other) noexcept {
    std::swap(pointer_, other.pointer_);
    return *this;
  }

  T* get() const noexcept { return pointer_; }
  T& operator*() const noexcept { return *pointer_; }
  T* operator->() const noexcept { return pointer_; }
  explicit operator bool() const noexcept { return pointer_ != nullptr; }
  friend bool operator==(const Ref& a, const Ref& b) noexcept { return a.pointer_ == b.pointer_; }

 private:
  T* pointer_ = nullptr;
};

template <class T, class... Arguments>
Ref<T> make_ref(Arguments&&... arguments) {
  return Ref<T>(new T(std::forward<Arguments>(arguments)...));
}

}  // namespace evalground
