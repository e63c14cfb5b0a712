// Rows of comma-separated values as Python's csv.reader reads them (dialect excel).
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
  bool is_strict = false;  // text behind a closing quote, and a quote that is never closed, are errors
};

using CsvRow = std::vector<std::string>;

struct CsvRows {
  std::vector<CsvRow> rows;  // an empty line is a row without fields
  std::string error;         // empty, or what is wrong: a clause without a full stop
};

// Every field spends a step.
CsvRows read_csv(std::string_view text, const CsvFormat& format, Budget& budget);

}  // namespace evalground::ansible
