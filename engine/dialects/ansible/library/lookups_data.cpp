// Lookups of their own terms, of variables and of the environment (ansible.plugins.lookup).
// Lookups of their own terms, of variables and of the environment (ansible.plugins.lookup).
//
// Most of these are older than `loop` and exist for `with_items`, `with_nested` and so on. A lookup always returns a
// list. `query` gives this list, and `lookup` joins it with commas. Two helpers differ in small ways that matter:
// flattened() removes one level of lists, flatten() all of them.
#include <algorithm>

#include "base/crypto/random.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/library/regex.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/ansible/runtime/lookup_terms.hpp"
#include "value/map.hpp"

namespace evalground::ansible {
namespace lookups_data_family {
namespace {

// query('items', [1, [2]], 3) -> [1, [2], 3]: only one level is flattened.
Value items(Call& base) {
  return Value::list(flattened(function_call(base).rest));
}

Value list(Call& base) {
  const FunctionCall& call = function_call(base);
  return Value::list(List(call.rest.begin(), call.rest.end()));
}

// query('dict', {'a': 1}) -> [{'key': 'a', 'value': 1}]
Value dict(Call& base) {
  FunctionCall& call = function_call(base);
  List entries;
  for (const Value& term : call.rest) {
    if (!term.is_map()) call.fail("with_dict expects a dict");
    for (const auto& [key, value] : term.as_map()) {
      call.context.budget.step();
      entries.push_back(Value::map(Map{{"key", key}, {"value", value}}));
    }
  }
  return Value::list(std::move(entries));
}

// A term that is itself a list. A text counts as a list of one item, without surrounding whitespace.
List listed_part(const FunctionCall& call, const Value& term) {
  if (!term.is_string()) return listed(call.evaluator, term);
  return {Value::string(trim(call.evaluator.text(term)))};
}

// query('together', [1, 2], ['a']) -> [[1, 'a'], [2, None]]. Unlike Python's zip() it fills short lists up. Rows are
// flattened, so an item that is a list becomes several items of its row.
Value together(Call& base) {
  FunctionCall& call = function_call(base);
  if (call.rest.empty()) call.fail("with_together requires at least one element in each list");
  std::vector<List> lists;
  std::size_t count = 0;
  for (const Value& term : call.rest) {
    lists.push_back(listed_part(call, term));
    count = std::max(count, lists.back().size());
  }
  List rows;
  for (std::size_t i = 0; i < count; ++i) {
    call.context.budget.step(lists.size());
    List row;
    for (const List& one : lists) row.push_back(i < one.size() ? one[i] : Value::null());
    rows.push_back(Value::list(flattened(row)));
  }
  return Value::list(std::move(rows));
}

// query('nested', ['a', 'b'], [1, 2]) -> [['a', 1], ['a', 2], ['b', 1], ['b', 2]]. The number of rows is the product of
// the sizes, so each row costs a step while it is made.
Value nested(Call& base) {
  FunctionCall& call = function_call(base);
  if (call.rest.empty()) call.fail("with_nested requires at least one element in the nested list");
  List found = listed_part(call, call.rest[0]);
  for (const Value& term : call.rest.subspan(1)) {
    const List items = listed_part(call, term);
    List longer;
    for (const Value& row : found) {
      for (const Value& item : items) {
        call.context.budget.step();
        const Value pair[] = {row, item};
        longer.push_back(Value::list(flattened(pair)));
      }
    }
    found = std::move(longer);
  }
  // The reference flattens each row once more at the end.
  for (Value& row : found) {
    const List items = call.evaluator.items(row);
    row = Value::list(flattened(items));
  }
  return Value::list(std::move(found));
}

// Flattens nested lists completely. A list of one item is replaced by the item. "None" or "null" ends its list. Texts
// lose surrounding whitespace.
void flatten(const FunctionCall& call, std::span<const Value> terms, List& flat) {
  const Depth depth = call.context.budget.enter();
  for (const Value& term : terms) {
    call.context.budget.step();
    const Value* item = &term;
    while (item->is_list() && item->as_list().size() == 1) item = &item->as_list().front();
    if (item->is_string() && (item->as_string() == "None" || item->as_string() == "null")) return;
    if (item->is_list()) {
      flatten(call, item->as_list(), flat);
    } else if (item->is_string() && trim(item->as_string()).size() != item->text_size()) {
      const Value stripped = Value::string(trim(item->as_string()));
      flatten(call, {&stripped, 1}, flat);
    } else {
      flat.push_back(*item);
    }
  }
}

Value flattened_lists(Call& base) {
  const FunctionCall& call = function_call(base);
  List flat;
  flatten(call, call.rest, flat);
  return Value::list(std::move(flat));
}

// query('indexed_items', ['a', 'b']) -> [(0, 'a'), (1, 'b')]
Value indexed_items(Call& base) {
  FunctionCall& call = function_call(base);
  List pairs;
  for (Value& item : flattened(call.rest)) {
    call.context.budget.step();
    pairs.push_back(Value::tuple({Value::integer(static_cast<std::int64_t>(pairs.size())), std::move(item)}));
  }
  return Value::list(std::move(pairs));
}

// The choice comes from the seed of the run, so the same workspace always gives the same term.
Value random_choice(Call& base) {
  FunctionCall& call = function_call(base);
  if (call.rest.empty()) return Value::list();
  return Value::list({call.rest[static_cast<std::size_t>(call.context.random.below(call.rest.size()))]});
}

// ---- subelements

// A registered result of a skipped task has `skipped: true`. Any value but false counts, as `is not False` in Python
// does.
bool is_skipped(const Value& item) {
  const Value* flag = item.as_map().find("skipped");
  return flag != nullptr && !(flag->kind() == Kind::boolean && !flag->as_boolean());
}

// The list at the end of the path; null if it is missing and may be.
const Value* sublist_of(const FunctionCall& call, const Value& item, std::string_view path, bool skips_missing) {
  Evaluator& evaluator = call.evaluator;
  const Value* at = &item;
  std::string_view followed;
  for (const std::string_view key : Split(path, ".")) {
    call.context.budget.step();
    if (!at->is_map()) {
      if (skips_missing) return nullptr;
      call.fail("the key " + std::string(followed) + " should point to a dictionary, got '" + evaluator.text(*at) +
                "'");
    }
    const Value* next = at->as_map().find(key);
    if (next == nullptr) {
      if (skips_missing) return nullptr;
      call.fail("could not find '" + std::string(key) + "' key in iterated item '" + evaluator.text(*at) + "'");
    }
    at = next;
    followed = key;
  }
  if (!at->is_list())
    call.fail("the key " + std::string(path) + " should point to a list, got '" + evaluator.text(*at) + "'");
  return at;
}

// The item without the list at the end of the path, whose maps are known to exist.
Value without_sublist(Value item, std::string_view path, Budget& budget) {
  Value* at = &item;
  std::size_t dot = path.find('.');
  for (; dot != std::string_view::npos; dot = path.find('.')) {
    budget.step();
    Map& map = at->edit_map();
    at = &map.value_at(*map.position(path.substr(0, dot)));
    path.remove_prefix(dot + 1);
  }
  at->edit_map().erase(path);
  return item;
}

// Joins each item of a list with each item of a list within it:
//
//   query('subelements', [{'n': 'al', 'g': ['x', 'y']}], 'g')  ->  [({'n': 'al'}, 'x'), ({'n': 'al'}, 'y')]
//
// A dict is treated as the list of its values.
Value subelements(Call& base) {
  FunctionCall& call = function_call(base);
  Evaluator& evaluator = call.evaluator;
  const auto terms = call.rest;
  const auto fail = [&](const std::string& what) {
    call.fail("subelements lookup expects a list of two or three items, " + what);
  };
  if (terms.size() < 2 || terms.size() > 3) fail("not " + std::to_string(terms.size()));
  if ((!terms[0].is_list() && !terms[0].is_map()) || !terms[1].is_string()) {
    fail("first a dict or a list, second a string pointing to the subkey");
  }
  bool skips_missing = false;
  if (terms.size() == 3) {
    if (!terms[2].is_map()) fail("the optional third item must be a dict with flags ('skip_missing',)");
    const Value* flag = terms[2].as_map().find("skip_missing");
    skips_missing = flag != nullptr && evaluator.truth(*flag);
  }
  List elements;
  if (terms[0].is_map()) {
    if (is_skipped(terms[0])) return Value::list();
    for (const auto& entry : terms[0].as_map()) elements.push_back(entry.value);
  } else {
    elements = terms[0].as_list();
  }
  List pairs;
  for (const Value& element : elements) {
    if (!element.is_map()) call.fail("subelements lookup expects a dictionary, got '" + evaluator.text(element) + "'");
    if (is_skipped(element)) continue;
    const std::string_view path = terms[1].as_string();
    const Value* sublist = sublist_of(call, element, path, skips_missing);
    if (sublist == nullptr) continue;
    const Value rest = without_sublist(element, path, call.context.budget);
    for (const Value& item : sublist->as_list()) {
      call.context.budget.step();
      pairs.push_back(Value::tuple({rest, item}));
    }
  }
  return Value::list(std::move(pairs));
}

// ---- Variables and environment

// lookup('vars', 'po' + 'rt') reads a variable whose name is computed. The default also replaces a variable that exists
// but refers to an undefined one.
Value vars(Call& base) {
  FunctionCall& call = function_call(base);
  Evaluator& evaluator = call.evaluator;
  List values;
  for (const Value& term : call.rest) {
    if (!term.is_string()) {
      call.fail("Invalid setting identifier, \"" + evaluator.text(term) + "\" is not a string, it is a " +
                    evaluator.type_name(term),
                "lookup-failed");
    }
    Value value = recover([&] { return evaluator.variables.find(evaluator, term.as_string()); },
                          [&](const Error& error) -> Value {
                            if (!call.set(1) || error.diagnostic.code != "undefined") throw error;
                            return call[1];  // its value refers to an undefined variable
                          });
    if (value.is_undefined() && value.undefined_number() == 0) {
      if (!call.set(1)) {
        call.fail("No variable found with this name: " + std::string(term.as_string()), "undefined");
      }
      value = call[1];
    }
    if (value.is_undefined() && call.set(1)) value = call[1];
    evaluator.require(value);
    values.push_back(std::move(value));
  }
  return Value::list(std::move(values));
}

// Since 2.19 a variable that is missing or undefined gives an undefined result instead of an error.
Value newer_vars(Call& base) {
  FunctionCall& call = function_call(base);
  Evaluator& evaluator = call.evaluator;
  List values;
  for (const Value& term : call.rest) {
    if (!term.is_string()) call.fail("Variable name must be 'str' not '" + evaluator.type_name(term) + "'.");
    Value value = evaluator.variables.find(evaluator, term.as_string());
    if (is_absent(value)) {
      value = call.set(1)
                  ? call[1]
                  : evaluator.undefined_hint("No variable named '" + std::string(term.as_string()) + "' was found.");
    }
    values.push_back(std::move(value));
  }
  return Value::list(std::move(values));
}

// As env(), but since 2.19 an unset variable without a usable default is an undefined value, which `default` can catch.
Value newer_env(Call& base) {
  FunctionCall& call = function_call(base);
  List values;
  for (const Value& term : call.rest) {
    const std::string text = call.evaluator.text(term);
    const std::string_view trimmed = trim(text);
    const std::string name(trimmed.substr(0, trimmed.find_first_of(ascii_whitespace)));
    const Value* value = call.context.workspace.env.find(name);
    if (value != nullptr) {
      values.push_back(*value);
    } else if (call[1].is_undefined()) {
      values.push_back(call.evaluator.undefined_hint("The environment variable '" + name + "' is not set."));
    } else {
      values.push_back(call[1].is_null() ? Value::string("") : call[1]);
    }
  }
  return Value::list(std::move(values));
}

// query('varnames', '_tls$') -> ['port_tls']. The pattern is searched anywhere in the name. A name that matches two
// patterns is listed twice.
Value varnames(Call& base) {
  FunctionCall& call = function_call(base);
  List found;
  for (const Value& term : call.rest) {
    call.evaluator.require(term);
    if (!term.is_string()) {
      call.fail("Invalid setting identifier, \"" + call.evaluator.text(term) + "\" is not a string, it is a " +
                call.evaluator.type_name(term));
    }
    const std::string pattern = call.evaluator.text(term);
    const CompiledRegex compiled = call.context.regexes.compile(RegexSyntax::python, pattern, {});
    if (!compiled) {
      call.fail("Unable to use \"" + pattern + "\" as a search parameter: " + compiled.error.message + " at position " +
                std::to_string(compiled.error.offset));
    }
    const Ref<const Regex>& regex = compiled.regex;
    for (const std::string_view name : call.evaluator.variables.names()) {
      call.context.budget.step();
      if (regex->matches(name, RegexAnchor::none, call.context.budget)) found.push_back(Value::string(name));
    }
  }
  return Value::list(std::move(found));
}

// lookup('env', 'HOME') reads the environment of the workspace, never that of the machine. Only the first word of a
// term counts.
Value env(Call& base) {
  FunctionCall& call = function_call(base);
  List values;
  for (const Value& term : call.rest) {
    const std::string text = text_of_term(call, term, "split");
    const std::string_view trimmed = trim(text);
    if (trimmed.empty()) call.fail("list index out of range", "index-error");  // Python's term.split()[0]
    const std::string_view name = trimmed.substr(0, trimmed.find_first_of(ascii_whitespace));
    const Value* value = call.context.workspace.env.find(name);
    if (value == nullptr && call[1].is_undefined()) {
      call.fail("The \"env\" lookup, found an undefined variable: " + std::string(name), "undefined");
    }
    values.push_back(value != nullptr ? *value : option_of_lookup(call, 1));
  }
  return Value::list(std::move(values));
}

constexpr std::string_view with_vars =
    R"({"options": {"flavor": "ansible"}, "vars": {"port": 80, "port_tls": 443}, "env": {"HOME": "/home/al"}})";

constexpr Example items_examples[] = {{"{{ query('items', [1, [2]], 3) }}", "", R"("[1, [2], 3]")", in_ansible}};
constexpr Example list_examples[] = {{"{{ query('list', [1, 2], 3) }}", "", R"("[[1, 2], 3]")", in_ansible}};
constexpr Example dict_examples[] = {
    {"{{ query('dict', {'a': 1}) }}", "", R"("[{'key': 'a', 'value': 1}]")", in_ansible}};
constexpr Example subelements_examples[] = {
    {"{{ query('subelements', [{'n': 'al', 'g': ['x', 'y']}], 'g') | map('last') }}", "", R"("['x', 'y']")",
     in_ansible}};
constexpr Example together_examples[] = {
    {"{{ query('together', [1, 2], ['a']) }}", "", R"("[[1, 'a'], [2, None]]")", in_ansible}};
constexpr Example nested_examples[] = {
    {"{{ query('nested', ['a', 'b'], [1, 2]) }}", "", R"("[['a', 1], ['a', 2], ['b', 1], ['b', 2]]")", in_ansible}};
constexpr std::string_view flattened_aliases[] = {"flattened"};
constexpr Example flattened_examples[] = {
    {"{{ query('flattened', [1, [2, [3]]], 4) }}", "", R"("[1, 2, 3, 4]")", in_ansible}};
constexpr Example indexed_items_examples[] = {
    {"{{ query('indexed_items', ['a', 'b']) }}", "", R"("[(0, 'a'), (1, 'b')]")", in_ansible}};
constexpr Example random_choice_examples[] = {{"{{ lookup('random_choice', 'x') }}", "", R"("x")", in_ansible}};
constexpr Example vars_examples[] = {
    {"{{ lookup('vars', 'po' + 'rt') }} {{ lookup('vars', 'x', default='none') }}", "", R"("80 none")", with_vars}};
constexpr Example varnames_examples[] = {{"{{ query('varnames', '_tls$') }}", "", R"("['port_tls']")", with_vars}};
constexpr Example env_examples[] = {
    {"{{ lookup('env', 'HOME') }} {{ lookup('env', 'X', default='unset') }}", "", R"("/home/al unset")", with_vars}};

constexpr Function all[] = {
    {.kind = ansible_lookup,
     .signature = "items(*terms: any) -> list",
     .summary = "The terms, lists among them replaced by their items.",
     .examples = items_examples,
     .call = items},
    {.kind = ansible_lookup,
     .signature = "list(*terms: any) -> list",
     .summary = "The terms, unchanged.",
     .examples = list_examples,
     .call = list},
    {.kind = ansible_lookup,
     .signature = "dict(*terms: map) -> list",
     .summary = "The entries of dicts as dicts with `key` and `value`.",
     .examples = dict_examples,
     .call = dict},
    {.kind = ansible_lookup,
     .signature = "subelements(*terms: any) -> list",
     .summary = "Pairs of each item and each item of a list within it.",
     .details = "The terms are the list, the path to the list within, and if wanted `{'skip_missing': true}`.",
     .examples = subelements_examples,
     .call = subelements},
    {.kind = ansible_lookup,
     .signature = "together(*terms: list) -> list",
     .summary = "Lists of the items at the same place; none fills short lists.",
     .examples = together_examples,
     .call = together},
    {.kind = ansible_lookup,
     .signature = "nested(*terms: list) -> list",
     .summary = "Each item with each item of the other lists.",
     .examples = nested_examples,
     .call = nested},
    {.kind = ansible_lookup,
     .signature = "community.general.flattened(*terms: any) -> list",
     .summary = "All items of lists within lists, as one list.",
     .details = "An item `'None'` or `'null'` ends the list that it is in.",
     .aliases = flattened_aliases,
     .examples = flattened_examples,
     .call = flattened_lists},
    {.kind = ansible_lookup,
     .signature = "indexed_items(*terms: list) -> list",
     .summary = "The items with their numbers.",
     .examples = indexed_items_examples,
     .call = indexed_items},
    {.kind = ansible_lookup,
     .signature = "random_choice(*terms: any) -> list",
     .summary = "Any one of the terms.",
     .effects = Effects::random,
     .examples = random_choice_examples,
     .call = random_choice},
    {.kind = ansible_lookup,
     .signature = "vars(*terms: string, default: any = null) -> list",
     .summary = "The values of variables by their names.",
     .examples = vars_examples,
     .call = vars},
    {.kind = ansible_lookup,
     .signature = "varnames(*terms: string) -> list",
     .summary = "The names of variables that match regular expressions.",
     .examples = varnames_examples,
     .call = varnames},
    {.kind = ansible_lookup,
     .signature = "env(*terms: string, default: any = '') -> list",
     .summary = "Environment variables, as the workspace gives them.",
     .effects = Effects::env,
     .examples = env_examples,
     .call = env},
};

constexpr std::string_view with_vars_2_21 =
    R"({"options": {"flavor": "ansible", "reference": "2.21"}, "vars": {"port": 80}, "env": {"HOME": "/home/al"}})";
constexpr Example newer_vars_examples[] = {
    {"{{ lookup('vars', 'port') + 1 }} {{ lookup('vars', 'x') | default('none') }}", "", R"("81 none")",
     with_vars_2_21}};
constexpr Example newer_env_examples[] = {
    {"{{ lookup('env', 'HOME') }} {{ lookup('env', 'X', default=undef()) | default('unset') }}", "",
     R"("/home/al unset")", with_vars_2_21}};

constexpr Function newer[] = {
    {.kind = ansible_2_21_lookup,
     .signature = "vars(*terms: string, default: any = null) -> list",
     .summary = "The values of variables by their names; undefined for an unknown name.",
     .changed = "2.19",
     .examples = newer_vars_examples,
     .call = newer_vars},
    {.kind = ansible_2_21_lookup,
     .signature = "env(*terms: string, default: any = '') -> list",
     .summary = "Environment variables, as the workspace gives them.",
     .changed = "2.19",
     .effects = Effects::env,
     .examples = newer_env_examples,
     .call = newer_env},
};

}  // namespace
}  // namespace lookups_data_family

std::span<const Function> ansible_data_lookups() {
  using namespace lookups_data_family;
  return all;
}

std::span<const Function> ansible_newer_data_lookups() {
  using namespace lookups_data_family;
  return newer;
}

}  // namespace evalground::ansible
