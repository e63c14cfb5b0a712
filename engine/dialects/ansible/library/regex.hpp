// Regular expressions in arguments of filters, tests and lookups.
#pragma once

#include <string>

#include "base/regex/regex.hpp"
#include "base/text/utf8.hpp"
#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/runtime/call.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::ansible {

// A pattern in Python's syntax, compiled once in an evaluation. Fails at the call if it is invalid.
Ref<const Regex> compile_regex(const FunctionCall& call, const std::string& pattern, bool ignore_case, bool multi_line);
// The same for an argument, which must be text.
Ref<const Regex> compile_regex(const FunctionCall& call, const Value& pattern, bool ignore_case, bool multi_line);

}  // namespace evalground::ansible
