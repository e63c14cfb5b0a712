// The Python that asks originals: made by CMake.
#pragma once

#include <span>

namespace evalground::cli {

// wasm/python/original.py and original_main.py.
extern const char* const original_program;

// A dialect's original/driver.py.
struct OriginalDriver {
  const char* dialect;
  const char* program;
};
std::span<const OriginalDriver> original_drivers();

}  // namespace evalground::cli
