// Dates, times and durations as values, like those of Python's module datetime.
#pragma once

#include <string>
#include <string_view>

#include "base/time/datetime.hpp"
#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::ansible {

// The text of isoformat() for a date or datetime; absent for other values.
std::optional<std::string> date_iso_text(const Value& value);

Value make_date(Evaluator& evaluator, const CivilTime& date);
Value make_datetime(Evaluator& evaluator, const CivilTime& time);
Value make_duration(Evaluator& evaluator, std::int64_t microseconds);

// The value of a YAML timestamp ("2024-01-02", "2024-01-02 03:04:05 +1:00"); absent when the date does not exist.
std::optional<Value> read_yaml_timestamp(Evaluator& evaluator, std::string_view text);

}  // namespace evalground::ansible
