#include "dialects/unfurl/expression/expression.hpp"

#include <algorithm>
#include <array>

#include "dialects/unfurl/values/vault.hpp"
#include "value/map.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::array<std::string_view, 12> standalone_functions = {"q",
                                                                   "get_input",
                                                                   "concat",
                                                                   "token",
                                                                   "join",
                                                                   "get_property",
                                                                   "has_env",
                                                                   "get_env",
                                                                   "get_attribute",
                                                                   "get_nodes_of_type",
                                                                   "get_artifact",
                                                                   "_generate"};

constexpr std::array<std::string_view, 6> expression_keys = {"vars",   "trace",  "foreach",
                                                             "select", "strict", "base_dir"};

template <std::size_t n>
bool contains(const std::array<std::string_view, n>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

const Value* source_of(const Map& map) {
  const Value* source = map.find("eval");
  return source != nullptr ? source : map.find("ref");
}

bool is_standalone_function(std::string_view name) {
  return contains(standalone_functions, name);
}

bool is_expression_map(const Value& value) {
  if (!value.is_map() || value.verbatim()) return false;
  const Map& map = value.as_map();
  if (source_of(map) != nullptr) {
    std::size_t known = 1;
    for (const std::string_view key : expression_keys) known += map.contains(key) ? 1 : 0;
    return known == map.size();
  }
  return map.size() == 1 && map.entry(0).key.is_string() && is_standalone_function(map.entry(0).key.as_string());
}

bool is_template(const Value& value) {
  if (!value.is_string() || value.verbatim()) return false;
  const std::string_view text = value.as_string();
  for (std::size_t at = text.find_first_of("{}%"); at != std::string_view::npos && at + 1 < text.size();
       at = text.find_first_of("{}%", at + 1)) {
    const std::string_view pair = text.substr(at, 2);
    if (pair == "{{" || pair == "}}" || pair == "{%" || pair == "%}") return true;
  }
  return false;
}

bool holds_expressions(const Value& value, Budget& budget) {
  budget.step();
  if (value.verbatim()) return false;
  if (is_template(value) || is_expression_map(value)) return true;
  if (object_cast<EncryptedValue>(value) != nullptr) return true;
  if (value.is_map()) {
    const Depth depth = budget.enter();
    return std::any_of(value.as_map().begin(), value.as_map().end(),
                       [&](const Map::Entry& entry) { return holds_expressions(entry.value, budget); });
  }
  if (value.is_list()) {
    const Depth depth = budget.enter();
    return std::any_of(value.as_list().begin(), value.as_list().end(),
                       [&](const Value& item) { return holds_expressions(item, budget); });
  }
  return false;
}

}  // namespace evalground::unfurl
