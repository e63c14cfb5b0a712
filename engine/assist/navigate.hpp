// Where names are defined and used, and how they are renamed.
#pragma once

#include "assist/question.hpp"

namespace evalground {

// Lists of ranges.
Value definition(Question& question);
Value references(Question& question);

// With `newName`: the edits that rename the symbol at the position, {edits: [{file, …, newText}]}. Without it: what
// would be renamed, {range, placeholder}. Throws Error "cannot-rename" with the reason.
Value rename(Question& question);

// The names that a file defines, as a tree. With `query`: matching names of all files, as a list.
Value symbols(Question& question);

}  // namespace evalground
