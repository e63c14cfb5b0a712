// The mark of sensitive values: outcomes show them as <<REDACTED>>.
#pragma once

#include "runtime/context.hpp"

namespace evalground {

// The value with the mark of what is secret, if it is of a kind that can have it: text, bytes, and what holds others.
// No message shows its texts.
Value marked_sensitive(Context& context, Value value);

}  // namespace evalground
