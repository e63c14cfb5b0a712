// Types of arguments, as the signatures of functions write them: `text`, `path`, `id`, `int[0,inf]`, `real`, `boolean`,
// `option{a|b}`, `collection`, `pattern`.
#pragma once

#include <string>
#include <string_view>

#include "runtime/function.hpp"

namespace evalground::cfengine {

// The type of the argument at that place; "text" past the last.
std::string_view argument_type(const Signature& signature, std::size_t index);

// What the argument must be when its text is not of the type: "an absolute path"; empty when it is.
std::string wrong_argument(std::string_view type, std::string_view text);

// What is wrong with a number of arguments: "takes 2 arguments, not 3"; empty when nothing is.
std::string wrong_count(const Signature& signature, std::size_t count);

// true, yes, on; false for all else.
bool is_true(std::string_view text);

}  // namespace evalground::cfengine
