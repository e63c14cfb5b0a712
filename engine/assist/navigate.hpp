// Where names are defined and used.
#pragma once

#include "assist/question.hpp"

namespace evalground {

// Lists of ranges.
Value definition(Question& question);
Value references(Question& question);

// The names that a file defines, as a tree. With `query`: matching names of all files, as a list.
Value symbols(Question& question);

}  // namespace evalground
