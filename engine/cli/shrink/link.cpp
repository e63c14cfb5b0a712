#include "cli/shrink/link.hpp"

#include <cstdio>

#include "base/generous_budget.hpp"
#include "base/text/text.hpp"
#include "cli/escape.hpp"
#include "cli/input.hpp"
#include "cli/link.hpp"
#include "cli/outcome_of.hpp"
#include "cli/outside.hpp"
#include "cli/report.hpp"
#include "cli/shrink/shrink.hpp"
#include "data/yaml/write.hpp"
#include "engine.hpp"
#include "value/json.hpp"
#include "workspaces/withheld.hpp"

namespace evalground::cli {
namespace {

void print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

void warn(const std::string& note) {
  std::fprintf(stderr, "evalground: %s\n", printable(note).c_str());
}

// The workspace, what it gives and the link, ready for an issue.
std::string markdown(const Map& workspace, const std::string& link, const Options& options) {
  Budget budget = generous_budget();
  Map shown = workspace;
  shown.erase("secrets");
  std::string text = markdown_block("yaml", write_yaml(Value::map(std::move(shown)), budget)) + "\n";
  const Value outcome =
      parse_json(evaluate(write_json(Value::map(workspace), budget), run_options_json(options), options), budget);
  const std::string problems = problems_text(outcome.as_map(), workspace, false);
  const std::string result = result_text(outcome.as_map(), Format::automatic);
  text += "gives\n\n" + markdown_block("text", outcome.as_map().find("ok")->as_boolean() ? result : problems) + "\n";
  return text + "[Open in Evalground](" + link + ")\n";
}

void open_link(const Options& options) {
  if (options.operands.size() != 1) throw UsageError("link --open takes one link");
  Budget budget = generous_budget();
  const Value workspace = parse_json(read_link(options.operands[0]), budget);
  print(options.format == Format::json ? write_json(workspace, budget, {.indent = 2}) + "\n"
                                       : write_yaml(workspace, budget));
}

}  // namespace

void link_workspace(const Options& options) {
  if (options.opens) return open_link(options);
  Map workspace = read_input(options);
  // A smaller document may have lost what declares a value secret.
  const ReplacedSecrets replaced = options.replaces_secrets ? ReplacedSecrets::all : ReplacedSecrets::declared;
  const SharedWorkspace shared = shared_workspace(workspace, replaced);
  if (options.shrinks || options.disguises) {
    const WithheldInputs withheld = withheld_inputs(workspace);
    const Map answer = reduced(with_placeholders(workspace, replaced), options, options.shrinks, options.disguises);
    workspace = without_secrets(answer.find("workspace")->as_map(), withheld);
    write_table(answer, options);
    std::fputs(reduction_text(answer).c_str(), stderr);
  } else if (options.keep || options.keep_error) {
    throw UsageError("--keep and --keep-error need --shrink or --disguise");
  } else {
    require_dialect(workspace, options);
    workspace = shared.workspace;
  }
  const std::string link = options.site.value_or("") + "#" + write_link(workspace);
  // What the link says is what is shown: without what is secret.
  Budget budget = generous_budget();
  const Value given = parse_json(read_link(link), budget);
  print(options.markdown ? markdown(given.as_map(), link, options) : link + "\n");
  for (const std::string& note : shared.notes) warn(note);
}

}  // namespace evalground::cli
