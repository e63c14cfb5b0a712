// The properties of dates and time spans: `.year`, `.seconds`, …
#pragma once

#include <optional>
#include <string_view>

#include "value/value.hpp"

namespace evalground::yaql {

// Absent when the value has no such property.
std::optional<Value> time_property(const Value& value, std::string_view name);

// Whether a date or a time span has a property of that name.
bool is_time_property(std::string_view name);

}  // namespace evalground::yaql
