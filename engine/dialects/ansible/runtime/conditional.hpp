// Conditions such as `when:`, `until:`, `failed_when:`: an expression without delimiters that is true or false.
//
//   port == 80 and tls     valid in both versions
//   tags                   2.14: true unless the list is empty; 2.21: an error, because it is not a boolean
//   {{ flag }}             valid in both, with a warning
//   {{ cond }}             if the variable is text, that text is the condition
#pragma once

#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::ansible {

// Evaluates a condition, which may be any YAML value, by ansible-core 2.14, where every value has a truth.
Value condition_by_truth(Evaluator& evaluator, const Value& condition);

// The same by ansible-core 2.21: the value must be a boolean, and a text made by a template is not an expression.
Value condition_by_boolean(Evaluator& evaluator, const Value& condition);

}  // namespace evalground::ansible
