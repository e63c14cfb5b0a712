// The errors of code that imitates Python's numbers and formatting.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "source/diagnostic.hpp"

namespace evalground {

[[noreturn]] inline void python_fail(std::string_view code, std::string message) {
  throw Error(std::string(code), std::move(message));
}

}  // namespace evalground
