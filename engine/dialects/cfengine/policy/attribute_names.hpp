// Which attributes the promise types and bodies of the agent have.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace evalground::cfengine {

// The attributes of promises of a type, besides those of all promises; nothing for a type that is not built in.
std::optional<std::vector<std::string_view>> known_promise_attributes(std::string_view type);

// The attributes of bodies of a type, besides those of all bodies; nothing for a type that a policy defines, and for
// those in bodies.cpp.
std::optional<std::vector<std::string_view>> known_body_attributes(std::string_view type);

// True when a body that a promise names has an attribute of that name.
bool is_attribute_of_used_body(std::string_view name);

// True for a body that controls a part of the agent, `body server control`, and is used by no promise.
bool is_control_type(std::string_view type);

// The attributes that every promise has.
inline constexpr std::string_view common_attributes[] = {"comment", "handle",     "meta", "if",     "ifvarclass",
                                                         "unless",  "depends_on", "with", "action", "classes"};

// True when the value of an attribute is the name of a body, that of a bundle, or a list.
bool names_body(std::string_view attribute);
bool names_bundle(std::string_view attribute);
bool takes_list(std::string_view attribute);

}  // namespace evalground::cfengine
