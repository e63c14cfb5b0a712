// How the dialect `unfurl` describes itself, and the options that it reads.
#pragma once

#include "runtime/description.hpp"

namespace evalground::unfurl {

extern const Option strict_option;

extern const Description description;

}  // namespace evalground::unfurl
