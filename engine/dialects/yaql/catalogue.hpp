// Everything of the language that has a name: functions, methods and operators.
#pragma once

#include <string_view>

#include "runtime/catalogue.hpp"

namespace evalground::yaql {

// The group of what only options.legacy has.
inline constexpr std::string_view legacy_group = "legacy";

// Kinds: "function" for name(x), "method" for x.name(); "operator" and "property", documented here but evaluated by the
// language itself. Overloads of a name are entries of their own, the more specific first.
const FunctionCatalogue& functions();

}  // namespace evalground::yaql
