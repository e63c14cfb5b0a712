// How the dialect `jinja2` describes itself, and the option that chooses its flavor.
#pragma once

#include "runtime/description.hpp"

namespace evalground::jinja2 {

extern const Option& flavor_option;

extern const Description description;

}  // namespace evalground::jinja2
