// Terms of lookups as text with options in it: "bob file=users.csv delimiter=,".
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
  std::string rest;  // the words without "=", joined by spaces
  std::vector<std::pair<std::string, std::string>> options;

  // Null when it was not given; the last of several wins.
  const std::string* find(std::string_view name) const;
};

// Words at white space; quotes keep a word together and are dropped around a value.
KeyValues read_key_values(std::string_view text);

// A term that must be text: Python asks it for that method, which nothing else has.
std::string text_of_term(const FunctionCall& call, const Value& term, std::string_view method);

// An option of a lookup: none is what it is by default.
const Value& option_of_lookup(const FunctionCall& call, std::size_t index);
// The same for one that is true or false: "yes", "on", "true", "t", "y", "1", 1 and true are true, and nothing else is.
bool flag_of_lookup(const FunctionCall& call, std::size_t index);
bool flag_of_lookup(const FunctionCall& call, const Value& value);

// The items of a term that is a list or tuple, else the term alone.
List listed(Evaluator& evaluator, const Value& term);

// The terms, those that are lists or tuples replaced by their items: one level.
List flattened(std::span<const Value> terms);

}  // namespace evalground::ansible
