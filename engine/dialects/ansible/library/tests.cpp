// Tests of Ansible: versions, regular expressions, sets, truth, and results of tasks (ansible.plugins.test).
#include <array>
#include <cmath>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/ansible/data/version.hpp"
#include "dialects/ansible/library/regex.hpp"
#include "dialects/ansible/runtime/environment.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "value/map.hpp"

namespace evalground::ansible {
namespace tests_family {
namespace {

// ---- Versions

struct NamedOperator {
  std::string_view name;
  bool accepts_less, accepts_equal, accepts_greater;
};
constexpr std::array<NamedOperator, 14> operators = {{{"==", false, true, false},
                                                      {"=", false, true, false},
                                                      {"eq", false, true, false},
                                                      {"<", true, false, false},
                                                      {"lt", true, false, false},
                                                      {"<=", true, true, false},
                                                      {"le", true, true, false},
                                                      {">", false, false, true},
                                                      {"gt", false, false, true},
                                                      {">=", false, true, true},
                                                      {"ge", false, true, true},
                                                      {"!=", true, false, true},
                                                      {"<>", true, false, true},
                                                      {"ne", true, false, true}}};

// '1.10.2' is version('1.9', '>') -> true. Each operator is three flags for the outcomes less, equal and greater.
// Versions of the loose scheme may be incomparable, namely where one has a number and the other a word at the same
// place.
Value version(Call& base) {
  FunctionCall& call = function_call(base);
  if (call.set(3) && call.set(4)) call.fail("Cannot specify both 'strict' and 'version_type'");
  if (!call.truth(0)) call.fail("Input version value cannot be empty");
  if (!call.truth(1)) call.fail("Version parameter to compare against cannot be empty");
  VersionScheme scheme = call.truth(3) ? VersionScheme::strict : VersionScheme::loose;
  if (call.set(4) && call.truth(4)) {
    const auto named = version_scheme(call.text(4));
    if (!named) {
      call.fail("Invalid version type (" + call.text(4) +
                "). Must be one of 'loose', 'strict', 'semver', 'semantic', 'pep440'");
    }
    scheme = *named;
  }
  const std::string name = call.text(2);
  const NamedOperator* operation = nullptr;
  for (const NamedOperator& known : operators) {
    if (!name.empty() && known.name == name) operation = &known;
  }
  if (operation == nullptr) {
    call.fail("Invalid operator type (" + name +
              "). Must be one of '==', '=', 'eq', '<', 'lt', '<=', 'le', '>', 'gt', '>=', 'ge', '!=', '<>', 'ne'");
  }
  const std::string texts[] = {call.text(0), call.text(1)};
  std::optional<Version> versions[2];
  for (std::size_t side = 0; side < 2; ++side) {
    versions[side] = read_version(scheme, texts[side]);
    if (!versions[side]) call.fail("Version comparison failed: invalid version number '" + texts[side] + "'");
  }
  const std::optional<int> order = compare_versions(*versions[0], *versions[1]);
  if (!order) {
    call.fail("Version comparison failed: '<' not supported between instances of 'str' and 'int'");
  }
  return Value::boolean(*order < 0   ? operation->accepts_less
                        : *order > 0 ? operation->accepts_greater
                                     : operation->accepts_equal);
}

// ---- Regular expressions

// 'foobar' is match('bar') -> false, because `match` begins at the start. `search` begins anywhere. Neither has to
// reach the end.
Value fits(Call& base, RegexAnchor anchor) {
  FunctionCall& call = function_call(base);
  const std::string text = call.text(0);
  const Ref<const Regex> regex = compile_regex(call, call[1], call.truth(2), call.truth(3));
  return Value::boolean(regex->matches(text, anchor, call.context.budget));
}

Value match(Call& call) {
  return fits(call, RegexAnchor::start);
}
Value search(Call& call) {
  return fits(call, RegexAnchor::none);
}
// The argument `match_type` is the name of a method of Python's compiled pattern.
Value regex(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string type = call.text(4);
  if (type == "match") return fits(base, RegexAnchor::start);
  if (type == "fullmatch") return fits(base, RegexAnchor::both);
  const Value is_found = fits(base, RegexAnchor::none);
  if (type == "search" || type == "findall") return is_found;
  if (type == "split" || type == "finditer") return Value::boolean(true);  // their results are always true
  call.fail("the pattern has no method '" + type + "' that takes a text", "type-error");
}

// ---- Sets

// The items of an argument as Python's set() collects them.
// A list with an unhashable item fails. In a set 1, 1.0 and true are the same item.
Map item_set(const FunctionCall& call, std::size_t index) {
  Map items;
  for (const Value& item : call.items(index)) {
    call.context.budget.step();
    call.evaluator.require_hashable(item);
    items.set(item, Value::null());
  }
  return items;
}

// Whether `outer` contains all items of `inner`.
bool holds_all(const Map& inner, const Map& outer) {
  return std::all_of(inner.begin(), inner.end(), [&](const Map::Entry& entry) { return outer.contains(entry.key); });
}

// [1, 2] is subset([1, 2, 3]) -> true. Duplicates and order do not count. Both arguments are collected first, so that
// an unhashable item fails in either of them.
Value subset(Call& base) {
  FunctionCall& call = function_call(base);
  const Map items = item_set(call, 0);
  return Value::boolean(holds_all(items, item_set(call, 1)));
}
Value superset(Call& base) {
  FunctionCall& call = function_call(base);
  const Map items = item_set(call, 0);
  return Value::boolean(holds_all(item_set(call, 1), items));
}

// `in` with its operands exchanged, so that selectattr() can use it: selectattr('groups', 'contains', 'dev').
Value contains(Call& base) {
  FunctionCall& call = function_call(base);
  return Value::boolean(call.evaluator.contains(call[0], call[1]));
}

// Whether the truth of any item equals `wanted`.
// Like Python's any() and all() it stops at the first item that decides.
bool has_item(const FunctionCall& call, bool wanted) {
  bool is_found = false;
  call.evaluator.each(call[0], [&](const Value& item) {
    is_found = call.evaluator.truth(item) == wanted;
    return !is_found;
  });
  return is_found;
}

Value any(Call& base) {
  return Value::boolean(has_item(function_call(base), true));
}
Value all_of(Call& base) {
  return Value::boolean(!has_item(function_call(base), false));
}

// ---- Numbers and truth

// Only a float can be NaN. Any other value gives false instead of an error.
Value nan(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require(call[0]);
  return Value::boolean(call[0].kind() == Kind::real && std::isnan(call[0].as_real()));
}

// The truth of a value. With `convert_bool` words such as "no" have their meaning.
// 'no' is truthy -> true, as every text with characters. 'no' is truthy(convert_bool=true) -> false. An unknown word
// counts by its truth.
bool is_truthy(const FunctionCall& call) {
  if (call.truth(1) && call[0].is_string()) {
    const std::string word = to_lower(trim(call[0].as_string()));
    for (const std::string_view yes : {"y", "yes", "on", "1", "true", "t", "1.0"}) {
      if (word == yes) return true;
    }
    for (const std::string_view no : {"n", "no", "off", "0", "false", "f", "0.0"}) {
      if (word == no) return false;
    }
  }
  return call.truth(0);
}

Value truthy(Call& base) {
  return Value::boolean(is_truthy(function_call(base)));
}
Value falsy(Call& base) {
  return Value::boolean(!is_truthy(function_call(base)));
}

// ---- Results of tasks

// A flag in the result of a task; null when the result has no such key.
// Tests of results take what `register:` stores. No task runs here, so a workspace gives such results as data.
const Value* result_flag(const FunctionCall& call, std::string_view key) {
  if (!call[0].is_map()) call.fail("The '" + std::string(key) + "' test expects a dictionary");
  const Value* flag = call[0].as_map().find(key);
  if (flag != nullptr) call.evaluator.note_sensitive(*flag);
  return flag;
}

// Returns the flag as it stands in the result, not as a boolean, because the reference does so.
Value flag_or_false(Call& base, std::string_view key) {
  const Value* flag = result_flag(function_call(base), key);
  return flag == nullptr ? Value::boolean(false) : *flag;
}

Value failed(Call& call) {
  return flag_or_false(call, "failed");
}
// The opposite of failed(): a result without the key `failed` has succeeded.
Value succeeded(Call& base) {
  return Value::boolean(!function_call(base).evaluator.truth(failed(base)));
}
Value unreachable(Call& call) {
  return flag_or_false(call, "unreachable");
}
Value reachable(Call& base) {
  return Value::boolean(!function_call(base).evaluator.truth(unreachable(base)));
}
Value skipped(Call& call) {
  return flag_or_false(call, "skipped");
}

// A task with a loop has a list of results. It changed something if any of them did. A flag of the whole result takes
// precedence.
Value changed(Call& base) {
  FunctionCall& call = function_call(base);
  if (const Value* flag = result_flag(call, "changed")) return *flag;
  const Value* results = call[0].as_map().find("results");
  if (results == nullptr || !results->is_list()) return Value::boolean(false);
  for (const Value& result : results->as_list()) {
    call.context.budget.step();
    const Value* flag = result.is_map() ? result.as_map().find("changed") : nullptr;
    if (flag != nullptr && call.evaluator.truth(*flag)) return Value::boolean(true);
  }
  return Value::boolean(false);
}

// A task that did not run in the background counts as started and finished.
Value is_one(Call& base, std::string_view key) {
  FunctionCall& call = function_call(base);
  const Value* flag = result_flag(call, key);
  return Value::boolean(flag == nullptr || call.evaluator.equal(*flag, Value::integer(1)));
}
Value started(Call& call) {
  return is_one(call, "started");
}
Value finished(Call& call) {
  return is_one(call, "finished");
}

// A text is never encrypted, even if it contains a vault. Only a variable with the tag !vault is.
Value vault_encrypted(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require(call[0]);
  const auto* variables = dynamic_cast<const AnsibleVariables*>(&call.evaluator.variables);
  return Value::boolean(variables != nullptr && variables->is_vault(call[0]));
}

constexpr Example version_examples[] = {
    {"{{ '1.10.2' is version('1.9', '>') }}", "", R"("True")", in_ansible},
    {"{{ '1.2.3-rc.1' is version('1.2.3', '<', version_type='semver') }}", "", R"("True")", in_ansible},
    {"{{ '1' is version('1', '~') }}", "", "error", in_ansible}};
constexpr Example match_examples[] = {{"{{ 'foobar' is match('bar') }}", "", R"("False")", in_ansible}};
constexpr Example search_examples[] = {
    {"{{ 'foobar' is search('BAR', ignorecase=true) }}", "", R"("True")", in_ansible}};
constexpr Example regex_examples[] = {
    {"{{ 'foobar' is regex('bar', match_type='fullmatch') }}", "", R"("False")", in_ansible}};
constexpr Example subset_examples[] = {{"{{ [1, 2] is subset([1, 2, 3]) }}", "", R"("True")", in_ansible}};
constexpr Example superset_examples[] = {{"{{ [1, 2] is superset([3]) }}", "", R"("False")", in_ansible}};
constexpr Example contains_examples[] = {
    {"{{ [{'g': ['dev']}, {'g': []}] | selectattr('g', 'contains', 'dev') | length }}", "", R"("1")", in_ansible}};
constexpr Example any_examples[] = {{"{{ [0, 1] is any }} {{ [] is any }}", "", R"("True False")", in_ansible}};
constexpr Example all_examples[] = {{"{{ [0, 1] is all }} {{ [] is all }}", "", R"("False True")", in_ansible}};
constexpr Example nan_examples[] = {{"{{ 'nan' | float is nan }} {{ 5 is nan }}", "", R"("True False")", in_ansible}};
constexpr Example truthy_examples[] = {
    {"{{ 'no' is truthy }} {{ 'no' is truthy(convert_bool=true) }}", "", R"("True False")", in_ansible}};
constexpr Example falsy_examples[] = {{"{{ '' is falsy }}", "", R"("True")", in_ansible}};
constexpr Example failed_examples[] = {{"{{ {'rc': 0} is failed }}", "", R"("False")", in_ansible},
                                       {"{{ 'x' is failed }}", "", "error", in_ansible}};
constexpr Example succeeded_examples[] = {{"{{ {'failed': false} is succeeded }}", "", R"("True")", in_ansible}};
constexpr Example changed_examples[] = {
    {"{{ {'results': [{'changed': true}]} is changed }}", "", R"("True")", in_ansible}};
constexpr Example skipped_examples[] = {{"{{ {'skipped': true} is skipped }}", "", R"("True")", in_ansible}};
constexpr Example reachable_examples[] = {{"{{ {} is reachable }}", "", R"("True")", in_ansible}};
constexpr Example unreachable_examples[] = {
    {"{{ {'unreachable': true} is unreachable }}", "", R"("True")", in_ansible}};
constexpr Example started_examples[] = {{"{{ {'started': 1} is started }}", "", R"("True")", in_ansible}};
constexpr Example finished_examples[] = {{"{{ {'finished': 0} is finished }}", "", R"("False")", in_ansible}};
constexpr Example vault_encrypted_examples[] = {{"{{ 'x' is vault_encrypted }}", "", R"("False")", in_ansible}};

constexpr std::string_view version_aliases[] = {"version_compare"};
constexpr std::string_view subset_aliases[] = {"issubset"};
constexpr std::string_view superset_aliases[] = {"issuperset"};
constexpr std::string_view nan_aliases[] = {"isnan"};
constexpr std::string_view failed_aliases[] = {"failure"};
constexpr std::string_view succeeded_aliases[] = {"success", "successful"};
constexpr std::string_view changed_aliases[] = {"change"};
constexpr std::string_view skipped_aliases[] = {"skip"};

constexpr Function all[] = {
    {.kind = ansible_test,
     .signature = "version(value: string, version: string, operator: string = 'eq', strict: boolean = null, "
                  "version_type: string = null) -> boolean",
     .summary = "Compares two versions.",
     .details =
         "Operators: `== = eq < lt <= le > gt >= ge != <> ne`. Types: `loose` (unless told otherwise), `strict`, "
         "`semver`, `pep440`.",
     .aliases = version_aliases,
     .examples = version_examples,
     .call = version},
    {.kind = ansible_test,
     .signature = "match(value: string, pattern: string = '', ignorecase: boolean = false, multiline: boolean = false) "
                  "-> boolean",
     .summary = "Whether a regular expression matches at the start of a text.",
     .examples = match_examples,
     .call = match},
    {.kind = ansible_test,
     .signature =
         "search(value: string, pattern: string = '', ignorecase: boolean = false, multiline: boolean = false) "
         "-> boolean",
     .summary = "Whether a regular expression matches anywhere in a text.",
     .examples = search_examples,
     .call = search},
    {.kind = ansible_test,
     .signature = "regex(value: string, pattern: string = '', ignorecase: boolean = false, multiline: boolean = false, "
                  "match_type: string = 'search') -> boolean",
     .summary = "Whether a regular expression matches: `search`, `match` or `fullmatch`.",
     .examples = regex_examples,
     .call = regex},
    {.kind = ansible_test,
     .signature = "subset(a: list, b: list) -> boolean",
     .summary = "Whether the other list has every item of this one.",
     .aliases = subset_aliases,
     .examples = subset_examples,
     .call = subset},
    {.kind = ansible_test,
     .signature = "superset(a: list, b: list) -> boolean",
     .summary = "Whether this list has every item of the other.",
     .aliases = superset_aliases,
     .examples = superset_examples,
     .call = superset},
    {.kind = ansible_test,
     .signature = "contains(seq: any, value: any) -> boolean",
     .summary = "Whether a list, dict or text has the item.",
     .examples = contains_examples,
     .call = contains},
    {.kind = ansible_test,
     .signature = "any(value: list) -> boolean",
     .summary = "Whether some item is true.",
     .examples = any_examples,
     .call = any},
    {.kind = ansible_test,
     .signature = "all(value: list) -> boolean",
     .summary = "Whether no item is false.",
     .examples = all_examples,
     .call = all_of},
    {.kind = ansible_test,
     .signature = "nan(value: any) -> boolean",
     .summary = "Whether a value is the float NaN.",
     .aliases = nan_aliases,
     .examples = nan_examples,
     .call = nan},
    {.kind = ansible_test,
     .signature = "truthy(value: any, convert_bool: boolean = false) -> boolean",
     .summary = "Whether a value counts as true; with `convert_bool` words such as `no` count as what they say.",
     .examples = truthy_examples,
     .call = truthy},
    {.kind = ansible_test,
     .signature = "falsy(value: any, convert_bool: boolean = false) -> boolean",
     .summary = "The opposite of `truthy`.",
     .examples = falsy_examples,
     .call = falsy},
    {.kind = ansible_test,
     .signature = "failed(value: map) -> any",
     .summary = "What the result of a task says of its failure.",
     .aliases = failed_aliases,
     .examples = failed_examples,
     .call = failed},
    {.kind = ansible_test,
     .signature = "succeeded(value: map) -> boolean",
     .summary = "Whether a task did not fail.",
     .aliases = succeeded_aliases,
     .examples = succeeded_examples,
     .call = succeeded},
    {.kind = ansible_test,
     .signature = "changed(value: map) -> any",
     .summary = "Whether a task, or any item of its loop, changed something.",
     .aliases = changed_aliases,
     .examples = changed_examples,
     .call = changed},
    {.kind = ansible_test,
     .signature = "skipped(value: map) -> any",
     .summary = "Whether a task was skipped.",
     .aliases = skipped_aliases,
     .examples = skipped_examples,
     .call = skipped},
    {.kind = ansible_test,
     .signature = "reachable(value: map) -> boolean",
     .summary = "Whether the host of a task could be reached.",
     .examples = reachable_examples,
     .call = reachable},
    {.kind = ansible_test,
     .signature = "unreachable(value: map) -> any",
     .summary = "Whether the host of a task could not be reached.",
     .examples = unreachable_examples,
     .call = unreachable},
    {.kind = ansible_test,
     .signature = "started(value: map) -> boolean",
     .summary = "Whether a task in the background has started.",
     .examples = started_examples,
     .call = started},
    {.kind = ansible_test,
     .signature = "finished(value: map) -> boolean",
     .summary = "Whether a task in the background has finished.",
     .examples = finished_examples,
     .call = finished},
    {.kind = ansible_test,
     .signature = "vault_encrypted(value: any) -> boolean",
     .summary = "Whether a variable is an encrypted value; text never is.",
     .examples = vault_encrypted_examples,
     .call = vault_encrypted},
};

}  // namespace
}  // namespace tests_family

std::span<const Function> ansible_tests() {
  using namespace tests_family;
  return all;
}

}  // namespace evalground::ansible
