// The values of attributes that the reference knows by name wherever they stand.
#pragma once

#include <string>

#include "dialects/cfengine/policy/policy.hpp"

namespace evalground::cfengine {

// What is wrong with a text that is written as the value of an attribute of a promise that does not run here, or of a
// body that only such promises use; empty when nothing is.
std::string wrong_value(const Attribute& attribute);

}  // namespace evalground::cfengine
