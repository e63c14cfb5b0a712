// The origins of merged values: what a value came through, and which value it overrides.
#pragma once

#include "runtime/context.hpp"

namespace evalground::unfurl {

// The origin of a value that a directive brought to where it stands: the value's own place, then the steps it came
// through before, then the directive's, then what it overrides.
OriginId inherited_origin(Context& context, OriginId value, OriginId directive, Via via);

// The origin of a value that won over another of the same key.
OriginId overriding_origin(Sources& sources, OriginId winner, OriginId loser);

// The value with all its members as a directive brings them.
Value inherit(Context& context, const Value& value, OriginId directive, Via via);

}  // namespace evalground::unfurl
