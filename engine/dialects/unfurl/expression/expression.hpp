// Tells which values are expressions and templates.
#pragma once

#include <span>
#include <string_view>

#include "base/budget.hpp"
#include "runtime/function.hpp"
#include "value/value.hpp"

namespace evalground::unfurl {

// The value under `eval`, or its old name `ref`; null when the map has neither.
const Value* source_of(const Map& map);
// True for a map that stands for the value it evaluates to: `eval` (or `ref`) with only keys that belong to it, or the
// single key of a stand-alone function.
bool is_expression_map(const Value& value);
// True for the keys of such a map: `eval`, `vars`, …
bool is_expression_key(std::string_view name);
// True for the functions that may stand without `eval`: `concat`, `get_env`, …
bool is_standalone_function(std::string_view name);
// Adds a hint for `{get_inputt: a}`, which is plain data: its only key is such a function but for a slip.
void note_misspelt_function(Context& context, const Value& value);
// True for text with `{{`, `}}`, `{%` or `%}` that is not verbatim.
bool is_template(const Value& value);
// True when the value contains an expression map, a template or an encrypted value that is not verbatim.
bool holds_expressions(const Value& value, Budget& budget);

// The documentation of the keys of expression maps, for the catalogue.
std::span<const Function> expression_key_entries();

}  // namespace evalground::unfurl
