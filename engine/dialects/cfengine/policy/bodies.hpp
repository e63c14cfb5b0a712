// What the attributes of bodies take: of those that mean something here. Any attribute of another type is let through.
#pragma once

#include <string>
#include <string_view>

#include "dialects/cfengine/policy/policy.hpp"

namespace evalground::cfengine {

// What is wrong with an attribute of a body; empty when nothing is. `code` is set then.
std::string wrong_body_attribute(const Body& body, const Attribute& attribute, std::string_view& code);

}  // namespace evalground::cfengine
