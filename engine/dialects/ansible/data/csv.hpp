// Comma-separated values as Python's csv.reader reads them (dialect excel).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.hpp"

namespace evalground::ansible {

struct CsvFormat {
  char delimiter = ',';
  bool skip_initial_space = false;
  bool is_strict = false;  // text after a closing quote, and an unclosed quote, are errors
};

using CsvRow = std::vector<std::string>;

struct CsvRows {
  std::vector<CsvRow> rows;  // an empty line is a row without fields
  std::string error;         // empty on success; a clause without a full stop
};

// Each field costs a step.
CsvRows read_csv(std::string_view text, const CsvFormat& format, Budget& budget);

}  // namespace evalground::ansible
