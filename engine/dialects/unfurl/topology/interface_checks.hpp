// Checks the interfaces of a node or relationship in its types and its template.
#pragma once

#include <functional>
#include <string>

#include "dialects/unfurl/tosca/types.hpp"

namespace evalground::unfurl {

// Checks the names of interfaces and operations, the keys of operations and their implementations. `assigned` is the
// template's `interfaces`, with type names of its file. `what` names the template in messages. Calls check_input(value)
// for each effective input of an interface or operation: the template's, else that of the nearest type. Throws Error:
// "unknown-field", "wrong-type", "missing-field", and what check_input throws.
void check_interfaces(Types& types, const Type& type, const Map& assigned, const TypeNames& names,
                      const std::string& what, const std::function<void(const Value&)>& check_input);
// Checks only the names: for artifacts and relationship templates, whose operations are never run there.
void check_interface_names(Types& types, const Type& type, const Map& assigned, const std::string& what);

}  // namespace evalground::unfurl
