// `%` and str.format in templates: attributes through the sandbox, markup kept and what is inserted into it escaped.
#pragma once

#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

// `format % arguments`
Value format_percent(Evaluator& evaluator, const Value& format, const Value& arguments);
// `format.format(*positional, **named)`, and format_map(), whose `named` may be of any type.
Value format_braces(Evaluator& evaluator, const Value& format, std::span<const Value> positional, const Value& named);

}  // namespace evalground::jinja2
