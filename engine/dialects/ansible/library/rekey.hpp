// rekey_on_member: a dict of the items of a list or dict, by the member that is named.
#pragma once

#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/runtime/call.hpp"

namespace evalground::ansible {

// The words of refusals, in which the versions differ.
enum class RekeyWords : std::uint8_t { of_2_14, of_2_21 };

Value rekeyed(FunctionCall& call, RekeyWords words);

}  // namespace evalground::ansible
