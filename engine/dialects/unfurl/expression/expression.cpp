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

constexpr std::string_view service = R"(port: 80
sizes: [3, 1, 2]
people: [{name: ann, age: 30}, {name: bob, age: 20}]
)";

constexpr Example eval_examples[] = {{"eval: port", service, "80"}, {"eval: [{eval: port}, 1]", service, "[80, 1]"}};
constexpr Example vars_examples[] = {
    {"eval: {add: [{eval: $low}, {eval: $high}]}\nvars: {low: 1, high: {eval: port}}", service, "81"}};
constexpr Example select_examples[] = {{"eval: people\nselect: age", service, "[30, 20]"}};
constexpr Example foreach_examples[] = {
    {"eval: sizes\nforeach: {value: {eval: {mul: [{eval: $item}, 10]}}}", service, "[30, 10, 20]"},
    {"eval: people\nforeach: {key: name, value: age}", service, R"([{"ann": 30, "bob": 20}])"}};
constexpr Example strict_examples[] = {{"eval: port\nstrict: required", service, "80"}};
constexpr Example trace_examples[] = {{"eval: port\ntrace: 1", service, "80"}};

constexpr std::string_view eval_aliases[] = {"ref"};

// The keys of expression maps; evaluate_map() in evaluator.cpp is their code.
constexpr Function key_entries[] = {
    {.kind = "keyword",
     .signature = "eval -> any",
     .summary = "Makes a map an expression: text is a query, a map a function call, a list gives its items.",
     .details = "Beside it only `vars`, `select`, `foreach`, `strict`, `trace` and `base_dir`; with another key the "
                "map is plain data.",
     .aliases = eval_aliases,
     .examples = eval_examples},
    {.kind = "keyword",
     .signature = "vars -> map",
     .summary = "Variables for the expression, read as `$name`; their values are evaluated when first used.",
     .details = "`start` among them replaces the current resource. `$start` is always where the expression starts.",
     .examples = vars_examples},
    {.kind = "keyword",
     .signature = "select -> any",
     .summary = "A query or a loop applied to the result; what comes out is reduced to one result as usual.",
     .examples = select_examples},
    {.kind = "keyword",
     .signature = "foreach -> list",
     .summary = "A query or a map with `value`, and `key` if wanted, evaluated for each item of the result.",
     .details = "The variables are $item, $index, $key, $collection, and $break and $continue as values that end the "
                "loop or leave the item out. Without `key` the result is a list, with it one map in a list.",
     .examples = foreach_examples},
    {.kind = "keyword",
     .signature = "strict -> any",
     .summary = "`required`: no match is an error; `notnull`: null is one too; false: templates are lenient.",
     .examples = strict_examples},
    {.kind = "keyword",
     .signature = "trace -> integer",
     .summary = "Above 0 the evaluation of this expression is recorded in the outcome's trace.",
     .examples = trace_examples},
};

constexpr std::string_view source_key = "eval";
constexpr std::string_view undocumented_key = "base_dir";

// The keys that may stand beside the source.
constexpr auto keys_beside_source = [] {
  std::array<std::string_view, std::size(key_entries)> names;
  std::size_t count = 0;
  for (const Function& entry : key_entries) {
    const std::string_view name = entry.signature.substr(0, entry.signature.find(' '));
    if (name != source_key) names[count++] = name;
  }
  names[count] = undocumented_key;
  return names;
}();

template <std::size_t n>
bool contains(const std::array<std::string_view, n>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

const Value* source_of(const Map& map) {
  const Value* source = map.find(source_key);
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
    for (const std::string_view key : keys_beside_source) known += map.contains(key) ? 1 : 0;
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

std::span<const Function> expression_key_entries() {
  return key_entries;
}

}  // namespace evalground::unfurl
