// The filters, tests and functions that only Ansible's flavor has, for messages of plain Jinja2.
#pragma once

#include <string_view>

#include "dialects/jinja2/syntax/function_set.hpp"

namespace evalground::jinja2 {

// Whether Ansible has a function of that name, which may be one of a collection: "ansible.builtin.hash".
bool is_of_ansible(FunctionKind kind, std::string_view name);

}  // namespace evalground::jinja2
