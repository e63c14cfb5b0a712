// Regular expressions as arguments of filters, tests and lookups.
#pragma once

#include <string>

#include "base/regex/regex.hpp"
#include "base/text/utf8.hpp"
#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/runtime/call.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::ansible {

// The pattern in Python's syntax, compiled once per evaluation; fails at the call when it is wrong.
Ref<const Regex> compile_regex(const FunctionCall& call, const std::string& pattern, bool ignore_case, bool multi_line);
// The same for an argument, which must be text.
Ref<const Regex> compile_regex(const FunctionCall& call, const Value& pattern, bool ignore_case, bool multi_line);

}  // namespace evalground::ansible
