#include "workspaces/withheld.hpp"

#include <algorithm>

#include "engine.hpp"
#include "value/json.hpp"
#include "workspaces/generous_budget.hpp"

namespace evalground {
namespace {

const Map* inputs_of(const Map& workspace) {
  const Value* inputs = workspace.find("inputs");
  return inputs != nullptr && inputs->is_map() && !inputs->as_map().empty() ? &inputs->as_map() : nullptr;
}

bool is_sensitive_parameter(const Map& node) {
  const Value* kind = node.find("kind");
  const Value* mark = node.find("sensitive");
  return kind != nullptr && kind->is_string() && kind->as_string() == "parameter" && mark != nullptr &&
         mark->kind() == Kind::boolean && mark->as_boolean();
}

bool has_entry(const Value& value, const Value& name, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (!value.is_map()) return false;
  return value.as_map().contains(name) ||
         std::any_of(value.as_map().begin(), value.as_map().end(),
                     [&](const Map::Entry& entry) { return has_entry(entry.value, name, budget); });
}

// Inputs may be nested, as in Heat environments: `{parameters: {password: …}}`.
Value without_entries(const Value& value, const std::vector<std::string>& names, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (!value.is_map()) return value;
  Map kept;
  for (const auto& [name, item] : value.as_map()) {
    const bool is_named = name.is_string() && std::find(names.begin(), names.end(), name.as_string()) != names.end();
    if (!is_named) kept.set(name, without_entries(item, names, budget));
  }
  return Value::map(std::move(kept));
}

}  // namespace

std::vector<std::string> secret_inputs(const Map& workspace) {
  std::vector<std::string> names;
  const Map* inputs = inputs_of(workspace);
  if (inputs == nullptr) return names;
  Budget budget = generous_budget();
  const Value answer = parse_json(
      assist(write_json(Value::map({{"ask", Value::string("check")}, {"workspace", Value::map(workspace)}}), budget)),
      budget);
  std::vector<const Value*> open = {answer.as_map().find("outline")};
  while (!open.empty()) {
    const Value* nodes = open.back();
    open.pop_back();
    if (nodes == nullptr || !nodes->is_list()) continue;
    for (const Value& node : nodes->as_list()) {
      const Value* name = node.as_map().find("name");
      if (is_sensitive_parameter(node.as_map()) && has_entry(Value::map(*inputs), *name, budget))
        names.emplace_back(name->as_string());
      open.push_back(node.as_map().find("children"));
    }
  }
  return names;
}

Map without_secrets(const Map& workspace, const std::vector<std::string>& inputs) {
  Map shared = workspace;
  if (const Value* secrets = workspace.find("secrets"); secrets != nullptr && secrets->is_map()) {
    Map withheld;
    for (const auto& entry : secrets->as_map()) withheld.set(entry.key, Value::null());
    shared.set("secrets", Value::map(std::move(withheld)));
  }
  if (const Map* given = inputs_of(workspace); given != nullptr && !inputs.empty()) {
    Budget budget = generous_budget();
    shared.set("inputs", without_entries(Value::map(*given), inputs, budget));
  }
  return shared;
}

Map without_secrets(const Map& workspace) {
  return without_secrets(workspace, secret_inputs(workspace));
}

std::string withheld_note(std::string_view input) {
  return "inputs." + std::string(input) + " is declared secret and is not in the link.";
}

}  // namespace evalground
