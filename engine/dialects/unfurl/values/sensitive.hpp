// The mark of sensitive values: outcomes show them as <<REDACTED>>.
#pragma once

#include "runtime/context.hpp"

namespace evalground::unfurl {

// The value with the mark of what is secret, if it is of a kind that can have it: text, bytes, a list or a map. No
// message shows its texts.
Value marked_sensitive(Context& context, Value value);

// True when the value holds marked text that is, or contains, a secret of the workspace or something decrypted.
bool holds_secret(Context& context, const Value& value);

}  // namespace evalground::unfurl
