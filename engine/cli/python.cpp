#include "cli/python.hpp"

#include "base/text/text.hpp"
#include "value/json.hpp"

namespace evalground::cli {

// wasm/python/bridge.py with pipe.py, embedded by CMake.
extern const char* const python_program;

namespace {

Budget python_budget() {
  return Budget({.steps = 1ULL << 32, .memory = 0, .output = 64ULL << 20, .depth = 1000});
}

std::string python3() {
  const auto path = find_program("python3");
  if (!path) throw ProcessError("there is no program python3");
  return *path;
}

ProcessLimits limits_of(const Deadline& deadline) {
  ProcessLimits limits;
  limits.deadline = deadline;
  limits.memory = 2ULL << 30;
  limits.output = 64U << 20;
  return limits;
}

}  // namespace

// -B writes no bytecode, -s ignores the user's own packages. The program gets nothing of the real environment, and a
// fixed hash seed gives sets of text a fixed order.
Python::Python(const Deadline& deadline)
    : process_({python3(), "-B", "-s", "-c", python_program},
               std::vector<std::string>{"LANG=C.UTF-8", "PYTHONUTF8=1", "PYTHONHASHSEED=0"}, limits_of(deadline)) {}

void Python::tell(std::string_view kind, const Value& content) {
  Budget budget = python_budget();
  process_.write(write_json(Value::map({{kind, content}}), budget) + "\n");
}

Value Python::call(const Map& request, Caller& caller) {
  tell("request", Value::map(request));
  while (const auto line = process_.read_line()) {
    Budget budget = python_budget();
    const Value message = parse_json(*line, budget);
    const Map& map = message.as_map();
    if (const Value* result = map.find("result")) return *result;
    if (const Value* question = map.find("question")) tell("answer", caller.answer(question->as_map()));
  }
  const std::string complaint = process_.complaints();
  const std::size_t last = complaint.rfind('\n');
  throw ProcessError("python3 has ended" + (complaint.empty() ? "" : ": " + complaint.substr(last + 1)));
}

}  // namespace evalground::cli
