// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/syntax/function_set.hpp"

#include "base/text/text.hpp"
#include "value/python_text.hpp"

namespace evalground::jinja2 {
namespace {

// The kind that entries of a source have; empty when it has no such entries.
std::string_view kind_in(const FunctionSource& source, FunctionKind kind) {
  switch (kind) {
    case FunctionKind::filter: return source.filters;
    case FunctionKind::test: return source.tests;
    case FunctionKind::global: return source.globals;
    case FunctionKind::lookup: return source.lookups;
  }
  return {};
}

}  // namespace

const FunctionCatalogue::Entry* FunctionSet::find(FunctionKind kind, std::string_view name) const {
  bool is_plugin = !plugin_namespace_.empty() && name.starts_with(plugin_namespace_);
  if (is_plugin) name.remove_prefix(plugin_namespace_.size());
  constexpr std::string_view legacy = "ansible.legacy.";
  if (has_jinja_plugins_ && name.starts_with(legacy)) {
    name.remove_prefix(legacy.size());
    is_plugin = true;
  } else if (has_jinja_plugins_) {
    is_plugin = false;
  }
  for (const FunctionSource& source : sources_) {
    // Jinja's own functions, the last source, are not plugins.
    if (is_plugin && &source == &sources_.back()) continue;
    const std::string_view word = kind_in(source, kind);
    if (word.empty()) continue;
    if (const auto* entry = source.catalogue->find(word, name)) return entry;
  }
  return nullptr;
}

UnknownName FunctionSet::unknown(FunctionKind kind, std::string_view name, bool is_reached) const {
  const std::string word = kind == FunctionKind::filter ? "filter" : "test";
  Budget budget;
  const std::string shown = python_repr(Value::string(name.substr(0, 10'000)), budget);
  std::string message = "No " + word + " named " + shown + (is_reached ? " found." : ".");
  if (!plugin_namespace_.empty() && !has_jinja_plugins_) {
    message = "template error while templating string: Could not load \"" + std::string(name) +
              "\": there is no such " + word + ".";
  }
  if (is_elsewhere(kind, name)) {
    message = "The " + word + " \"" + std::string(name) + "\" is in a collection that is not here.";
    return {"unavailable", std::move(message), kind, std::string(name)};
  }
  message += hint_at_flavor(kind, name);
  return {"unknown-" + word, std::move(message), kind, std::string(name)};
}

std::string_view FunctionSet::hint_at_flavor(FunctionKind kind, std::string_view name) const {
  const bool is_in_flavor = is_in_flavor_ != nullptr && is_in_flavor_(kind, name);
  return is_in_flavor ? " It is one of Ansible's: set the option `flavor` to `ansible`." : "";
}

std::string FunctionSet::nearest(FunctionKind kind, std::string_view name) const {
  if (!hint_at_flavor(kind, name).empty()) return {};
  std::vector<std::string_view> near;
  for (const FunctionSource& source : sources_) {
    const std::string_view found = source.catalogue->nearest(kind_in(source, kind), name);
    // Equal collections do not make two names similar.
    const std::string_view last = found.substr(found.rfind('.') + 1);
    if (!found.empty() && nearest_name(name.substr(name.rfind('.') + 1), {&last, 1})) near.push_back(found);
  }
  return std::string(nearest_name(name, near).value_or(""));
}

std::string_view FunctionSet::nearest_tag(std::string_view name) const {
  // Tags are entries of Jinja's own catalogue, the last source.
  return sources_.back().catalogue->nearest("statement", name);
}

}  // namespace evalground::jinja2
