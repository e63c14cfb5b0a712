#include "cli/cases.hpp"

#include <cstdio>
#include <optional>

#include "base/text/text.hpp"
#include "cli/disk.hpp"
#include "cli/outside.hpp"
#include "cli/report.hpp"
#include "engine.hpp"
#include "runner/assist_case.hpp"
#include "runner/case_file.hpp"
#include "runner/check.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground::cli {

namespace {

// The outcome of an evaluated case, and how it differs from the expected one.
struct Verdict {
  std::string outcome;
  std::string difference;
};

// Run options that hide the contents of vaults, as the page does; nothing for a case without secrets.
std::optional<std::string> hiding(const runner::Case& one, const std::string& run_options) {
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
  const Value workspace = parse_json(one.json, budget);
  const Value* secrets = workspace.is_map() ? workspace.as_map().find("secrets") : nullptr;
  if (secrets == nullptr || !secrets->is_map() || secrets->as_map().empty()) return std::nullopt;
  Value options = run_options.empty() ? Value::map(Map()) : parse_json(run_options, budget);
  options.edit_map().set("maskVaults", Value::boolean(true));
  return write_json(options, budget);
}

Verdict verdict_of(const runner::Case& one, const Options& options, const std::string& run_options) {
  Verdict verdict;
  if (!runner::asks(one.json)) {
    verdict.outcome = evaluate(one.json, run_options, options);
    verdict.difference = runner::check(one.json, verdict.outcome);
    if (verdict.difference.empty()) return verdict;
    // The contents of a vault may be expected in the clear or as a secret.
    if (const std::optional<std::string> hidden = hiding(one, run_options)) {
      if (runner::check(one.json, evaluate(one.json, *hidden, options)).empty()) verdict.difference.clear();
    }
    return verdict;
  }
  std::string outcome;
  if (runner::wants_run(one.json)) outcome = evaluate(runner::asked_workspace(one.json), R"({"trace": true})", options);
  verdict.difference = runner::check_answer(one.json, assist(runner::assist_request(one.json, outcome)));
  return verdict;
}

// Prints "  main.yaml: 3-5, 9" for each file with lines that were never used.
void print_coverage(const runner::Case& one, const std::string& outcome) {
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
  const Value value = parse_json(outcome, budget);
  const Value* coverage = value.is_map() ? value.as_map().find("coverage") : nullptr;
  if (coverage == nullptr) return;
  std::string text;
  for (const auto& [name, ranges] : coverage->as_map()) {
    std::string lines;
    for (const Value& range : ranges.as_list()) {
      const std::int64_t first = range.as_list()[0].as_integer();
      const std::int64_t last = range.as_list()[1].as_integer();
      lines += (lines.empty() ? "" : ", ") + std::to_string(first);
      if (last > first) lines += "-" + std::to_string(last);
    }
    if (!lines.empty()) text += "  " + std::string(name.as_string()) + ": " + lines + "\n";
  }
  if (!text.empty()) print_report("never used in " + one.id + "\n" + text);
}

}  // namespace

bool run_cases(const Options& options, const std::string& run_options) {
  if (options.operands.empty()) throw UsageError("cases needs at least one file");
  std::size_t passed = 0;
  std::size_t failed = 0;
  for (const std::string& path : options.operands) {
    for (const runner::Case& one : runner::read_cases(path, read_file(path))) {
      const auto [outcome, difference] = verdict_of(one, options, run_options);
      if (options.coverage && !outcome.empty()) print_coverage(one, outcome);
      if (difference.empty()) {
        ++passed;
        continue;
      }
      ++failed;
      std::string report = "FAIL " + one.id + "\n";
      for (const std::string_view line : Split(trim_end(difference, "\n"), "\n"))
        report.append("  ").append(line).append("\n");
      print_report(report);
    }
  }
  std::printf("%zu passed, %zu failed\n", passed, failed);
  return failed == 0;
}

}  // namespace evalground::cli
