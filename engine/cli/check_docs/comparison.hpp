// Compares what a document shows with the actual result.
#pragma once

#include <string>
#include <string_view>

#include "cli/check_docs/example.hpp"
#include "value/map.hpp"

namespace evalground::cli {

struct Comparison {
  bool is_same = false;
  std::string text;  // what the document should show, in its own form; empty when it is correct
};

// Authors write values in many forms: `['a']`, JSON on one line or several, YAML. So a shown text with the same value
// is correct and is kept. A line of "..." stands for any lines. A rewritten output keeps the form of the old one: JSON,
// YAML or text, on one line or several.
Comparison compare(const Map& outcome, const Shown& shown);

// Whether two texts show the same: blank lines at their ends and spaces at the ends of lines do not count.
bool look_same(std::string_view a, std::string_view b);

// The error messages of an outcome, one per line: "error: No such function".
std::string errors_of(const Map& outcome);

// The lines of both texts, prefixed with "-", "+" or " ". Lines far from a difference are left out.
std::string difference(std::string_view shown, std::string_view actual);

}  // namespace evalground::cli
