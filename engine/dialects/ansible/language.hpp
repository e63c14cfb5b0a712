// Ansible's templates for the language services.
#pragma once

#include "runtime/language/language.hpp"

namespace evalground::ansible {

const Language& language();

}  // namespace evalground::ansible
