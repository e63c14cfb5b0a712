// Native types: a template gives a value rather than text, by jinja2.nativetypes.
//
//   "{{ [1, 2] }}"       one piece, which is the value               [1, 2]
//   "{{ 1 }}{{ 2 }}"     pieces joined to "12", read as a literal    12
//   "{{ 1 }} or {{ 2 }}" the text "1 or 2" is no literal             "1 or 2"
//
// Literals are those of Python's ast.literal_eval(), so that "True" is a boolean and "true" a text. Text that is
// the only piece is read too: "{{ '1' }}" gives 1. Where the options keep text (Ansible), what a filter gave as text
// stays it, and a text in quotes keeps them.
#pragma once

#include <optional>
#include <string_view>

#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

// The value of a text that is a Python literal (numbers, text, True, None, lists, tuples, dicts, sets); nothing for any
// other text. With `json_names`, true, false and null are read too.
std::optional<Value> python_literal(std::string_view text, Budget& budget, bool json_names = false);

// The value that a rendered text stands for to Ansible: lists, dicts, True and False are read, with the names of JSON,
// too; other text is returned, and text that is verbatim.
Value read_rendered(Evaluator& evaluator, Value rendered);

// A lone piece that is not text is the value; all else is joined, and read as a literal when it is one.
Value native_value(Evaluator& evaluator, const List& pieces);

}  // namespace evalground::jinja2
