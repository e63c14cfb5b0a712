// Filters and tests of the collections that come with Ansible which are not here: a template that names one is no
// mistake until it is reached.
#pragma once

#include <string_view>

#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/syntax/function_set.hpp"

namespace evalground::ansible {

// True for "community.crypto.split_pem", and for short names that lead to such a filter.
bool is_in_collection(FunctionKind kind, std::string_view name);

}  // namespace evalground::ansible
