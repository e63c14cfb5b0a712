// What an evaluation gives, and its JSON form: the one place where sensitive values are redacted.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/context.hpp"

namespace evalground {

class Dialect;

// A key of the result that failed: its value is absent, or null in a list; its diagnostic is in the context.
struct FailedKey {
  List path;               // text keys and integer indexes
  std::size_t diagnostic;  // index into Context::diagnostics
  OriginId where;          // the definition of the key
};

struct Outcome {
  bool ok = true;
  std::optional<Value> value;
  std::optional<std::string> text;
  std::optional<Value> matches;  // unfurl: a list
  // reports, classes, variables, outputs, stages: by their names in the JSON. Without a value, rows, origins and
  // sensitive are those of the outputs. A stage is a map of `name` and of what it gave: the count of items, value or
  // text, and the reports, classes and variables that it added.
  Map details;
  std::vector<FailedKey> failed;
  std::vector<Pending> pending;
};

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
