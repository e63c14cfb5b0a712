// Conditions as in `when:`, `until:`, `failed_when:`: an expression without delimiters that is true or false.
//
//   port == 80 and tls     both references
//   tags                   2.14: whether there are any; 2.21: refused, as a list is no boolean
//   {{ flag }}             both, with a warning
//   {{ cond }}             the text of a variable: the condition is what it says
#pragma once

#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::ansible {

// Whether a condition holds, which may be any value of YAML: by ansible-core 2.14, where every value counts by its
// truth.
Value condition_by_truth(Evaluator& evaluator, const Value& condition);

// The same by ansible-core 2.21: the value must be a boolean, and a text that a template made is no expression.
Value condition_by_boolean(Evaluator& evaluator, const Value& condition);

}  // namespace evalground::ansible
