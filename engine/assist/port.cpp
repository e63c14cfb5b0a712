#include "assist/port.hpp"

#include "runtime/outcome_parts.hpp"
#include "value/json.hpp"

namespace evalground {

std::string port(const Value& json, std::string_view to, FindDialect find) {
  const Dialect* dialect = dialect_for(json, find);
  if (dialect == nullptr) throw Error("bad-request", "The workspace names an unknown dialect.");
  std::vector<Diagnostic> diagnostics;
  const Workspace workspace = read_workspace(json, &dialect->description(), diagnostics);
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  for (Diagnostic& one : dialect->port(context, to)) diagnostics.push_back(std::move(one));
  Limits room;
  room.output = 64ULL << 20;
  Budget closing(room);
  return write_json(Value::map({{"diagnostics", diagnostics_value(diagnostics, context.sources)}}), closing);
}

}  // namespace evalground
