// Functions that YAQL does not have but the workflow engines around it add: `task(build)`, `ctx(name)`, `env()`.
//
// Most read the state of a running workflow, which does not exist here. A workspace may give their results instead,
// under the text of the call: inputs {functions: {"task(build)": {state: SUCCESS}}}. The others are computed
// (functions/workflow.cpp).
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "value/map.hpp"

namespace evalground::yaql {

// The key of the workspace's inputs that holds these results. Its entries map the text of a call to its result.
constexpr std::string_view host_functions_input = "functions";

struct HostFunction {
  std::string_view name;
  std::string_view engine;  // "Mistral", "StackStorm"
  std::string_view gives;   // "the task of that name: its state and result"
};

std::span<const HostFunction> host_functions();
// Null for a name that no known workflow engine adds.
const HostFunction* find_host_function(std::string_view name);

// The result that the inputs give for a call; nothing when absent. Whitespace and quotes around words make no
// difference: "task('build')" is "task(build)".
std::optional<Value> given_result(const Map& inputs, std::string_view call);

}  // namespace evalground::yaql
