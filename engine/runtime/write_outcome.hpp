// Writes the JSON form of an outcome, and is the only place where sensitive values are redacted.
//
// Dialects mark values and never hide them, so a secret can still be used: compared, hashed, written to a file.
// Everything that leaves the engine passes through here, and marked values leave as <<REDACTED>>:
//
//   1. the result: values are resolved (lazy ones are computed now), redacted, and bounded by the output limit; the
//      pointers of redacted values are `sensitive`
//   2. its description: messages, rows and origins, the outline, tokens, the trace. Messages are built from texts
//      that carry no mark, so they are searched for secrets (secrets.hpp)
//
// A part that fails is left out and reported, without affecting the others. The description of a result never decides
// whether the result exists. Invariants: the text is always valid JSON. Redaction is lifted for one path only, the one
// that a person asked to see.
#pragma once

#include <cstdint>
#include <string>

#include "runtime/describing.hpp"
#include "runtime/dialect.hpp"

namespace evalground {

// The cost of a run so far.
struct RunCost {
  double milliseconds = 0;
  std::uint64_t memory = 0;  // bytes at the peak
};

// The JSON text of an outcome: keys as listed in docs/architecture.md, values resolved and redacted, bounded by the
// output limit. With options.provenance also `rows` and `origins`; with outline and tokens those of the dialect; all as
// far as `describing` asks for them. A failure during writing (a lazy value, a limit) becomes a diagnostic and
// ok: false.
std::string write_outcome(Context& context, Outcome& outcome, const Dialect* dialect, const RunCost& cost,
                          const Describing& describing = {});

// Redact the messages so far, and the outline. `check`, which writes no outcome, calls both.
void redact_messages(Context& context);
void redact_outline(const Context& context, std::vector<OutlineNode>& nodes);

}  // namespace evalground
