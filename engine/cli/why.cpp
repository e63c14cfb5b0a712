// The search is the engine's (change/why.hpp). This file reads the path, and shows what was found as lines.
#include "cli/why.hpp"

#include <cstdio>

#include "cli/candidates.hpp"
#include "cli/differences.hpp"
#include "cli/document.hpp"
#include "cli/input.hpp"
#include "cli/outcome_of.hpp"
#include "cli/outside.hpp"
#include "cli/report.hpp"
#include "engine.hpp"
#include "value/json.hpp"
#include "value/members.hpp"

namespace evalground::cli {
namespace {

std::string joined(const List& names) {
  std::string text;
  for (const Value& name : names) text += (text.empty() ? "" : ", ") + std::string(name.as_string());
  return text;
}

// Where the path ends, and the names there.
std::string missing_text(const Map& missing) {
  const std::string after(text_at(missing, "after"));
  std::string text = after.empty() ? "The result has no such part.\n" : "The path ends after " + after + ".\n";
  if (const Value* items = missing.find("items")) {
    text += "There: a list of " + std::to_string(items->as_integer()) + ".\n";
  }
  const List& names = list_member(missing, "names");
  if (!names.empty()) text += "There: " + joined(names) + ".\n";
  if (missing.contains("nearest")) text += "Did you mean " + std::string(text_at(missing, "nearest")) + "?\n";
  return text;
}

std::string reason_text(const Map& reason, const Map& workspace) {
  std::string text = "\n";
  if (reason.contains("line")) {
    text += std::string(text_at(reason, "file")) + ":" + std::to_string(count_member(reason, "line")) + ": ";
  }
  text += std::string(text_at(reason, "message")) + "\n";
  std::size_t number = 0;
  for (const Value& one : list_member(reason, "candidates")) {
    text += candidate_text(++number, one.as_map(), workspace, true);
  }
  return text;
}

std::string answer_text(const Map& answer, const Map& workspace, const std::string& path) {
  std::string text = path;
  if (const Value* now = answer.find("now")) text += " is " + short_json(*now);
  text += " (evaluations: " + std::to_string(count_member(answer, "trials")) + ")\n";
  if (const Value* missing = answer.find("missing")) text += missing_text(missing->as_map());
  const List& asks = list_member(answer, "asks");
  if (!asks.empty()) text += "Names that nothing defines: " + joined(asks) + ".\n";
  for (const Value& reason : list_member(answer, "reasons")) text += reason_text(reason.as_map(), workspace);
  const List& candidates = list_member(answer, "candidates");
  if (!candidates.empty()) text += "\nChanges that make it true:\n";
  std::size_t number = 0;
  for (const Value& one : candidates) text += candidate_text(++number, one.as_map(), workspace, true);
  if (answer.contains("dropped")) {
    text += "No condition dropped this item of the data.\n";
  } else if (list_member(answer, "reasons").empty() && candidates.empty() && !answer.contains("missing")) {
    text += "No condition decided about it.\n";
  }
  return text;
}

}  // namespace

bool tell_why(const Options& given) {
  if (given.operands.empty()) throw UsageError("name the value: evalground why WORKSPACE PATH");
  Options options = given;
  const std::string written = options.operands.back();
  options.operands.pop_back();
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
  const Map workspace = read_input(options);
  require_dialect(workspace, options);
  Outside host(options);
  Map request{{"why", Value::map(workspace)}, {"path", Value::string(asked_path(written, workspace))}};
  if (options.trials) request.set("trials", Value::integer(static_cast<std::int64_t>(*options.trials)));
  if (options.time_ms != 0) request.set("time_ms", Value::integer(options.time_ms));
  const Value value = parse_json(change(write_json(Value::map(request), budget), host), budget);
  const Map& answer = value.as_map();
  if (!answer.find("ok")->as_boolean()) {
    throw UsageError(std::string(text_at(list_member(answer, "diagnostics").front().as_map(), "message")));
  }
  const std::string text = options.format == Format::json
                               ? write_json(value, budget, {.indent = 2}) + "\n"
                               : printable(answer_text(answer, workspace, written) + bound_text(answer));
  std::fwrite(text.data(), 1, text.size(), stdout);
  return !list_member(answer, "reasons").empty() || !list_member(answer, "candidates").empty() ||
         answer.contains("missing");
}

}  // namespace evalground::cli
