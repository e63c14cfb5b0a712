// `evalground link`: makes a share link of a workspace, or opens one.
#pragma once

#include "cli/options.hpp"

namespace evalground::cli {

// Prints the link, a paragraph of Markdown with it, or, with --open, the workspace that it holds. Throws UsageError,
// LinkError.
void link_workspace(const Options& options);

}  // namespace evalground::cli
