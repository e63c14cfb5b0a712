// A guard that gives a variable another value during its lifetime.
#pragma once

#include <type_traits>
#include <utility>

namespace evalground {

template <class T>
class ScopedValue {
  static_assert(std::is_nothrow_move_assignable_v<T>);  // what its destructor does

 public:
  ScopedValue(T& place, T value) : place_(place), outer_(std::exchange(place, std::move(value))) {}
  ~ScopedValue() { place_ = std::move(outer_); }
  ScopedValue(const ScopedValue&) = delete;
  ScopedValue& operator=(const ScopedValue&) = delete;

 private:
  T& place_;
  T outer_;
};

}  // namespace evalground
