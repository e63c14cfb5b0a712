// The JSON form of an outcome: the one place where sensitive values are redacted.
//
// Dialects mark values and never hide them, so that a secret can still be used: compared, hashed, written to a file.
// All that leaves the engine passes here, and what is marked leaves as <<REDACTED>>:
//
//   1. the result: values are resolved (lazy ones are computed now) and redacted, and bounded by the output limit; the
//      pointers of what was redacted are `sensitive`
//   2. what describes it: messages, rows and origins, the tree, colours, the trace. Messages are made of texts that
//      carry no mark, so secrets are looked for in them (secrets.hpp)
//
// A part that fails is left out and reported, and does not take the others with it; what describes the result never
// decides whether there is one. Invariants: the text is JSON whatever happened; redaction is lifted for one path only,
// the one that a person asked to see.
#pragma once

#include <cstdint>
#include <string>

#include "runtime/dialect.hpp"

namespace evalground {

// The cost of a run so far.
struct RunCost {
  double milliseconds = 0;
  std::uint64_t memory = 0;  // bytes, at the peak
};

// The JSON text of an outcome: keys as docs/architecture.md lists them, values resolved and redacted, bounded by the
// output limit. With options.provenance also `rows` and `origins`, with outline and tokens those of the dialect. A
// failure while it is written (a lazy value, a limit) becomes a diagnostic and ok: false.
std::string write_outcome(Context& context, Outcome& outcome, const Dialect* dialect, const RunCost& cost);

// Take the secrets out of the messages so far, and out of the tree. `check`, which writes no outcome, calls both.
void redact_messages(Context& context);
void redact_outline(const Context& context, std::vector<OutlineNode>& nodes);

}  // namespace evalground
