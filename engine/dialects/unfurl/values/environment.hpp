// Environment variables from rules: set, copy, remove and prepend, with ${NAME} replaced in values.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/budget.hpp"
#include "value/map.hpp"

namespace evalground::unfurl {

// Rules with their values as text: "true" for true, "" for false, null unchanged, else Python's text. Sensitive marks
// stay.
Map rules_as_text(const Map& rules, Budget& budget);
// One such value. Null stays null.
Value variable_text(const Value& value, Budget& budget);

// Further meanings of ${NAME}: the value as text, or undefined.
using NamedText = std::function<Value(std::string_view name)>;

// Replaces ${NAME}, ${A|B} (the first that is set) and ${NAME:default}. A variable is looked up in `first`, `second`
// and `others`, then the default applies, or nothing. A reference after a backslash stays, without the backslash. Sets
// `is_sensitive` when a marked value was inserted.
std::string substitute_variables(std::string_view text, const Map& first, const Map& second, const NamedText& others,
                                 bool& is_sensitive, Budget& budget);

// Applies rules in order to the variables of `start`, and returns the result. A rule is "NAME: value" (set; null: do
// not set), "+pattern" (copy matching variables from the environment; if none matches, set the value), "+!pattern"
// (copy those that do not match), "-pattern" and "-!pattern" (remove), "^NAME: value" (prepend "value:" to the
// environment's value). Values in the rules come from rules_as_text(), those of the environment are text. ${NAME} in
// values is replaced if `others` is given.
Map apply_environment_rules(const Map& rules, const Map& environment, Map start, Budget& budget,
                            const NamedText& others = nullptr);

}  // namespace evalground::unfurl
