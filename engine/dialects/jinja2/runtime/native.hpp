// Native types: a template gives a value instead of text, as in jinja2.nativetypes.
//
//   "{{ [1, 2] }}"       one piece, which is the value               [1, 2]
//   "{{ 1 }}{{ 2 }}"     pieces joined to "12", read as a literal    12
//   "{{ 1 }} or {{ 2 }}" "1 or 2" is not a literal                   "1 or 2"
//
// Literals are those of Python's ast.literal_eval(): "True" is a boolean and "true" is a text. A text that is the only
// piece is parsed as well: "{{ '1' }}" gives 1. Where the options keep text (Ansible), a text made by a filter remains
// text, and a quoted text keeps its quotes.
#pragma once

#include <optional>
#include <string_view>

#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

// The value of a text that is a Python literal (numbers, strings, True, None, lists, tuples, dicts, sets); absent for
// any other text. With `json_names`, true, false and null are accepted as well.
std::optional<Value> python_literal(std::string_view text, Budget& budget, bool json_names = false);

// The value that Ansible reads from a rendered text: lists, dicts, True and False, including JSON's names. Any other
// text is returned unchanged, and so is verbatim text.
Value read_rendered(Evaluator& evaluator, Value rendered);

// A single piece that is not text is the value. Otherwise the pieces are joined, and parsed if they form a literal.
Value native_value(Evaluator& evaluator, const List& pieces);

}  // namespace evalground::jinja2
