// The properties of a resource whose type is a template, as the parameters of the stack that it is.
//
// Heat makes a property of each parameter of the template, with a type of its own, and of each property's value what
// the parameter is given. Properties take less than parameters do: no number with a fraction as a text, no list as one,
// only true and false as a boolean; but nothing (null) is an empty value, and no missing one. Lists go through text:
// `[a, "b,c"]` arrives as three items.
#pragma once

#include "runtime/context.hpp"

namespace evalground::heat {

// What the parameter of that name is given. `definition` is how the template declares it; null: it does not. Throws
// Error "invalid-parameter".
Value parameter_of_property(Context& context, const Value& name, const Value& value, const Value* definition);

}  // namespace evalground::heat
