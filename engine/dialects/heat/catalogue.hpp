// The intrinsic functions of templates, of all versions.
#pragma once

#include "runtime/catalogue.hpp"

namespace evalground::heat {

// Kinds: "function", where values stand (and some where conditions stand), and "operator", in conditions only.
const FunctionCatalogue& functions();

}  // namespace evalground::heat
