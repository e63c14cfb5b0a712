// Converts the properties of a resource that is a nested stack to the parameters of its template.
//
// Heat makes each parameter of the template a property with a type of its own, and passes the property's value on to
// the parameter. Properties are stricter than parameters: a string property accepts neither a fraction nor a list, and
// a boolean property only true and false. But null is an empty value instead of a missing one. Lists pass through text,
// so `[a, "b,c"]` arrives as three items.
#pragma once

#include "runtime/context.hpp"

namespace evalground::heat {

// The value for the parameter of that name. `definition` is its declaration in the template, or null. Throws Error
// "invalid-parameter".
Value parameter_of_property(Context& context, const Value& name, const Value& value, const Value* definition);

// The value of an `OS::Heat::Value` with that `type`, one of the types of parameters. Throws Error for another type,
// and for a value that is not of the type.
Value value_of_type(Context& context, const Value& name, const Value& value, std::string_view type);

}  // namespace evalground::heat
