// All functions of Ansible, followed by Jinja's.
#pragma once

#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/syntax/function_set.hpp"
#include "runtime/catalogue.hpp"

namespace evalground::ansible {

const FunctionCatalogue& functions();
// Includes Jinja's methods, so this catalogue is sufficient on its own.
const MethodTable& jinja_methods();

// The functions available to templates: Ansible's take precedence over Jinja's.
FunctionSet function_set();
// The same for ansible-core 2.21: functions that are new or changed take precedence.
FunctionSet function_set_2_21();

}  // namespace evalground::ansible
