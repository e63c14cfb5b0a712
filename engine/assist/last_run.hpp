// What the last run's trace, where a request brings one, says of a place.
#pragma once

#include <optional>
#include <string>

#include "assist/question.hpp"

namespace evalground {

struct LastValue {
  Stretch at;
  std::string value;  // of the last time
  std::size_t runs = 1;
};

// Of the smallest traced expression that holds the place.
std::optional<LastValue> last_value(const Question& question, std::uint32_t file, std::uint32_t offset);

// The values that are shown beside lines: {position, label}, one for each line of a range at most.
Value inlay(Question& question);

}  // namespace evalground
