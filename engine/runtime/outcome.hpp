// The outcome of an evaluation in the dialect's form. write_outcome.hpp writes it as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/context.hpp"
#include "runtime/text_map.hpp"

namespace evalground {

// A key of the result that failed. Its value is absent, or null in a list. Its diagnostic is in the context.
struct FailedKey {
  List path;                   // text keys and integer indexes
  std::size_t diagnostic;      // index into Context::diagnostics
  OriginId where;              // the definition of the key
  std::string_view part = {};  // the key of the detail where it is missing, "resources"; empty for the result
};

struct Outcome {
  bool ok = true;
  std::optional<Value> value;
  std::optional<std::string> text;
  TextMap text_map;              // origins for `text`; empty unless the run asks where values come from
  std::optional<Value> matches;  // for unfurl: a list
  // reports, classes, variables, outputs, resources, stages: by their names in the JSON. Without a value, rows, origins
  // and sensitive describe the outputs. The other details have theirs in `parts`. A stage is a map of its `name` and
  // results: the count of items, value or text, and the reports, classes and variables that it added.
  Map details;
  std::vector<FailedKey> failed;
  std::vector<Pending> pending;
  Map found;  // what else the run options ask for: coverage (assist/coverage.hpp), graph (assist/graph.hpp)
};

}  // namespace evalground
