// How the dialect `cfengine` describes itself.
#pragma once

#include "runtime/description.hpp"

namespace evalground::cfengine {

inline constexpr Option bundle_option{
    .name = "bundle",
    .type = OptionType::text,
    .usual = "",
    .summary = "The bundle in whose context the expression is evaluated; else main, or the first bundle.",
};

extern const Description description;

}  // namespace evalground::cfengine
