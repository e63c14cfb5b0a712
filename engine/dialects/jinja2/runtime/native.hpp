// Native types: the value of rendered pieces, and Python literals as values.
#pragma once

#include <optional>
#include <string_view>

#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

// The value of a text that is a Python literal (numbers, text, True, None, lists, tuples, dicts, sets); nothing for any
// other text. With `json_names`, true, false and null are read too.
std::optional<Value> python_literal(std::string_view text, Budget& budget, bool json_names = false);

// One piece that is no text is the value; otherwise the joined text, read as a literal where it is one.
Value native_value(Evaluator& evaluator, const List& pieces);

}  // namespace evalground::jinja2
