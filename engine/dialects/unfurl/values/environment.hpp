// Environment variables made by rules: set, copy, remove and prepend, with ${NAME} replaced in values.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/budget.hpp"
#include "value/map.hpp"

namespace evalground::unfurl {

// Rules with their values as variables have them: "true" for true, "" for false, null, else Python's text; sensitive
// marks stay.
Map rules_as_text(const Map& rules, Budget& budget);
// One such value; null is null.
Value variable_text(const Value& value, Budget& budget);

// What else ${NAME} may mean: its text as variables have it, or undefined.
using NamedText = std::function<Value(std::string_view name)>;

// Replaces ${NAME}, ${A|B} (the first that is set) and ${NAME:default} by variables of `first`, else of `second`, else
// by what `others` says, else by the default or nothing; a backslash before it is dropped and the rest is left alone.
// Sets `is_sensitive` when a marked value was put in.
std::string substitute_variables(std::string_view text, const Map& first, const Map& second, const NamedText& others,
                                 bool& is_sensitive, Budget& budget);

// Applies rules in their order to the variables of `start`, and gives those. A rule is "NAME: value" (set;
// null: not), "+pattern" (copy what matches from the environment; when nothing does, set the value), "+!pattern" (copy
// what does not match), "-pattern" and "-!pattern" (remove), "^NAME: value" (put "value:" before the environment's).
// Values in the rules are as rules_as_text() gives them, those of the environment text. ${NAME} in values that are set
// is replaced where `others` is given.
Map apply_environment_rules(const Map& rules, const Map& environment, Map start, Budget& budget,
                            const NamedText& others = nullptr);

}  // namespace evalground::unfurl
