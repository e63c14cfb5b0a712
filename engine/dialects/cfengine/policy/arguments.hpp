// Types of arguments, as the signatures of functions write them: `text`, `path`, `id`, `int[0,inf]`, `real`, `boolean`,
// `option{a|b}`, `collection`, `pattern`.
//
// An argument without references is checked when the policy is read (checks.cpp), any other when the call is made
// (agent/call.cpp), both by wrong_argument().
#pragma once

#include <string>
#include <string_view>

#include "runtime/function.hpp"

namespace evalground::cfengine {

// Of the integers that attributes take.
inline constexpr std::string_view integer_type = "int[-99999999999,99999999999]";

// The type of the argument at that place; "text" past the last.
std::string_view argument_type(const Signature& signature, std::size_t index);

// Whether the function evaluates one of its arguments itself, once for each item: maplist, maparray, mapdata.
bool takes_pattern(const Signature& signature);

// The expectation that a text of the wrong type does not meet: "an absolute path"; empty when it is of the type.
std::string wrong_argument(std::string_view type, std::string_view text);

// The message for a wrong number of arguments: "takes 2 arguments, not 3"; empty for a right one.
std::string wrong_count(const Signature& signature, std::size_t count);

// true, yes, on; false for all else.
bool is_true(std::string_view text);

}  // namespace evalground::cfengine
