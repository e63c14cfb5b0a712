#include "cli/repro/verify.hpp"

#include <cstdio>

#include "base/text/text.hpp"
#include "cli/input.hpp"
#include "cli/link.hpp"
#include "cli/repro/differences.hpp"
#include "cli/repro/original.hpp"
#include "cli/repro/outcome_of.hpp"
#include "data/yaml/write.hpp"

namespace evalground::cli {
namespace {

// What both are compared by: of the engine's outcome what the original gives.
Value comparable(const Map& outcome, const Map& answer) {
  for (const std::string_view key : {"text", "reports", "value"}) {
    if (!answer.contains(key)) continue;
    const Value* own = outcome.find(key);
    return own != nullptr ? *own : Value::null();
  }
  return {};
}

Value given(const Map& answer) {
  for (const std::string_view key : {"text", "reports", "value"}) {
    if (const Value* value = answer.find(key)) return *value;
  }
  return {};
}

void print_issue(const Map& workspace, const std::string& original, const std::string& differs,
                 const Options& options) {
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
  Map shown = workspace;
  shown.erase("secrets");
  shown.erase("expect");
  std::string text =
      "### Differs from " + original + "\n\n```yaml\n" + write_yaml(Value::map(shown), budget) + "```\n\n" + differs;
  try {
    text += "\n[Open in Evalground](" + options.site.value_or("") + "#" + write_link(shown) + ")\n";
  } catch (const LinkError&) {
    text += "\nThe workspace is too large for a link.\n";
  }
  std::fputs(text.c_str(), stdout);
}

bool verify_one(const std::string& path, const Options& all) {
  Options options = all;
  options.operands = {path};
  const Map workspace = read_input(options);
  const Map outcome = outcome_of(workspace, options);
  if (const Value* sensitive = outcome.find("sensitive"); sensitive != nullptr && !sensitive->as_list().empty()) {
    std::printf("%s: not compared: the result holds secrets, which are given to nobody\n", path.c_str());
    return true;
  }
  const Original original = ask_original(workspace, options.time_ms);
  if (!original.unavailable.empty()) {
    std::printf("%s: not compared: %s\n", path.c_str(), original.unavailable.c_str());
    return true;
  }
  const Map* error = first_error(outcome);
  const bool fails = !outcome.find("ok")->as_boolean();
  if (const Value* theirs = original.answer.find("error")) {
    const std::string message(theirs->as_string());
    if (fails) {
      std::printf("%s: both fail (%s)\n  here:     %s\n  original: %s\n", path.c_str(), original.name.c_str(),
                  error != nullptr ? std::string(text_at(*error, "message")).c_str() : "", message.c_str());
      return true;
    }
    std::printf("%s: differs from %s\n", path.c_str(), original.name.c_str());
    print_issue(workspace, original.name, "The original fails: " + message + "\n", options);
    return false;
  }
  if (fails) {
    std::printf("%s: differs from %s\n", path.c_str(), original.name.c_str());
    print_issue(workspace, original.name,
                "Only Evalground fails: " + (error != nullptr ? std::string(text_at(*error, "message")) : "") + "\n",
                options);
    return false;
  }
  const std::vector<Difference> found = differences(given(original.answer), comparable(outcome, original.answer));
  if (found.empty()) {
    std::printf("%s: agrees with %s\n", path.c_str(), original.name.c_str());
    return true;
  }
  std::string text = "| where | original | Evalground |\n| --- | --- | --- |\n";
  for (const Difference& one : found) {
    const auto cell = [](const Value& value) {
      return value.is_undefined() ? std::string("nothing") : "`" + replace_all(short_json(value), "|", "\\|") + "`";
    };
    text += "| " + (one.path.empty() ? "the result" : path_text(one.path)) + " | " + cell(one.before) + " | " +
            cell(one.after) + " |\n";
  }
  std::printf("%s: differs from %s\n", path.c_str(), original.name.c_str());
  print_issue(workspace, original.name, text, options);
  return false;
}

}  // namespace

bool verify(const Options& options) {
  if (!options.allow_original) {
    throw UsageError(
        "verify runs the document in its original implementation, with your rights; --allow-original lets it");
  }
  if (options.operands.empty()) throw UsageError("verify needs at least one workspace");
  bool agrees = true;
  for (const std::string& path : options.operands) agrees = verify_one(path, options) && agrees;
  return agrees;
}

}  // namespace evalground::cli
