// How the dialect `heat` describes itself, and the options that it reads.
#pragma once

#include "runtime/description.hpp"

namespace evalground::heat {

// The pseudo parameters of a stack: OS::stack_name and the like.
extern const Option stack_name_option, stack_id_option, project_id_option;

extern const Description description;

}  // namespace evalground::heat
