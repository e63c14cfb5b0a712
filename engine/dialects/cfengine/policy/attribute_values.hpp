// The types of attributes that the reference knows by name, wherever they stand.
#pragma once

#include <string>
#include <string_view>

#include "dialects/cfengine/policy/policy.hpp"

namespace evalground::cfengine {

// What is wrong with the literal value of an attribute of a promise that does not run here, or of a body that only such
// promises use; empty for a valid value. `owner` is the type of the promise or body.
std::string wrong_value(std::string_view owner, const Attribute& attribute);

}  // namespace evalground::cfengine
