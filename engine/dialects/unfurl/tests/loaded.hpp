// A document loaded for a test, as the dialect loads it.
#pragma once

#include <gtest/gtest.h>
#include <string>
#include <utility>

#include "dialects/unfurl/ensemble.hpp"
#include "runtime/host.hpp"

namespace evalground::unfurl {

// The document is the file main.yaml. More files may follow.
class Loaded {
 public:
  explicit Loaded(std::string_view document, RunOptions options_ = {})
      : workspace(workspace_of(document)),
        options(std::move(options_)),
        context(workspace, options, host),
        ensemble(context) {}

  // The result of an expression on a resource, as text similar to JSON, with resources as their keys.
  std::string one(const Value& expression, std::string_view resource = "root") {
    Evaluator& evaluator = ensemble.evaluator;
    const Value value = evaluator.one(expression, Evaluator::scope_of(*evaluator.tree.find(resource)));
    return text(evaluator.plain(value));
  }
  std::string one(std::string_view query, std::string_view resource = "root") {
    return one(Value::string(query), resource);
  }

  Value attribute(std::string_view resource, std::string_view name) {
    return ensemble.evaluator.attribute(*ensemble.evaluator.tree.find(resource), Value::string(name));
  }
  // The range of main.yaml that a value comes from.
  std::string source_of(const Value& value) {
    return value.origin() == 0 ? "" : std::string(context.sources.text_of(value.origin()));
  }

  static std::string text(const Value& value) {
    if (auto* resource = object_cast<Resource>(value)) return resource->key();
    return short_text(value, 500);
  }

  static Workspace workspace_of(std::string_view document) {
    Workspace workspace;
    workspace.dialect = "unfurl";
    workspace.main = "main.yaml";
    workspace.files.set("main.yaml", Value::string(document));
    return workspace;
  }

  Workspace workspace;
  RunOptions options;
  ClosedHost host;
  Context context;
  Ensemble ensemble;
};

// The problems of a service template, one per line: "code @ the text at its place".
inline std::string problems_of(std::string_view document) {
  const Workspace workspace = Loaded::workspace_of(document);
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  try {
    Ensemble(context).report_problems();
  } catch (const Error& error) {
    context.diagnostics.push_back(error.diagnostic);
  }
  std::string text;
  for (const Diagnostic& problem : context.diagnostics) {
    text += problem.code + " @ ";
    if (problem.where != 0) text += context.sources.text_of(problem.where);
    text += '\n';
  }
  return text;
}

// The code of the error that f throws, or empty.
template <class F>
std::string error_code(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.diagnostic.code;
  }
  return "";
}

}  // namespace evalground::unfurl
