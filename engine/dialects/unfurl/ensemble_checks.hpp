// Checks the sections of an ensemble that Unfurl's JSON Schema describes, except the service template.
#pragma once

#include "runtime/context.hpp"
#include "value/map.hpp"

namespace evalground::unfurl {

// Throws Error "wrong-type", "wrong-instance" or "missing-field" for the first key of the ensemble's `environment`,
// `spec`, `status`, `lastJob`, `changes` or `lock` whose value has the wrong form.
void check_ensemble(Context& context, const Map& ensemble);

}  // namespace evalground::unfurl
