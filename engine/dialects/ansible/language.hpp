// What language services ask of Ansible's templates.
#pragma once

#include "runtime/language/language.hpp"

namespace evalground::ansible {

const Language& language();

}  // namespace evalground::ansible
