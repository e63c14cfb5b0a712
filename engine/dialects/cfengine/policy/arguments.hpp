// Types of arguments, as the signatures of functions write them: `text`, `path`, `id`, `int[0,inf]`, `real`, `boolean`,
// `option{a|b}`, `collection`, `pattern`.
//
// An argument without references is checked when the policy is read (checks.cpp), any other when the call is made
// (agent/call.cpp). Both use wrong_argument().
#pragma once

#include <string>
#include <string_view>

#include "runtime/function.hpp"

namespace evalground::cfengine {

// The range of integers in attributes.
inline constexpr std::string_view integer_type = "int[-99999999999,99999999999]";

// The type of the argument at that index; "text" past the last.
std::string_view argument_type(const Signature& signature, std::size_t index);

// True when the function evaluates one of its arguments itself, once for each item: maplist, maparray, mapdata.
bool takes_pattern(const Signature& signature);

// What a text should be, if it does not have the type: "an absolute path"; empty for a valid text.
std::string wrong_argument(std::string_view type, std::string_view text);

// The message for a wrong number of arguments: "takes 2 arguments, not 3"; empty when the number is right.
std::string wrong_count(const Signature& signature, std::size_t count);

// True for functions whose calls with too few arguments only fail, where those of others make the policy invalid.
bool may_lack_arguments(std::string_view function);

// True for true, yes and on; false for any other text.
bool is_true(std::string_view text);

}  // namespace evalground::cfengine
