// Whether what a document shows is what came.
#pragma once

#include <string>
#include <string_view>

#include "cli/check_docs/example.hpp"
#include "value/map.hpp"

namespace evalground::cli {

struct Comparison {
  bool is_same = false;
  std::string text;  // what the document would have to show, as it shows things; empty when it is the same
};

// Authors write values as they like: `['a']`, JSON on one line or several, YAML. So a shown text that reads as the same
// value is right and is kept; a line of "..." stands for any lines. A rewritten output has the form of the old one
// was there: JSON, YAML or text, on one line or several.
Comparison compare(const Map& outcome, const Shown& shown);

// Messages of the errors of an outcome, a line each: "error: No such function".
std::string errors_of(const Map& outcome);

// The lines of both with "-", "+" or " " in front; what is far from a difference is left out.
std::string difference(std::string_view shown, std::string_view actual);

}  // namespace evalground::cli
