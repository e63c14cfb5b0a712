#include "runtime/keys.hpp"

#include <algorithm>
#include <string>

#include "value/map.hpp"

namespace evalground {
namespace {

constexpr Key keys_of_workspaces[] = {
    {"dialect", KeyType::text, "The language."},
    {"operation", KeyType::text, "\"evaluate\", or another of the dialect's."},
    {"files", KeyType::map, "Paths to texts, or to {base64}."},
    {"main", KeyType::text, "The document, or the file that holds it."},
    {"expression", KeyType::any, "The expression to evaluate instead of the document."},
    {"resource", KeyType::text, "The current resource."},
    {"data", KeyType::any, "The value that is queried."},
    {"local", KeyType::any, "The second value that is queried."},
    {"vars", KeyType::map, "Variables."},
    {"inputs", KeyType::map, "Inputs, or parameters."},
    {"attributes", KeyType::map, "Resources to their attributes."},
    {"classes", KeyType::list, "Classes that are defined."},
    {"env", KeyType::map, "Environment variables."},
    {"secrets", KeyType::map, "Secrets; null: withheld."},
    {"clock", KeyType::text, "The instant of every \"now\"."},
    {"seed", KeyType::integer, "Of every random function."},
    {"limits", KeyType::map, "The limits of the evaluation."},
    {"changes", KeyType::list, "To the expanded document."},
    {"options", KeyType::map, "Of the dialect."},
    {"title", KeyType::text, "For people."},
    {"description", KeyType::text, "For people."},
};

constexpr Key keys_of_cases[] = {
    {"id", KeyType::text},   {"expect", KeyType::map}, {"exact", KeyType::boolean},   {"source", KeyType::text},
    {"note", KeyType::text}, {"tags", KeyType::list},  {"difficulty", KeyType::text}, {"cases", KeyType::list},
};

constexpr Key keys_of_limits[] = {
    {"steps", KeyType::integer},  {"depth", KeyType::integer},     {"memory", KeyType::integer},
    {"output", KeyType::integer}, {"iterators", KeyType::integer},
};

constexpr Key keys_of_outcomes[] = {
    {"ok", KeyType::boolean},     {"value", KeyType::any},        {"text", KeyType::text},
    {"matches", KeyType::list},   {"reports", KeyType::list},     {"classes", KeyType::list},
    {"variables", KeyType::map},  {"outputs", KeyType::map},      {"resources", KeyType::map},
    {"stages", KeyType::list},    {"parts", KeyType::map},        {"textMap", KeyType::map},
    {"files", KeyType::map},      {"sensitive", KeyType::list},   {"rows", KeyType::list},
    {"origins", KeyType::map},    {"outline", KeyType::list},     {"tokens", KeyType::list},
    {"trace", KeyType::list},     {"diagnostics", KeyType::list}, {"asks", KeyType::list},
    {"pending", KeyType::list},   {"stats", KeyType::map},        {"coverage", KeyType::map},
    {"notFinite", KeyType::map},  {"counts", KeyType::map},       {"graph", KeyType::map},
    {"decisions", KeyType::list},
};

void describe_group(std::string_view group, std::span<const Key> keys, List& list) {
  for (const Key& key : keys) {
    const std::string_view type = key_type_name(key.type);
    list.push_back(Value::map({{"group", Value::string(group)},
                               {"name", Value::string(key.name)},
                               {"type", Value::string(type)},
                               {"signature", Value::string(std::string(key.name).append(": ").append(type))},
                               {"summary", Value::string(key.summary)}}));
  }
}

}  // namespace

std::span<const Key> workspace_keys() {
  return keys_of_workspaces;
}

std::span<const Key> case_keys() {
  return keys_of_cases;
}

std::span<const Key> limit_keys() {
  return keys_of_limits;
}

std::span<const Key> outcome_keys() {
  return keys_of_outcomes;
}

const Key* find_key(std::span<const Key> keys, std::string_view name) {
  const auto found = std::find_if(keys.begin(), keys.end(), [&](const Key& key) { return key.name == name; });
  return found == keys.end() ? nullptr : &*found;
}

std::string_view key_type_name(KeyType type) {
  switch (type) {
    case KeyType::any: return "any";
    case KeyType::text: return "text";
    case KeyType::integer: return "integer";
    case KeyType::boolean: return "boolean";
    case KeyType::list: return "list";
    case KeyType::map: return "map";
  }
  return {};
}

Value describe_keys() {
  List list;
  describe_group("workspace", workspace_keys(), list);
  describe_group("case", case_keys(), list);
  describe_group("limits", limit_keys(), list);
  describe_group("outcome", outcome_keys(), list);
  return Value::list(std::move(list));
}

}  // namespace evalground
