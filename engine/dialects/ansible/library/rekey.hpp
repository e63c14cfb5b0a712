// rekey_on_member: makes a dict from the items of a list or dict, with one of their members as the key.
#pragma once

#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/runtime/call.hpp"

namespace evalground::ansible {

// The wording of messages, which differs between versions.
enum class RekeyWords : std::uint8_t { of_2_14, of_2_21 };

Value rekeyed(FunctionCall& call, RekeyWords words);

}  // namespace evalground::ansible
