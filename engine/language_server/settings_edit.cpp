#include "language_server/settings_edit.hpp"

#include "engine.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground::language_server {
namespace {

Budget small_budget() {
  return Budget({.steps = 20'000'000, .memory = 0, .output = 16ULL << 20, .depth = 200});
}

// The value of the answer as JSON; nothing when the request fails.
std::optional<std::string> answered(Map request) {
  Budget budget = small_budget();
  const Value answer = parse_json(assist(write_json(Value::map(std::move(request)), budget)), budget);
  const Value* value = answer.as_map().find("value");
  if (value == nullptr) return std::nullopt;
  return value->is_string() ? std::string(value->as_string()) : write_json(*value, budget);
}

std::optional<std::string> read(std::string_view text) {
  return answered({{"ask", Value::string("parse")}, {"text", Value::string(text)}});
}

// The beginning of the line of a top-level key, and the offset after its colon; npos when the key is absent.
std::size_t behind_key(std::string_view text, std::string_view key) {
  for (std::size_t at = 0; at < text.size();) {
    if (text.substr(at).starts_with(key) && text.substr(at + key.size()).starts_with(":")) return at + key.size() + 1;
    at = text.find('\n', at);
    if (at == std::string_view::npos) break;
    ++at;
  }
  return std::string_view::npos;
}

// A key with its first entry, at the end of the text.
Insertion new_map(std::string_view text, const std::string& key, const std::string& entry) {
  return {text.size(), (text.empty() || text.ends_with('\n') ? "" : "\n") + key + ":\n  " + entry + "\n"};
}

// An entry at the begin of the map behind its key, in braces or in lines; nothing where no line follows.
std::optional<Insertion> into_map(std::string_view text, std::size_t behind, const std::string& entry) {
  const std::size_t open = text.find_first_not_of(' ', behind);
  if (open != std::string_view::npos && text[open] == '{') {
    const std::size_t first = text.find_first_not_of(" \n", open + 1);
    const bool is_empty = first != std::string_view::npos && text[first] == '}';
    return Insertion{open + 1, entry + (is_empty ? "" : ", ")};
  }
  const std::size_t line_end = text.find('\n', behind);
  if (line_end == std::string_view::npos) return std::nullopt;
  const std::size_t next = text.find_first_not_of(" \n", line_end);
  const std::size_t begin = next == std::string_view::npos ? text.size() : text.rfind('\n', next) + 1;
  const std::size_t indent = next == std::string_view::npos || next == begin ? 2 : next - begin;
  return Insertion{line_end + 1, std::string(indent, ' ') + entry + "\n"};
}

// Whether two workspaces have as many keys, and the same map under one of them.
bool is_same_map(const Map& wanted, const Map& given, std::string_view key, Budget& budget) {
  const Value* wanted_map = wanted.find(key);
  const Value* given_map = given.find(key);
  if (wanted_map == nullptr || given_map == nullptr || !wanted_map->is_map() || !given_map->is_map()) return false;
  if (wanted.size() != given.size() || wanted_map->as_map().size() != given_map->as_map().size()) return false;
  for (const auto& [name, one] : wanted_map->as_map()) {
    const Value* other = given_map->as_map().find(name);
    if (other == nullptr || write_json(*other, budget) != write_json(one, budget)) return false;
  }
  return true;
}

}  // namespace

std::optional<Insertion> insert_setting(std::string_view text, std::string_view path, const Value& value) {
  const std::size_t slash = path.find('/', 1);
  if (slash == std::string_view::npos || path.find('/', slash + 1) != std::string_view::npos) return std::nullopt;
  const std::string key(path.substr(1, slash - 1));
  Budget budget = small_budget();
  // Text in JSON's quotes is YAML as well.
  const std::string entry =
      write_json(Value::string(path.substr(slash + 1)), budget) + ": " + write_json(value, budget);
  const std::size_t behind = behind_key(text, key);
  const std::optional<Insertion> made =
      behind == std::string_view::npos ? std::optional(new_map(text, key, entry)) : into_map(text, behind, entry);
  if (!made) return std::nullopt;
  // It must give exactly the workspace with that entry.
  const Value changes = Value::list({Value::map({{"path", Value::string(path)}, {"value", value}})});
  const auto changed =
      answered({{"ask", Value::string("change")},
                {"before", Value::string(behind == std::string_view::npos ? std::string(text) + "\n" + key + ": {}\n"
                                                                          : std::string(text))},
                {"changes", changes}});
  if (!changed) return std::nullopt;
  std::string after(text);
  after.insert(made->at, made->text);
  const auto wanted_value = read(*changed);
  const auto given_value = read(after);
  if (!wanted_value || !given_value) return std::nullopt;
  const Value wanted = parse_json(*wanted_value, budget);
  const Value given = parse_json(*given_value, budget);
  if (!is_same_map(wanted.as_map(), given.as_map(), key, budget)) return std::nullopt;
  return made;
}

}  // namespace evalground::language_server
