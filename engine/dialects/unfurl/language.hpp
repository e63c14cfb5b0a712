// What language services need from ensembles and service templates.
#pragma once

#include "runtime/language/language.hpp"

namespace evalground::unfurl {

const Language& language();

}  // namespace evalground::unfurl
