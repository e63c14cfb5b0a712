// The list of dialects; dialects.cpp is the only file that names them all. A module for one dialect
// (wasm/CMakeLists.txt) brings a list of its own instead, and the linker leaves out what only the others use.
#pragma once

#include <span>

#include "runtime/dialect.hpp"

namespace evalground {

// Those that this program holds, in the order in which they are offered.
std::span<const Dialect* const> all_dialects();

}  // namespace evalground
