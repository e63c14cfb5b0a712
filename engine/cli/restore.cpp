#include "cli/restore.hpp"

#include "cli/disk.hpp"
#include "cli/input.hpp"
#include "data/patch/document_changes.hpp"
#include "data/yaml/load.hpp"
#include "engine.hpp"
#include "value/json.hpp"

namespace evalground::cli {

Map with_changes(Map workspace, const std::string& edited, const std::string& run_options, Host& host) {
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
  workspace.set("operation", Value::string("expand"));
  const Value outcome = parse_json(evaluate(write_json(Value::map(workspace), budget), run_options, host), budget);
  const Value* text = outcome.as_map().find("text");
  if (text == nullptr) return workspace;
  Sources sources;
  const Value expanded = load_yaml(sources, sources.add_file("expanded", std::string(text->as_string())), budget);
  const Value changed = parse_yaml_text(edited, read_file(edited));
  if (!changed.is_map()) throw UsageError(edited + " must hold a map, as the document does");
  workspace.set("operation", Value::string("restore"));
  workspace.set("changes", Value::list(changes_between(expanded, changed, budget)));
  return workspace;
}

}  // namespace evalground::cli
