// The origins of merged values: how a value got here, and which value it overrides.
#pragma once

#include "runtime/context.hpp"

namespace evalground::unfurl {

// The origin of a value that a directive inserted: the value's own place, its earlier steps, the directive, then the
// value it overrides.
OriginId inherited_origin(Context& context, OriginId value, OriginId directive, Via via);

// The origin of a value that overrides another of the same key.
OriginId overriding_origin(Sources& sources, OriginId winner, OriginId loser);

// The value and all its members, with origins that name the directive.
Value inherit(Context& context, const Value& value, OriginId directive, Via via);

}  // namespace evalground::unfurl
