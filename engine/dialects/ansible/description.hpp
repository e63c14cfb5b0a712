// How the dialect `ansible` describes itself: like Jinja2, with its own additions.
#pragma once

#include "runtime/description.hpp"

namespace evalground::ansible {

const Description& description();

}  // namespace evalground::ansible
