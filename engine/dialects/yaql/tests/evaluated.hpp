// Evaluates a YAQL expression, for tests that need its context.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "dialects/yaql/yaql.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"

namespace evalground::yaql {

class Evaluated {
 public:
  Evaluated(std::string_view expression, std::string_view data, RunOptions options_ = {})
      : options(std::move(options_)) {
    workspace.dialect = "yaql";
    workspace.expression = Value::string(expression);
    Budget budget;
    if (!data.empty()) workspace.data = parse_json(data, budget);
    context = std::make_unique<Context>(workspace, options, host);
    try {
      dialect().evaluate(*context, outcome);
    } catch (const Error& error) {
      problem = error.diagnostic;
    }
  }

  // The part of the expression that the problem marks.
  std::string place() const {
    return problem.where == 0 ? std::string() : std::string(context->sources.text_of(problem.where));
  }
  std::string result() const {
    Budget budget;
    return outcome.value ? write_json(*outcome.value, budget) : problem.message;
  }

  Workspace workspace;
  RunOptions options;
  ClosedHost host;
  std::unique_ptr<Context> context;
  Outcome outcome;
  Diagnostic problem;
};

}  // namespace evalground::yaql
