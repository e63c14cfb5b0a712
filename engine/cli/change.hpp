// `evalground change`: lists the places that make a value of the result the wanted one, and writes one of them.
#pragma once

#include "cli/options.hpp"

namespace evalground::cli {

// Prints the candidates, best first, or with --apply writes the files of one: each as a whole, and only if it has not
// changed since it was read. Returns false when there is no candidate. Throws UsageError and DiskError.
bool change_value(const Options& options);

}  // namespace evalground::cli
