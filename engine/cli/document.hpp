// A document where the command expects a workspace: `evalground eval stack.yaml`.
#pragma once

#include "cli/options.hpp"

namespace evalground::cli {

// The options with the operand as --main, and its dialect as --dialect, if the operand is a file that is a document
// and no workspace. A map that has a "dialect", or that has no other keys than a workspace, is a workspace. Anything
// else is a document if its dialect is given or recognised. In all other cases the options are returned unchanged.
Options with_document(Options options);

}  // namespace evalground::cli
