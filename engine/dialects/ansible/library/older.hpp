// Lets functions of ansible-core 2.21 call those of 2.14, with extra work before or after.
#pragma once

#include <span>
#include <string_view>

#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/runtime/call.hpp"

namespace evalground::ansible {

// Calls the function of that name in a family of 2.14. `arguments` fill its parameters; named and remaining arguments
// are taken from the call.
Value call_older(const FunctionCall& call, std::span<const Function> family, std::string_view name,
                 std::span<const Value> arguments);

}  // namespace evalground::ansible
