// The list of dialects; dialects.cpp is the only file that names them all.
#pragma once

#include <span>
#include <string_view>

#include "runtime/dialect.hpp"

namespace evalground {

std::span<const Dialect* const> all_dialects();

// Null when there is no dialect of that name.
const Dialect* find_dialect(std::string_view name);

}  // namespace evalground
