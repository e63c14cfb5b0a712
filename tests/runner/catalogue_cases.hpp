// The examples in the tables of functions as cases.
#pragma once

#include <vector>

#include "runner/case_file.hpp"

namespace evalground::runner {

// Named "examples/<dialect>/<kind>/<name>/<number>"; overloads of a name share one numbering.
std::vector<Case> catalogue_cases();

}  // namespace evalground::runner
