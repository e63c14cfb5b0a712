// Functions that workflow engines add to YAQL, such as `task(build)`. They ask a running workflow, so they cannot be
// evaluated here. The workspace may give their results under the text of the call, in the input `functions`.
#include "dialects/yaql/evaluation/host_functions.hpp"

#include <algorithm>
#include <string>

#include "base/text/text.hpp"
#include "source/diagnostic.hpp"

namespace evalground::yaql {
namespace {

constexpr std::string_view both = "Mistral and StackStorm";
constexpr std::string_view mistral = "Mistral";
constexpr std::string_view stackstorm = "StackStorm";
constexpr std::string_view orquesta = "Orquesta, the engine of StackStorm";

// Known names get a message that says which engine answers them. Values can be given for any other name as well.
constexpr HostFunction known_functions[] = {
    {"task", both, "a task of the workflow, with its state and result"},
    {"tasks", both, "the tasks of a workflow"},
    {"env", mistral, "the environment that the workflow was started with"},
    {"execution", mistral, "the execution that runs"},
    {"executions", mistral, "the executions that pass a filter"},
    {"global", mistral, "a variable that was published globally"},
    {"error", mistral, "what a failed task says"},
    {"uuid", mistral, "a new identifier"},
    {"json_pp", mistral, "a value as indented JSON"},
    {"zip", orquesta, "lists side by side"},
    {"json", orquesta, "what a JSON text says"},
    {"json_dump", mistral, "a value as JSON"},
    {"json_parse", both, "what a JSON text says"},
    {"yaml_dump", mistral, "a value as YAML"},
    {"yaml_parse", mistral, "what a YAML text says"},
    {"ctx", stackstorm, "a variable of the workflow's context, or all of them"},
    {"item", stackstorm, "the item that a task is repeated with"},
    {"result", stackstorm, "the result of the task that has just ended"},
    {"succeeded", stackstorm, "whether the task has succeeded"},
    {"failed", stackstorm, "whether the task has failed"},
    {"completed", stackstorm, "whether the task has ended"},
    {"task_status", stackstorm, "the status of a task"},
    {"st2kv", stackstorm, "a key of the datastore"},
    {"decrypt_kv", stackstorm, "the plain text of a secret of the datastore"},
    {"from_json_string", stackstorm, "what a JSON text says"},
    {"to_json_string", stackstorm, "a value as JSON"},
    {"from_yaml_string", stackstorm, "what a YAML text says"},
    {"to_yaml_string", stackstorm, "a value as YAML"},
    {"jsonpath_query", stackstorm, "what a JSONPath finds"},
};

// The call without whitespace and quotes.
std::string bare(std::string_view call) {
  std::string text;
  for (const char c : call) {
    if (ascii_whitespace.find(c) == std::string_view::npos && c != '"' && c != '\'') text += c;
  }
  return text;
}

// The results that the inputs give; null if they give none.
const Map* results_in(const Map& inputs) {
  const Value* given = inputs.find(host_functions_input);
  if (given == nullptr) return nullptr;
  if (!given->is_map()) {
    throw Error("wrong-inputs", "The input \"functions\" is a map of calls to their values, as {\"task(build)\": …}.");
  }
  return &given->as_map();
}

const Value* find_result(const Map& results, std::string_view wanted) {
  for (const auto& [text, value] : results) {
    if (text.is_string() && bare(text.as_string()) == wanted) return &value;
  }
  return nullptr;
}

constexpr std::string_view whole_context = "ctx()";
constexpr std::string_view context_begin = "ctx(";

// All variables that are given one by one; nothing if there are none.
std::optional<Value> gathered(const Map& results) {
  Map variables;
  for (const auto& [text, value] : results) {
    const std::string call = text.is_string() ? bare(text.as_string()) : std::string();
    if (!call.starts_with(context_begin) || !call.ends_with(')')) continue;
    variables.set(call.substr(context_begin.size(), call.size() - context_begin.size() - 1), value);
  }
  return variables.empty() ? std::nullopt : std::optional(Value::map(std::move(variables)));
}

}  // namespace

std::span<const HostFunction> host_functions() {
  return known_functions;
}

const HostFunction* find_host_function(std::string_view name) {
  const auto* const found = std::find_if(std::begin(known_functions), std::end(known_functions),
                                         [&](const HostFunction& known) { return known.name == name; });
  return found == std::end(known_functions) ? nullptr : found;
}

// Calls are compared without blanks and quotes: `task( 'build' )` finds the value of `task(build)`. The context of a
// workflow is one map, so `ctx()` answers `ctx(name)`, and the reverse.
std::optional<Value> given_result(const Map& inputs, std::string_view call) {
  const Map* results = results_in(inputs);
  if (results == nullptr) return std::nullopt;
  const std::string wanted = bare(call);
  if (const Value* found = find_result(*results, wanted)) return *found;
  if (wanted == whole_context) return gathered(*results);
  if (!wanted.starts_with(context_begin) || !wanted.ends_with(')')) return std::nullopt;
  const Value* variables = find_result(*results, whole_context);
  if (variables == nullptr || !variables->is_map()) return std::nullopt;
  const std::string_view name =
      std::string_view(wanted).substr(context_begin.size(), wanted.size() - context_begin.size() - 1);
  const Value* found = variables->as_map().find(name);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

}  // namespace evalground::yaql
