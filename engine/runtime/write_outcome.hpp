// The JSON form of an outcome: the one place where sensitive values are redacted.
#pragma once

#include <cstdint>
#include <string>

#include "runtime/dialect.hpp"

namespace evalground {

// What a run has cost so far.
struct RunCost {
  double milliseconds = 0;
  std::uint64_t memory = 0;  // bytes, at the peak
};

// The JSON text of an outcome: keys as docs/architecture.md lists them, values resolved and redacted, bounded by the
// output limit. With options.provenance also `rows` and `origins`, with outline and tokens those of the dialect. A
// failure while it is written (a lazy value, a limit) becomes a diagnostic and ok: false.
std::string write_outcome(Context& context, Outcome& outcome, const Dialect* dialect, const RunCost& cost);

}  // namespace evalground
