#include "assist/check.hpp"

#include "assist/question.hpp"
#include "runtime/outcome_parts.hpp"
#include "runtime/outline_json.hpp"
#include "runtime/unused_options.hpp"
#include "runtime/write_outcome.hpp"
#include "value/json.hpp"

namespace evalground {

std::string check(const Map& request, FindDialect find) {
  const Value& json = required(request, "workspace");
  std::vector<Diagnostic> diagnostics;
  const Dialect* dialect = dialect_for(json, find);
  const Workspace workspace = read_workspace(json, dialect != nullptr ? &dialect->description() : nullptr, diagnostics);
  const RunOptions options;
  const Describing describing = read_describing(Value::map(request));
  ClosedHost host;
  Context context(workspace, options, host);
  context.diagnostics = std::move(diagnostics);
  Limits room;
  room.output = 64ULL << 20;
  Budget closing(room);
  std::string outline = "[]";
  std::string tokens = "[]";
  if (dialect != nullptr) {
    context.warn_of_unknown_options(known_options(*dialect, find));
    hint_at_unused_options(context, *dialect, find);
    // A document that is too long for the tree, or waits for the outside, may still be coloured.
    try {
      if (describing.most_nodes > 0) {
        std::vector<OutlineNode> nodes = dialect->outline(context);
        redact_outline(context, nodes);
        outline = outline_json(nodes, context.sources, closing, describing.most_nodes).json;
      }
    } catch (const LimitError& error) {
      const OriginId where = place_in_text(error.where(), context);
      context.diagnostics.push_back({Severity::error, error.code(), error.what(), where, {}, {}});
    } catch (const Pending&) {
      outline = "[]";
    }
    tokens = tokens_json(dialect->tokens(context), context.sources, closing, describing.tokens_in);
  }
  redact_messages(context);
  const std::string diagnostics_json = write_json(diagnostics_value(context.diagnostics, context.sources), closing);
  return "{\"diagnostics\":" + diagnostics_json + ",\"outline\":" + outline + ",\"tokens\":" + tokens + "}";
}

}  // namespace evalground
