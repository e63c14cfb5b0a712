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

// Known names get a message that says which engine answers them. Values can be given for any other name as well.
constexpr HostFunction host_functions[] = {
    {"task", both, "a task of the workflow, with its state and result"},
    {"tasks", both, "the tasks of a workflow"},
    {"env", mistral, "the environment that the workflow was started with"},
    {"execution", mistral, "the execution that runs"},
    {"executions", mistral, "the executions that pass a filter"},
    {"global", mistral, "a variable that was published globally"},
    {"error", mistral, "what a failed task says"},
    {"uuid", mistral, "a new identifier"},
    {"json_pp", mistral, "a value as indented JSON"},
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

}  // namespace

const HostFunction* find_host_function(std::string_view name) {
  const auto* const found = std::find_if(std::begin(host_functions), std::end(host_functions),
                                         [&](const HostFunction& known) { return known.name == name; });
  return found == std::end(host_functions) ? nullptr : found;
}

// Compares calls without blanks and quotes: `task( 'build' )` finds the value of `task(build)`. Null if none is given.
const Value* find_host_value(const Map& inputs, std::string_view call) {
  const Value* given = inputs.find(host_functions_input);
  if (given == nullptr) return nullptr;
  if (!given->is_map()) {
    throw Error("wrong-inputs", "The input \"functions\" is a map of calls to their values, as {\"task(build)\": …}.");
  }
  const std::string wanted = bare(call);
  for (const auto& [text, value] : given->as_map()) {
    if (text.is_string() && bare(text.as_string()) == wanted) return &value;
  }
  return nullptr;
}

}  // namespace evalground::yaql
