// Writes merge directives back into a changed document: the reverse of expansion.
#pragma once

#include "runtime/context.hpp"
#include "runtime/outcome.hpp"

namespace evalground::unfurl {

// The operation `restore`: expands `main`, applies `changes`, restores the directives, and returns the document and its
// text, which keeps the layout of `main`. Warns "restore-differs" where the directives cannot express a change, so that
// expanding the text gives something else. Throws Error "invalid-change" and the errors of expand_document().
void restore_document(Context& context, Outcome& outcome);

}  // namespace evalground::unfurl
