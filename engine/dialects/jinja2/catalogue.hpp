// The list of Jinja's and Ansible's families of functions.
#pragma once

#include "dialects/jinja2/syntax/function_set.hpp"
#include "runtime/catalogue.hpp"

namespace evalground::jinja2 {

const FunctionCatalogue& functions();

// The methods of Python's types among them.
const MethodTable& methods();

// The functions that templates can use: Jinja's, or Ansible's before them.
FunctionSet jinja_functions();
FunctionSet ansible_functions();
const MethodTable& ansible_2_21_methods();
// The same of ansible-core 2.21: what is new or other there comes first.
FunctionSet ansible_2_21_functions();

}  // namespace evalground::jinja2
