// Terms of lookups as text with options in it: "bob file=users.csv delimiter=,".
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

struct KeyValues {
  std::string rest;  // the words without "=", joined by spaces
  std::vector<std::pair<std::string, std::string>> options;

  // Null when it was not given; the last of several wins.
  const std::string* find(std::string_view name) const;
};

// Words at white space; quotes keep a word together and are dropped around a value.
KeyValues read_key_values(std::string_view text);

// The items of a term that is a list or tuple, else the term alone.
List listed(Evaluator& evaluator, const Value& term);

// The terms, those that are lists or tuples replaced by their items: one level.
List flattened(std::span<const Value> terms);

}  // namespace evalground::jinja2
