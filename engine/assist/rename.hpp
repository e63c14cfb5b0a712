// Renames a name of a document in all its places.
#pragma once

#include "assist/question.hpp"

namespace evalground {

// With `newName`: the edits that rename the symbol at the position, {edits: [{file, …, newText}]}. Without it: what
// would be renamed, {range, placeholder}. Throws Error "cannot-rename" with the reason.
Value rename(Question& question);

}  // namespace evalground
