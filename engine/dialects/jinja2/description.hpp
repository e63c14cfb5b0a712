// How the dialect `jinja2` describes itself.
#pragma once

#include "runtime/description.hpp"

namespace evalground::jinja2 {

extern const Description description;

}  // namespace evalground::jinja2
