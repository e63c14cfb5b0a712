#include "dialects/jinja2/other_problems.hpp"

#include <algorithm>
#include <set>

#include "dialects/jinja2/syntax/walk.hpp"

namespace evalground::jinja2 {
namespace {

bool is_of_parser(std::string_view code) {
  return code == "syntax" || code == "unknown-filter" || code == "unknown-test";
}

// Whether every evaluation of the statement evaluates all parts of it, and a missing value always fails.
bool reads_all(Body statement, Budget& budget) {
  bool reads = true;
  walk_expressions(statement, budget, [&](const Expression& expression) {
    switch (expression.kind) {
      case ExpressionKind::conditional:
      case ExpressionKind::logical_and:
      case ExpressionKind::logical_or: reads = false; return;
      case ExpressionKind::filter:
      case ExpressionKind::test: {
        const std::string_view name = static_cast<const Application&>(expression).name;
        for (const std::string_view allowing : {"default", "d", "defined", "undefined"}) {
          if (name == allowing) reads = false;
        }
        return;
      }
      default: return;
    }
  });
  return reads;
}

bool is_same_place(OriginId a, OriginId b, const Sources& sources) {
  const Origin& one = sources.origin(a);
  const Origin& other = sources.origin(b);
  return one.file == other.file && one.begin == other.begin;
}

std::uint32_t line_of(const Diagnostic& problem, const Context& context) {
  const Origin& origin = context.sources.origin(problem.where);
  return context.sources.position(origin.file, origin.begin).line;
}

void report_other(Run& run, Diagnostic problem, const Error& failure) {
  if (is_same_place(problem.where, failure.diagnostic.where, run.context.sources)) return;
  name_the_line(problem, run.context);
  run.context.report(std::move(problem));
}

// Names outside of branches and loops that no variable has.
void report_undefined_names(Run& run, const Error& failure) {
  Evaluator& evaluator = run.evaluator();
  const Leniency leniency = evaluator.options.undefined;
  if (leniency != Leniency::strict && leniency != Leniency::ansible) return;
  const auto& free = run.main->free_names;
  for (Statement* statement : run.main->body) {
    if (statement->kind != StatementKind::print) continue;
    const Body alone(&statement, 1);
    if (!reads_all(alone, run.context.budget)) continue;
    walk_expressions(alone, run.context.budget, [&](const Expression& expression) {
      if (expression.kind != ExpressionKind::name) return;
      const auto& name = static_cast<const Name&>(expression);
      if (std::find(free.begin(), free.end(), &name) == free.end()) return;
      if (evaluator.functions.find(FunctionKind::global, name.name) != nullptr) return;
      recover(
          [&] {
            const Value value = run.variables->find(evaluator, name.name);
            if (value.is_undefined()) evaluator.fail_undefined(evaluator.undefined_name(name.name));
          },
          [&](const Error& missing) {
            if (missing.diagnostic.code != "undefined") return;
            Diagnostic problem = missing.diagnostic;
            problem.where = run.main->origin(name, run.context);
            report_other(run, std::move(problem), failure);
          });
    });
  }
}

}  // namespace

void report_all_problems(Run& run, const Error& failure) {
  run.context.report(failure.diagnostic);
  if (failure.diagnostic.where == 0) return;
  if (run.main != nullptr) {
    if (failure.diagnostic.code == "undefined") report_undefined_names(run, failure);
    return;
  }
  if (!is_of_parser(failure.diagnostic.code)) return;
  std::vector<Diagnostic> problems;
  recover([&] { run.compile(&problems); }, [](const Error&) {});
  // A mistake may cause further ones in its tag, which mislead. So only those of other lines count.
  std::set<std::uint32_t> lines{line_of(failure.diagnostic, run.context)};
  for (Diagnostic& problem : problems) {
    const bool is_new = problem.where == 0 || lines.insert(line_of(problem, run.context)).second;
    if (is_new || problem.code != "syntax") report_other(run, std::move(problem), failure);
  }
}

}  // namespace evalground::jinja2
