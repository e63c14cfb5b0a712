// Checks the sections of an ensemble that are not the service template: those that Unfurl's JSON schema describes.
#pragma once

#include "runtime/context.hpp"
#include "value/map.hpp"

namespace evalground::unfurl {

// Throws Error "wrong-type", "wrong-instance" or "missing-field" for the first key of the ensemble's `environment`,
// `spec`, `status`, `lastJob`, `changes` or `lock` that has another kind of value than it must have.
void check_ensemble(Context& context, const Map& ensemble);

}  // namespace evalground::unfurl
