// Checks the interfaces of a node or relationship, as its types and its template write them.
#pragma once

#include <functional>
#include <string>

#include "dialects/unfurl/tosca/types.hpp"

namespace evalground::unfurl {

// Checks the names of interfaces and operations, the keys of operations and their implementations. `assigned` is what
// the template writes under `interfaces`, with the names of types in its file; `what` names the template in messages.
// Calls check_input(value) for each input of an interface or operation that is in effect: the template's, else the one
// of the nearest type. Throws Error: "unknown-field", "wrong-type", "missing-field", and what check_input throws.
void check_interfaces(Types& types, const Type& type, const Map& assigned, const TypeNames& names,
                      const std::string& what, const std::function<void(const Value&)>& check_input);
// The same for what is never run there, artifacts and relationship templates: the names alone.
void check_interface_names(Types& types, const Type& type, const Map& assigned, const std::string& what);

}  // namespace evalground::unfurl
