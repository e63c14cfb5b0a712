// The functions of a dialect, from the tables of its families: looked up by kind and name while evaluating, and
// described for the reference, the completion and the tests of the examples.
#include "runtime/catalogue.hpp"

#include <functional>
#include <utility>

#include "base/text/text.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

Value describe_effects(Effects effects) {
  static constexpr std::pair<Effects, std::string_view> names[] = {
      {Effects::clock, "clock"},
      {Effects::random, "random"},
      {Effects::reads_files, "reads-files"},
      {Effects::writes_files, "writes-files"},
      {Effects::env, "env"},
      {Effects::secret, "secret"},
      {Effects::host, "unavailable-in-browser"},
  };
  List list;
  for (const auto& [effect, name] : names) {
    if (has(effects, effect)) list.push_back(Value::string(name));
  }
  return Value::list(std::move(list));
}

Value describe_signature(const Signature& signature) {
  List parameters;
  for (const Parameter& parameter : signature.parameters) {
    const std::string_view stars = parameter.is_keywords ? "**" : parameter.is_rest ? "*" : "";
    Map description{{"name", Value::string(std::string(stars) + std::string(parameter.name))},
                    {"type", Value::string(parameter.type)}};
    if (parameter.fallback) {
      description.set("optional", Value::boolean(true));
      description.set("default", Value::string(*parameter.fallback));
    } else if (parameter.is_rest || parameter.is_keywords) {
      description.set("optional", Value::boolean(true));
    }
    parameters.push_back(Value::map(std::move(description)));
  }
  return Value::map({{"params", Value::list(std::move(parameters))}, {"returns", Value::string(signature.returns)}});
}

// The example as a workspace, so that the reference shows what the test runs.
Value describe_example(const Example& example, std::string_view dialect, const CatalogueStyle& style) {
  Map workspace{{"dialect", Value::string(dialect)}};
  const auto json = [](std::string_view text) {
    Budget budget;
    return parse_json(text, budget);
  };
  if (!example.data.empty()) {
    workspace.set(style.example_data, style.example_data == "data" ? json(example.data) : Value::string(example.data));
  }
  if (!example.expression.empty()) workspace.set("expression", Value::string(example.expression));
  if (!example.keys.empty()) {
    const Value keys = json(example.keys);
    for (const auto& [key, value] : keys.as_map()) workspace.set(key, value);
  }
  return Value::map({{"workspace", Value::map(std::move(workspace))}, {"result", Value::string(example.result)}});
}

}  // namespace

std::size_t FunctionCatalogue::KeyHash::operator()(const Key& key) const noexcept {
  const std::hash<std::string_view> hash;
  return hash(key.kind) * 31 + hash(key.name);
}

// Two functions with the same name are a mistake in the tables, except in languages with overloads.
FunctionCatalogue& FunctionCatalogue::add(std::string_view group, std::span<const Function> functions) {
  for (const Function& function : functions) {
    const Entry& entry = entries_.emplace_back(Entry{group, &function, parse_signature(function.signature)});
    const auto add_name = [&](std::string_view name) {
      if (!by_name_.emplace(Key{function.kind, name}, &entry).second && !style_.has_overloads) {
        throw Error("bad-catalogue",
                    "There are two of kind " + std::string(function.kind) + " named " + quote(name) + ".");
      }
    };
    add_name(entry.signature.name);
    for (const std::string_view alias : function.aliases) add_name(alias);
  }
  return *this;
}

const FunctionCatalogue::Entry* FunctionCatalogue::find(std::string_view kind, std::string_view name) const {
  const auto found = by_name_.find({kind, name});
  return found == by_name_.end() ? nullptr : found->second;
}

std::string_view FunctionCatalogue::nearest(std::string_view kind, std::string_view name) const {
  std::vector<std::string_view> known;
  for (const Entry& entry : entries_) {
    if (entry.function->kind != kind) continue;
    known.push_back(entry.signature.name);
    known.insert(known.end(), entry.function->aliases.begin(), entry.function->aliases.end());
  }
  return nearest_name(name, known).value_or(std::string_view());
}

Value FunctionCatalogue::describe(std::string_view dialect) const {
  List list;
  for (const Entry& entry : entries_) {
    const Function& function = *entry.function;
    Map description{{"dialect", Value::string(dialect)},
                    {"name", Value::string(entry.signature.name)},
                    {"kind", Value::string(function.kind)},
                    {"group", Value::string(entry.group)},
                    {"signature", Value::string(function.signature)},
                    {"signatures", Value::list({describe_signature(entry.signature)})},
                    {"summary", Value::string(function.summary)}};
    if (!function.details.empty()) description.set("details", Value::string(function.details));
    if (!function.since.empty()) description.set("since", Value::string(function.since));
    if (!function.until.empty()) description.set("until", Value::string(function.until));
    if (!function.changed.empty()) description.set("changed", Value::string(function.changed));
    if (!function.aliases.empty()) {
      List aliases;
      for (const std::string_view alias : function.aliases) aliases.push_back(Value::string(alias));
      description.set("aliases", Value::list(std::move(aliases)));
    }
    description.set("pure", Value::boolean(function.effects == Effects::none));
    if (function.effects != Effects::none) description.set("effects", describe_effects(function.effects));
    List examples;
    for (const Example& example : function.examples) examples.push_back(describe_example(example, dialect, style_));
    description.set("examples", Value::list(std::move(examples)));
    list.push_back(Value::map(std::move(description)));
  }
  return Value::list(std::move(list));
}

}  // namespace evalground
