// The list of Ansible's families of functions, behind Jinja's.
#pragma once

#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/syntax/function_set.hpp"
#include "runtime/catalogue.hpp"

namespace evalground::ansible {

const FunctionCatalogue& functions();
// Jinja's methods among them: who has this catalogue needs no other.
const MethodTable& jinja_methods();

// The functions that templates can use: Ansible's before Jinja's.
FunctionSet function_set();
// The same of ansible-core 2.21: what is new or other there comes first.
FunctionSet function_set_2_21();

}  // namespace evalground::ansible
