// Integers as Python's int() accepts them: 1, true, 1.9, " 1 ", "1_0".
#pragma once

#include <cstdint>
#include <optional>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground::heat {

// Absent when the value is not an integer or exceeds 64 bits.
std::optional<std::int64_t> python_integer(const Value& value, Budget& budget);

}  // namespace evalground::heat
