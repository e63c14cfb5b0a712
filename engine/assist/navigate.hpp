// Where names are defined and used, and how they are renamed.
#pragma once

#include "assist/question.hpp"

namespace evalground {

// Lists of ranges.
Value definition(Question& question);
Value references(Question& question);

// With `newName` the edits that rename what stands at the position, {edits: [{file, …, newText}]}; without it, what
// would be renamed: {range, placeholder}. Throws Error "cannot-rename", which says why.
Value rename(Question& question);

// The names that a file defines, as a tree; with `query` those of all files that hold it, as a list.
Value symbols(Question& question);

}  // namespace evalground
