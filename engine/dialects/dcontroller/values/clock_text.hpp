// The text `@now`, and the instant that it stands for.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "base/time/datetime.hpp"
#include "runtime/context.hpp"

namespace evalground::dcontroller {

inline constexpr std::string_view now_word = "@now";

// "2025-07-25T12:00:00Z": whole seconds, fractions cut off.
inline Value clock_text(const Context& context) {
  const std::chrono::microseconds now(context.clock.now());
  const std::chrono::microseconds whole = std::chrono::floor<std::chrono::seconds>(now);
  return Value::string(instant_text(whole.count()).value_or(""));
}

}  // namespace evalground::dcontroller
