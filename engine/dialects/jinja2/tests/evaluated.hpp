// Evaluates a template for tests that need its context, or collects the problems of one that is only parsed.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "dialects/jinja2/catalogue.hpp"
#include "dialects/jinja2/jinja2.hpp"
#include "dialects/jinja2/run.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"

namespace evalground::jinja2 {

class Evaluated {
 public:
  // `keys`: further keys of the workspace as JSON: {"vars": {…}, "options": {…}, "files": {…}}.
  explicit Evaluated(std::string_view text, std::string_view keys = "{}", RunOptions options_ = {},
                     const Dialect& dialect = jinja2::dialect())
      : options(std::move(options_)) {
    Budget budget;
    const Value given = parse_json(keys, budget);
    workspace.dialect = "jinja2";
    workspace.expression = Value::string(text);
    if (const Value* vars = given.as_map().find("vars")) workspace.vars = vars->as_map();
    if (const Value* chosen = given.as_map().find("options")) workspace.options = chosen->as_map();
    if (const Value* files = given.as_map().find("files")) workspace.files = files->as_map();
    context = std::make_unique<Context>(workspace, options, host);
    try {
      dialect.evaluate(*context, outcome);
    } catch (const Error& error) {
      problem = error.diagnostic;
    }
  }

  // The text, or the message of the error.
  std::string result() const { return outcome.text ? *outcome.text : problem.message; }
  // The part of the template that the problem marks.
  std::string place() const {
    return problem.where == 0 ? std::string() : std::string(context->sources.text_of(problem.where));
  }
  // The texts of the problem's fixes, each after a blank.
  std::string fixes() const {
    std::string texts;
    for (const Fix& fix : problem.fixes) {
      for (const Fix::Edit& edit : fix.edits) texts += " " + edit.text;
    }
    return texts;
  }

  Workspace workspace;
  RunOptions options;
  ClosedHost host;
  std::unique_ptr<Context> context;
  Outcome outcome;
  Diagnostic problem;
};

// All problems of a template that is parsed but not run, as "marked part: message".
inline std::vector<std::string> problems_of(std::string_view text) {
  Workspace workspace;
  workspace.dialect = "jinja2";
  workspace.expression = Value::string(text);
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  MapVariables variables(workspace.vars);
  Interpreter interpreter(context, {}, variables, function_set());
  std::vector<Diagnostic> problems;
  try {
    interpreter.evaluator.loader.compile(std::string(text), "test",
                                         {context.sources.add_file("test", std::string(text)), {}}, {}, &problems);
  } catch (const Error& error) {
    problems.push_back(error.diagnostic);
  }
  std::vector<std::string> result;
  for (const Diagnostic& problem : problems) {
    result.push_back(std::string(context.sources.text_of(problem.where)) + ": " + problem.message);
  }
  return result;
}

}  // namespace evalground::jinja2
