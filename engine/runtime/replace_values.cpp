#include "runtime/replace_values.hpp"

#include <string_view>
#include <type_traits>
#include <utility>

#include "base/text/text.hpp"
#include "value/value.hpp"

namespace evalground {
namespace {

// Calls f with the member of that name if it is one of the values that a workspace is evaluated with. Returns whether
// it is.
template <class F>
bool visit_value(std::string_view key, F&& f) {
  const auto visit = [&](auto member) {
    f(member);
    return true;
  };
  if (key == "vars") return visit(&Workspace::vars);
  if (key == "inputs") return visit(&Workspace::inputs);
  if (key == "data") return visit(&Workspace::data);
  if (key == "expression") return visit(&Workspace::expression);
  if (key == "env") return visit(&Workspace::env);
  if (key == "attributes") return visit(&Workspace::attributes);
  if (key == "secrets") return visit(&Workspace::secrets);
  if (key == "classes") return visit(&Workspace::classes);
  if (key == "local") return visit(&Workspace::local);
  if (key == "resource") return visit(&Workspace::resource);
  return false;
}

void report_value(std::vector<Diagnostic>& diagnostics, std::string code, std::string message) {
  Diagnostic diagnostic;
  diagnostic.code = std::move(code);
  diagnostic.message = std::move(message);
  diagnostics.push_back(std::move(diagnostic));
}

std::string kind_found(const Value& value) {
  return with_article(kind_name(value.kind()));
}

// Assigns a value to a member and returns whether it has the member's type. For a map, list or text, null means absent.
bool take_value(Value& member, const Value& value) {
  member = value;
  return true;
}
bool take_value(std::optional<Value>& member, const Value& value) {
  member = value;
  return true;
}
bool take_value(Map& member, const Value& value) {
  if (value.is_map()) member = value.as_map();
  return value.is_map() || value.is_null();
}
bool take_value(List& member, const Value& value) {
  if (value.is_list()) member = value.as_list();
  return value.is_list() || value.is_null();
}
bool take_value(std::optional<std::string>& member, const Value& value) {
  if (value.is_string()) member = std::string(value.as_string());
  return value.is_string() || value.is_null();
}

}  // namespace

ReplacedValues::ReplacedValues(Workspace& workspace, const Value& json, std::vector<Diagnostic>& diagnostics)
    : workspace_(workspace) {
  if (!json.is_map()) {
    report_value(diagnostics, "workspace-type",
                 "The values for a prepared workspace must be a map, not " + kind_found(json) + ".");
    return;
  }
  for (const Map::Entry& entry : json.as_map()) {
    const std::string key(entry.key.is_string() ? entry.key.as_string() : "");
    const Value& value = entry.value;
    bool is_taken = false;
    if (!visit_value(key, [&](auto member) { is_taken = take_value(other_.*member, value); })) {
      report_value(
          diagnostics, "workspace-key",
          "A prepared workspace takes values of expression, data, local, vars, inputs, attributes, env, secrets, "
          "classes and resource, not of " +
              quote(key) + ".");
    } else if (!is_taken) {
      const std::string_view expected = key == "classes" ? "a list" : key == "resource" ? "a string" : "a map";
      report_value(
          diagnostics, "workspace-type",
          "The workspace's " + quote(key) + " must be " + std::string(expected) + ", not " + kind_found(value) + ".");
    } else {
      keys_.push_back(key);
    }
  }
  swap();
}

void ReplacedValues::swap() {
  for (const std::string& key : keys_) {
    visit_value(key, [&](auto member) { std::swap(workspace_.*member, other_.*member); });
  }
}

}  // namespace evalground
