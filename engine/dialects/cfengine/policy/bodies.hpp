// The values that attributes of bodies accept, for bodies that have an effect here. Other bodies may have any
// attribute.
#pragma once

#include <string>
#include <string_view>

#include "dialects/cfengine/policy/policy.hpp"

namespace evalground::cfengine {

// What is wrong with an attribute of a body; empty when it is valid. Otherwise sets `code`.
std::string wrong_body_attribute(const Body& body, const Attribute& attribute, std::string_view& code);

}  // namespace evalground::cfengine
