// Filters and tests of the collections bundled with Ansible that are not implemented here. A template that names one
// fails only when it reaches the name.
#pragma once

#include <string_view>

#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/syntax/function_set.hpp"

namespace evalground::ansible {

// Whether such a function exists. True for "community.crypto.split_pem", and for short names that refer to it.
bool is_in_collection(FunctionKind kind, std::string_view name);

}  // namespace evalground::ansible
