// Which attributes bodies accept, and with which values. Bodies of types that a policy defines may have any attribute.
#pragma once

#include <string>
#include <string_view>

#include "dialects/cfengine/policy/policy.hpp"

namespace evalground::cfengine {

// What is wrong with an attribute of a body; empty when it is valid. Otherwise sets `code`.
std::string wrong_body_attribute(const Body& body, const Attribute& attribute, std::string_view& code);

// What is wrong with a body as a whole; empty when it is valid.
std::string wrong_body(const Body& body);

}  // namespace evalground::cfengine
