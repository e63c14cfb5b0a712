// `%` and str.format in templates. Attributes are read through the sandbox. Inserting into markup escapes the inserted
// text.
#pragma once

#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

// `format % arguments`
Value format_percent(Evaluator& evaluator, const Value& format, const Value& arguments);
// `format.format(*positional, **named)`, and format_map(), for which `named` may be any value.
Value format_braces(Evaluator& evaluator, const Value& format, std::span<const Value> positional, const Value& named);

}  // namespace evalground::jinja2
