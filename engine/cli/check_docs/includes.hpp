// Sphinx's directive `literalinclude`: a block whose text is in another file.
//
//   .. literalinclude:: sum.yaql
//      :class: evalground
//      :lines: 2-4,7
//      :start-after: [begin]
//      :end-before: [end]
#pragma once

#include <vector>

#include "cli/check_docs/example.hpp"

namespace evalground::cli {

// Reads the files of the blocks that are marked or in a wanted language. A file that cannot be read is the block's
// problem.
void read_includes(std::vector<Block>& blocks, const ReadNamed& read_named, const Every& every);

}  // namespace evalground::cli
