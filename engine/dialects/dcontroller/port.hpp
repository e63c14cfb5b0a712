// Checks what must change in a document or expression of 2025 for the language of 2026.
//
//   target: {kind: View}      targets: [{"kind": "View"}]
//   "@now"                    {"@now": null}
//   "@gather": [k, $.p]       `@groupBy` and a `@project`: reported only
//
// A document without findings is evaluated in both versions with the workspace's data, and a difference is reported.
#pragma once

#include <string_view>
#include <vector>

#include "runtime/context.hpp"

namespace evalground::dcontroller {

// Warnings with the code "changed-in-2026" in the order of their places, with a fix if one can be made automatically.
// Throws Error "unavailable" for any version except "2026".
std::vector<Diagnostic> port_of(Context& context, std::string_view to);

}  // namespace evalground::dcontroller
