// `evalground verify`: evaluates workspaces here and in the original implementation, and reports where they differ, as
// text that can be pasted into an issue.
//
// Results are compared by what the original gives: a text, reports, outputs or a value. Two failures agree, whatever
// their messages say. A result with secrets is not compared, because the original would get them.
#include "cli/verify/verify.hpp"

#include <cstdio>
#include <filesystem>
#include <random>

#include "base/text/text.hpp"
#include "cli/differences.hpp"
#include "cli/disk.hpp"
#include "cli/escape.hpp"
#include "cli/input.hpp"
#include "cli/link.hpp"
#include "cli/outcome_of.hpp"
#include "cli/report.hpp"
#include "cli/verify/original.hpp"
#include "data/yaml/write.hpp"
#include "runner/case_file.hpp"
#include "value/json.hpp"
#include "workspaces/withheld.hpp"

namespace evalground::cli {
namespace {

// What both are compared by: of the engine's outcome what the original gives.
// An original that prints a text is compared by text, even if the engine also has a value.
Value comparable(const Map& outcome, const Map& answer) {
  for (const std::string_view key : {"text", "reports", "outputs", "value"}) {
    if (!answer.contains(key)) continue;
    const Value* own = outcome.find(key);
    return own != nullptr ? *own : Value::null();
  }
  return {};
}

Value given(const Map& answer) {
  for (const std::string_view key : {"text", "reports", "outputs", "value"}) {
    if (const Value* value = answer.find(key)) return *value;
  }
  return {};
}

void print_issue(const Map& workspace, const std::string& original, const std::string& differs,
                 const Options& options) {
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
  Map shown = without_secrets(workspace);
  shown.erase("secrets");
  shown.erase("expect");
  std::string text = "### Differs from " + original + "\n\n" +
                     markdown_block("yaml", write_yaml(Value::map(shown), budget)) + "\n" + differs;
  try {
    text += "\n[Open in Evalground](" + options.site.value_or("") + "#" + write_link(shown) + ")\n";
  } catch (const LinkError&) {
    text += "\nThe workspace is too large for a link.\n";
  }
  print_report(text);
}

enum class Verdict : std::uint8_t { agrees, differs, not_compared };

// The issue contains the workspace without secrets and without what it expects, and a link to it.
Verdict verify_one(const std::string& path, const Map& workspace, const Options& options) {
  require_dialect(workspace, options);
  const Map outcome = outcome_of(workspace, options);
  if (const Value* sensitive = outcome.find("sensitive"); sensitive != nullptr && !sensitive->as_list().empty()) {
    print_report(path + ": not compared: the result holds secrets, which are given to nobody\n");
    return Verdict::not_compared;
  }
  const Original original = ask_original(workspace, options.time_ms);
  if (!original.unavailable.empty()) {
    print_report(path + ": not compared: " + original.unavailable + "\n");
    return Verdict::not_compared;
  }
  const Map* error = first_error(outcome);
  const std::string here = error != nullptr ? one_line(text_at(*error, "message")) : "";
  const bool fails = !outcome.find("ok")->as_boolean();
  if (const Value* theirs = original.answer.find("error")) {
    const std::string message = one_line(theirs->as_string());
    if (fails) {
      print_report(path + ": both fail (" + original.name + ")\n  here:     " + here + "\n  original: " + message +
                   "\n");
      return Verdict::agrees;
    }
    print_report(path + ": differs from " + original.name + "\n");
    print_issue(workspace, original.name, "The original fails: " + markdown_code(message) + "\n", options);
    return Verdict::differs;
  }
  if (fails) {
    print_report(path + ": differs from " + original.name + "\n");
    print_issue(workspace, original.name, "Only Evalground fails: " + markdown_code(here) + "\n", options);
    return Verdict::differs;
  }
  const std::vector<Difference> found = differences(given(original.answer), comparable(outcome, original.answer));
  if (found.empty()) {
    print_report(path + ": agrees with " + original.name + "\n");
    return Verdict::agrees;
  }
  std::string text = "| where | original | Evalground |\n| --- | --- | --- |\n";
  for (const Difference& one : found) {
    const auto cell = [](const Value& value) {
      return value.is_undefined() ? std::string("nothing") : markdown_code(short_json(value));
    };
    text += "| " + (one.path.empty() ? "the result" : markdown_code(path_text(one.path))) + " | " + cell(one.before) +
            " | " + cell(one.after) + " |\n";
  }
  print_report(path + ": differs from " + original.name + "\n");
  print_issue(workspace, original.name, text, options);
  return Verdict::differs;
}

// Of the workspaces in a folder, and of the cases in its files, as many as are wanted, chosen by the seed.
// A shuffle that ends early (Fisher-Yates): the same seed chooses the same workspaces on every machine.
std::vector<Map> chosen_workspaces(const std::string& folder, std::uint64_t count, const Options& options) {
  std::vector<Map> all;
  for (const auto& [name, content] : read_folder(folder, false)) {
    const std::string_view path = name.as_string();
    const bool is_document = path.ends_with(".json") || path.ends_with(".yaml") || path.ends_with(".yml");
    if (!is_document || !content.is_string()) continue;
    try {
      for (const runner::Case& one : runner::read_cases(path, content.as_string())) {
        Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
        Map workspace = parse_json(one.json, budget).as_map();
        const std::string_view dialect = text_at(workspace, "dialect");
        if (!dialect.empty() && (!options.dialect || *options.dialect == dialect)) all.push_back(std::move(workspace));
      }
    } catch (const std::exception&) {  // a file that holds no case
    }
  }
  std::mt19937_64 chance(options.seed);
  for (std::size_t at = 0; at < all.size() && at < count; ++at)
    std::swap(all[at], all[at + static_cast<std::size_t>(chance() % (all.size() - at))]);
  if (all.size() > count) all.resize(static_cast<std::size_t>(count));
  return all;
}

// A folder with `__init__.py` has generators, which make workspaces; any other folder has workspaces.
bool verify_random(std::uint64_t count, const Options& options) {
  const std::string folder = options.material.value_or("tests/differential");
  if (!std::filesystem::is_directory(folder))
    throw UsageError("--random needs a folder of generators or workspaces, which --material names; there is no " +
                     quote(folder));
  const std::string dialect = options.dialect.value_or("");
  std::vector<Map> material;
  if (is_file(folder + "/__init__.py")) {
    material = made_workspaces(folder, count, options.seed, dialect, options.time_ms);
  } else {
    material = chosen_workspaces(folder, count, options);
  }
  if (material.empty())
    throw UsageError(quote(folder) + " has no generators and no workspaces" +
                     (dialect.empty() ? "" : " of " + quote(dialect)));
  std::size_t counts[3] = {0, 0, 0};
  for (std::size_t at = 0; at < material.size(); ++at) {
    const std::string name = std::string(text_at(material[at], "dialect")) + " " + std::to_string(at + 1);
    ++counts[static_cast<std::size_t>(verify_one(name, material[at], options))];
  }
  std::printf("%zu agree, %zu differ, %zu not compared\n", counts[0], counts[1], counts[2]);
  return counts[static_cast<std::size_t>(Verdict::differs)] == 0;
}

}  // namespace

bool verify(const Options& options) {
  if (!options.allow_original) {
    throw UsageError(
        "verify runs the document in its original implementation, with your rights; --allow-original lets it");
  }
  if (options.random) {
    if (!options.operands.empty()) throw UsageError("--random takes what --material names, and no files");
    return verify_random(*options.random, options);
  }
  if (options.seed != 0 || options.material) throw UsageError("--seed and --material are for --random");
  if (options.operands.empty()) throw UsageError("verify needs at least one workspace, or --random N");
  bool agrees = true;
  for (const std::string& path : options.operands) {
    Options one = options;
    one.operands = {path};
    agrees = verify_one(path, read_input(one), one) != Verdict::differs && agrees;
  }
  return agrees;
}

}  // namespace evalground::cli
