// `evalground shrink`: a workspace made smaller, or put under other names, while what it shows stays.
#pragma once

#include "cli/options.hpp"
#include "value/map.hpp"

namespace evalground::cli {

// What `shrink()` answers for these options: {ok, workspace, …}. Shows its progress where somebody looks, and ends with
// what it has when it is interrupted. Throws UsageError where there is nothing to keep.
Map reduced(const Map& workspace, const Options& options, bool shrinks, bool disguises);

// A sentence on what came out of it: sizes, evaluations, what was kept, which names had to stay.
std::string reduction_text(const Map& answer);

// Writes what became what where --table says. Throws DiskError.
void write_table(const Map& answer, const Options& options);

// The whole verb: the workspace on standard output, the sentence on standard error.
void shrink_workspace(const Options& options);

}  // namespace evalground::cli
