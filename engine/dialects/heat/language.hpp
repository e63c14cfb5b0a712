// What language services ask of Heat's templates.
#pragma once

#include "runtime/language/language.hpp"

namespace evalground::heat {

const Language& language();

}  // namespace evalground::heat
