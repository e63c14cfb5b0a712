// How the dialect `ansible` describes itself: as Jinja2, but for what is its own.
#pragma once

#include "runtime/description.hpp"

namespace evalground::ansible {

const Description& description();

}  // namespace evalground::ansible
