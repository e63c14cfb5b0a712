#include "assist/check.hpp"

#include "runtime/outcome_parts.hpp"
#include "value/json.hpp"

namespace evalground {

std::string check(const Value& json, const Dialect* (*find)(std::string_view)) {
  std::vector<Diagnostic> diagnostics;
  const Dialect* dialect = find(dialect_of(json));
  const Workspace workspace = read_workspace(json, dialect != nullptr ? &dialect->description() : nullptr, diagnostics);
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  context.diagnostics = std::move(diagnostics);
  Value outline = Value::list();
  Value tokens = Value::list();
  if (dialect != nullptr) {
    context.warn_of_unknown_options(dialect->description().options);
    // A document that is too long for the tree, or waits for the outside, may still be coloured.
    try {
      outline = outline_value(dialect->outline(context), context.sources);
    } catch (const LimitError& error) {
      context.diagnostics.push_back({Severity::error, error.code(), error.what(), place_of(error, context), {}, {}});
    } catch (const Pending&) {
      outline = Value::list();
    }
    tokens = tokens_value(dialect->tokens(context), context.sources);
  }
  Limits room;
  room.output = 64ULL << 20;
  Budget closing(room);
  return write_json(Value::map({{"diagnostics", diagnostics_value(context.diagnostics, context.sources)},
                                {"outline", std::move(outline)},
                                {"tokens", std::move(tokens)}}),
                    closing);
}

}  // namespace evalground
