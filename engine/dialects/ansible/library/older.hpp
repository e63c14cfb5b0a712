// Functions of ansible-core 2.21 that do what those of 2.14 do, and something before or after it.
#pragma once

#include <span>
#include <string_view>

#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/runtime/call.hpp"

namespace evalground::ansible {

// Calls the function of that name in a family of 2.14 with these arguments, in the places of its signature; named and
// further ones are those of the call.
Value call_older(const FunctionCall& call, std::span<const Function> family, std::string_view name,
                 std::span<const Value> arguments);

}  // namespace evalground::ansible
