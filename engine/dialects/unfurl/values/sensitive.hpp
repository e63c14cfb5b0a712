// What holds secrets of the workspace.
#pragma once

#include "runtime/sensitive.hpp"

namespace evalground::unfurl {

// True when the value holds marked text that is, or contains, a secret of the workspace or something decrypted.
bool holds_secret(Context& context, const Value& value);

}  // namespace evalground::unfurl
