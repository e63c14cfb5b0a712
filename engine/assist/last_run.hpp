// Values from the last run's trace, if a request contains one.
#pragma once

#include <optional>
#include <string>

#include "assist/question.hpp"

namespace evalground {

struct LastValue {
  Stretch at;
  std::string value;  // from the last evaluation
  std::size_t runs = 1;
};

// The last value of the smallest traced expression that contains the place.
std::optional<LastValue> last_value(const Question& question, std::uint32_t file, std::uint32_t offset);

// The values to show beside lines: {position, label}, at most one for each line of a range.
Value inlay(Question& question);

}  // namespace evalground
