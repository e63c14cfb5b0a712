// Which texts attributes accept, where a type of an argument (policy/arguments.hpp) is not enough.
#pragma once

#include <string>
#include <string_view>

namespace evalground::cfengine {

// What a literal text should be, if it does not have the type: one of arguments.hpp, `range[1,5]` for two integers as
// in "1,5", `real[0,1]`, or a name such as `mode` or `signal`. Empty for a valid text.
std::string wrong_literal(std::string_view type, std::string_view text);

// True when the type is a choice, so that an empty text or one reference as a whole are valid too.
bool is_option(std::string_view type);

// True when a literal of that type may still change: for most types when it has a reference.
bool is_open(std::string_view type, std::string_view text);

}  // namespace evalground::cfengine
