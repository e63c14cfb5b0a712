// Tests that are new or have changed since ansible-core 2.14.
#include "dialects/ansible/library/regex.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/ansible/runtime/files.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "value/map.hpp"

namespace evalground::ansible {
namespace newer_tests_family {
namespace {

// The entry of a task's result; null when it has no such key.
const Value* result_entry(const FunctionCall& call, std::string_view test, std::string_view key) {
  if (!call[0].is_map()) call.fail("The '" + std::string(test) + "' test expects a dictionary.");
  const Value* entry = call[0].as_map().find(key);
  if (entry != nullptr) call.evaluator.note_sensitive(*entry);
  return entry;
}

// A task that did not run in the background counts as started.
Value started(Call& base) {
  FunctionCall& call = function_call(base);
  const Value* entry = result_entry(call, "started", "started");
  return Value::boolean(entry == nullptr || call.evaluator.truth(*entry));
}
Value finished(Call& base) {
  FunctionCall& call = function_call(base);
  const Value* entry = result_entry(call, "finished", "finished");
  return Value::boolean(entry == nullptr || call.evaluator.truth(*entry));
}

// {'timedout': {'period': 3}} is timedout -> true. Only a task with a period has run out of time.
Value timed_out(Call& base) {
  FunctionCall& call = function_call(base);
  const Value* entry = result_entry(call, "timedout", "timedout");
  const Value* period = entry != nullptr && entry->is_map() ? entry->as_map().find("period") : nullptr;
  return Value::boolean(period != nullptr && call.evaluator.truth(*period));
}

// A list of results has changed if any of them has. The reference fails for an empty list.
Value changed(Call& base) {
  FunctionCall& call = function_call(base);
  if (const Value* flag = result_entry(call, "changed", "changed")) return *flag;
  const Value* results = call[0].as_map().find("results");
  if (results == nullptr || !results->is_list()) return Value::boolean(false);
  if (results->as_list().empty() && call.context.quirks()) call.fail("list index out of range", "index-error");
  for (const Value& result : results->as_list()) {
    call.context.budget.step();
    const Value* flag = result.is_map() ? result.as_map().find("changed") : nullptr;
    if (flag != nullptr && call.evaluator.truth(*flag)) return Value::boolean(true);
  }
  return Value::boolean(false);
}

// Looks at the beginning of the file only, so no password is needed.
Value vaulted_file(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string name = call.text(0);
  const std::optional<std::string> entry = root_file(call.context, name);
  if (!entry) call.fail("Cannot test if the file " + name + " is a vault: there is no such file.", "file-not-found");
  return Value::boolean(file_text(call.context, *entry).starts_with("$ANSIBLE_VAULT"));
}

// As the older test, but other names of methods are refused now.
Value regex(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string type = call.text(4);
  const bool is_search = type == "search";
  if (!is_search && type != "match" && type != "fullmatch") {
    call.fail("Invalid match_type specified. Expected one of: search, match, fullmatch.");
  }
  const RegexAnchor anchor = is_search ? RegexAnchor::none : type == "match" ? RegexAnchor::start : RegexAnchor::both;
  const Ref<const Regex> compiled = compile_regex(call, call[1], call.truth(2), call.truth(3));
  return Value::boolean(compiled->matches(call.text(0), anchor, call.context.budget));
}

// 'upper' is filter -> true. Unlike in 2.14 an unknown name gives false instead of an error.
Value is_known(Call& base, FunctionKind kind) {
  FunctionCall& call = function_call(base);
  if (!call[0].is_string()) return Value::boolean(false);
  return Value::boolean(call.evaluator.functions.find(kind, call[0].as_string()) != nullptr);
}
Value known_filter(Call& call) {
  return is_known(call, FunctionKind::filter);
}
Value known_test(Call& call) {
  return is_known(call, FunctionKind::test);
}

constexpr std::string_view with_files =
    R"({"options": {"flavor": "ansible", "reference": "2.21"}, "files": {"v.yml": "$ANSIBLE_VAULT;1.1;AES256\n30"}})";
constexpr Example started_examples[] = {{"{{ {'started': 2} is started }}", "", R"("True")", in_ansible_2_21}};
constexpr Example finished_examples[] = {{"{{ {'finished': true} is finished }}", "", R"("True")", in_ansible_2_21}};
constexpr Example timed_out_examples[] = {
    {"{{ {'timedout': {'period': 3}} is timedout }}", "", R"("True")", in_ansible_2_21}};
constexpr Example changed_examples[] = {
    {"{{ {'results': [{'changed': true}]} is changed }}", "", R"("True")", in_ansible_2_21},
    {"{{ 'x' is changed }}", "", "error", in_ansible_2_21}};
constexpr Example vaulted_file_examples[] = {{"{{ 'v.yml' is vaulted_file }}", "", R"("True")", with_files}};
constexpr Example regex_examples[] = {
    {"{{ 'foobar' is regex('bar', match_type='fullmatch') }}", "", R"("False")", in_ansible_2_21},
    {"{{ 'a' is regex('a', match_type='split') }}", "", "error", in_ansible_2_21}};
constexpr Example filter_examples[] = {
    {"{{ 'upper' is filter }} {{ 'nope' is filter }}", "", R"("True False")", in_ansible_2_21}};
constexpr Example test_examples[] = {
    {"{{ 'changed' is test }} {{ 'nope' is test }}", "", R"("True False")", in_ansible_2_21}};
constexpr std::string_view changed_aliases[] = {"change"};

constexpr Function all[] = {
    {.kind = ansible_2_21_test,
     .signature = "started(value: map) -> boolean",
     .summary = "Whether a task in the background has started.",
     .changed = "2.19",
     .examples = started_examples,
     .call = started},
    {.kind = ansible_2_21_test,
     .signature = "finished(value: map) -> boolean",
     .summary = "Whether a task in the background has finished.",
     .changed = "2.19",
     .examples = finished_examples,
     .call = finished},
    {.kind = ansible_2_21_test,
     .signature = "timedout(value: map) -> boolean",
     .summary = "Whether a task has run out of time.",
     .since = "2.18",
     .examples = timed_out_examples,
     .call = timed_out},
    {.kind = ansible_2_21_test,
     .signature = "changed(value: map) -> boolean",
     .summary = "Whether a task, or one of its loop, has changed something.",
     .changed = "2.19",
     .aliases = changed_aliases,
     .examples = changed_examples,
     .call = changed},
    {.kind = ansible_2_21_test,
     .signature = "vaulted_file(value: string) -> boolean",
     .summary = "Whether a file is a vault.",
     .since = "2.18",
     .effects = Effects::reads_files,
     .examples = vaulted_file_examples,
     .call = vaulted_file},
    {.kind = ansible_2_21_test,
     .signature = "regex(value: string, pattern: string = '', ignorecase: boolean = false, multiline: boolean = false, "
                  "match_type: string = 'search') -> boolean",
     .summary = "Whether a regular expression is found in a text.",
     .details = "`match_type` is `search`, `match` or `fullmatch`.",
     .changed = "2.19",
     .examples = regex_examples,
     .call = regex},
    {.kind = ansible_2_21_test,
     .signature = "filter(value: any) -> boolean",
     .summary = "Whether there is a filter of that name.",
     .changed = "2.19",
     .examples = filter_examples,
     .call = known_filter},
    {.kind = ansible_2_21_test,
     .signature = "test(value: any) -> boolean",
     .summary = "Whether there is a test of that name.",
     .changed = "2.19",
     .examples = test_examples,
     .call = known_test},
};

}  // namespace
}  // namespace newer_tests_family

std::span<const Function> ansible_newer_tests() {
  using namespace newer_tests_family;
  return all;
}

}  // namespace evalground::ansible
