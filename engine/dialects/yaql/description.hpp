// How the dialect `yaql` describes itself, and the options that it reads.
#pragma once

#include "runtime/description.hpp"

namespace evalground::yaql {

extern const Option delegates_option, iterable_dicts_option, convert_sets_to_lists_option, legacy_option;

extern const Description description;

}  // namespace evalground::yaql
