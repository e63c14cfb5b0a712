// Terms of lookups that contain options: "bob file=users.csv delimiter=,".
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/runtime/call.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::ansible {

struct KeyValues {
  std::string rest;  // words without "=", joined by spaces
  std::vector<std::pair<std::string, std::string>> options;

  // Null when not given. The last of several wins.
  const std::string* find(std::string_view name) const;
};

// Splits at whitespace. Quotes keep a word together, and are removed around a value.
KeyValues read_key_values(std::string_view text);

// A term that must be text. Other types fail because they lack that method of str.
std::string text_of_term(const FunctionCall& call, const Value& term, std::string_view method);

// An option of a lookup. None means the default.
const Value& option_of_lookup(const FunctionCall& call, std::size_t index);
// A boolean option. "yes", "on", "true", "t", "y", "1", 1 and true are true; everything else is false.
bool flag_of_lookup(const FunctionCall& call, std::size_t index);
bool flag_of_lookup(const FunctionCall& call, const Value& value);

// The items of a list or tuple, or the term itself as the only item.
List listed(Evaluator& evaluator, const Value& term);

// The terms, with lists and tuples replaced by their items (one level).
List flattened(std::span<const Value> terms);

}  // namespace evalground::ansible
