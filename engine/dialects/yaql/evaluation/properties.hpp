// The properties of dates and time spans: `.year`, `.seconds`, …
#pragma once

#include <optional>
#include <string_view>

#include "value/value.hpp"

namespace evalground::yaql {

// Nothing when the value is neither, or has no such property.
std::optional<Value> time_property(const Value& value, std::string_view name);

}  // namespace evalground::yaql
