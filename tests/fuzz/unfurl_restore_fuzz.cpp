// Any text as a document, and another as what its expansion is changed to: restoring its merge directives ends within
// its budget, its text says its value, and expanding that gives the changed document, or a warning says that it does
// not. Without lists, strategies and the like, which cannot say everything, there is no such warning.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/text.hpp"
#include "data/document_changes.hpp"
#include "data/yaml_load.hpp"
#include "data/yaml_write.hpp"
#include "dialects/unfurl/expand.hpp"
#include "dialects/unfurl/restore.hpp"
#include "value/compare.hpp"
#include "value/json.hpp"

namespace {

using namespace evalground;

// Between the texts of main.yaml, the changed document (empty: nothing changes) and the file 1.yaml.
constexpr std::string_view separator = "\n%%\n";

[[noreturn]] void fail(std::string_view what, std::string_view document, std::string_view restored) {
  std::fprintf(stderr, "%s\n--- document\n%s\n--- restored\n%s\n", std::string(what).c_str(),
               std::string(document).c_str(), std::string(restored).c_str());
  std::abort();
}

// True when what a document says can always be said with its directives.
bool is_plain(std::string_view text) {
  for (const std::string_view sign : {"[", "-", "raw", "%", "?", "&", "<<", "!", "nan", "\""}) {
    if (text.find(sign) != std::string_view::npos) return false;
  }
  return true;
}

struct Input {
  explicit Input(std::string_view data) {
    int number = 0;
    for (const std::string_view part : Split(data, separator)) {
      if (number == 0) workspace.files.set("main.yaml", Value::string(part));
      if (number == 1) changed = part;
      if (number == 2) workspace.files.set("1.yaml", Value::string(part));
      ++number;
    }
    workspace.main = "main.yaml";
    workspace.limits = {.steps = 50'000, .memory = 32U << 20U, .output = 1U << 20U};
  }

  Workspace workspace;
  std::string changed;
};

// The changes that the changed document stands for.
List changes_of(const Input& input) {
  Budget budget(input.workspace.limits);
  Sources sources;
  const std::uint32_t file = sources.add_file("changed.yaml", input.changed);
  if (trim(input.changed).empty()) return {};
  const RunOptions options;
  ClosedHost host;
  Context context(input.workspace, options, host);
  const Value changed = load_yaml(sources, file, budget);
  if (!changed.is_map()) return {};
  const List changes = changes_between(unfurl::expand_document(context, "main.yaml"), changed, budget);
  return parse_json(write_json(Value::list(changes), budget), budget).as_list();  // as a workspace has them
}

void check(Input& input) {
  input.workspace.changes = changes_of(input);
  const RunOptions options;
  ClosedHost host;
  Context context(input.workspace, options, host);
  Outcome outcome;
  unfurl::restore_document(context, outcome);
  const std::string_view document = input.workspace.files.find("main.yaml")->as_string();
  Budget budget;
  const Value read = load_yaml(context.sources, context.sources.add_file("restored.yaml", *outcome.text), budget);
  // A .nan equals nothing.
  if (write_yaml(read, budget).find(".nan") == std::string::npos &&
      !json_equal(read, *outcome.value, NumberEquality::by_type, budget)) {
    fail("the text says something else than\n" + write_yaml(*outcome.value, budget), document, *outcome.text);
  }
  const bool is_sure = is_plain(document) && is_plain(input.changed);
  for (const Diagnostic& diagnostic : context.diagnostics) {
    if (is_sure && diagnostic.code == "restore-differs") fail(diagnostic.message, document, *outcome.text);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(std::string_view(reinterpret_cast<const char*>(data), size));
  try {
    check(input);
  } catch (const Error&) {
  } catch (const LimitError&) {
  } catch (const Pending&) {
  }
  return 0;
}
