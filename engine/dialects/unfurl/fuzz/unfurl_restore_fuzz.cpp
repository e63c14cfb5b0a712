// Any document, and any text as the changed form of its expansion. Restoring the merge directives ends within the
// budget, and the restored text parses to the returned value. Expanding that value gives the changed document, or a
// warning says that it does not. Where the directives can express every change (no lists, no strategies), there is no
// warning.
#include <cstdint>
#include <string>

#include "base/text/text.hpp"
#include "data/patch/document_changes.hpp"
#include "data/paths/json_pointer.hpp"
#include "data/yaml/load.hpp"
#include "data/yaml/write.hpp"
#include "dialects/unfurl/merge/expand.hpp"
#include "dialects/unfurl/merge/restore.hpp"
#include "fuzz/target.hpp"
#include "value/compare.hpp"
#include "value/json.hpp"

namespace {

using namespace evalground;

// Separates main.yaml, the changed document (empty: no change; a number: changes generated from it) and the file
// 1.yaml.
constexpr std::string_view separator = "\n%%\n";

[[noreturn]] void fail(std::string_view what, std::string_view document, std::string_view restored) {
  report(std::string(what) + "\n--- document\n" + std::string(document) + "\n--- restored\n" + std::string(restored));
}

// True when all keys with a plus have the form `+/name`, and none is deeper than that.
bool has_plain_directives(const Value& value, int depth) {
  if (!value.is_map()) return true;
  for (const auto& [key, member] : value.as_map()) {
    const std::string_view text = key.is_string() ? key.as_string() : std::string_view();
    const bool is_plain = depth == 0 && text.starts_with("+/") && text.find('/', 2) == std::string_view::npos;
    if (text.starts_with('+') && !is_plain) return false;
    if (!has_plain_directives(member, depth - 1)) return false;
  }
  return true;
}

// True when the document's directives can express any change. They stand in top-level maps and name top-level maps, so
// none targets a map that another directive inserts.
bool is_plain(std::string_view text) {
  for (const std::string_view sign : {"[", "-", "raw", "%", "?", "&", "<<", "!", ".nan", ".NaN", ".NAN", "\""}) {
    if (text.find(sign) != std::string_view::npos) return false;
  }
  Budget budget;
  Sources sources;
  return has_plain_directives(load_yaml(sources, sources.add_file("", std::string(text)), budget), 1);
}

// True when a change sets a list.
bool has_lists(const List& changes) {
  Budget budget;
  return write_json(Value::list(changes), budget).find('[', 1) != std::string::npos;
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

// Changes of a document, generated from a number.
class ChosenChanges {
 public:
  explicit ChosenChanges(std::uint64_t number) : number_(number * 2 + 1) {}

  List of(const Value& document) {
    List changes;
    for (std::uint64_t left = 1 + below(4); left > 0; --left) changes.push_back(one(document));
    return changes;
  }

 private:
  std::uint64_t below(std::uint64_t limit) {
    number_ = number_ * 6364136223846793005U + 1442695040888963407U;
    return (number_ >> 33U) % limit;
  }

  Value one(const Value& document) {
    std::string path;
    Value at = document;
    while (true) {
      const bool is_list = at.is_list() && !at.as_list().empty();
      const bool is_map = at.is_map() && !at.as_map().empty();
      if ((!is_list && !is_map) || (!path.empty() && below(4) == 0)) break;
      if (is_list) {
        const auto index = static_cast<std::size_t>(below(at.as_list().size()));
        path += "/" + std::to_string(index);
        at = Value(at.as_list()[index]);
      } else {
        const auto& entry = at.as_map().entry(static_cast<std::size_t>(below(at.as_map().size())));
        const std::string key = entry.key.is_string() ? std::string(entry.key.as_string()) : "0";
        append_pointer_part(path, key);
        at = Value(entry.value);
      }
    }
    if (at.is_map() && below(2) == 0) path += "/new";
    Map change{{"path", Value::string(path)}};
    switch (below(8)) {
      case 0: change.set("delete", Value::boolean(true)); break;
      case 1: change.set("value", Value::null()); break;
      case 2: change.set("value", Value::map({{"k", Value::integer(1)}, {"l", Value::list({Value::map()})}})); break;
      case 3: change.set("value", Value::string("two\nlines\n")); break;
      case 4: change.set("value", Value::string("- : # plain?")); break;
      case 5: change.set("value", Value::list({Value::integer(1), Value::string("x")})); break;
      case 6: change.set("value", Value::map()); break;
      default: change.set("value", Value::integer(static_cast<std::int64_t>(below(100)))); break;
    }
    return Value::map(std::move(change));
  }

  std::uint64_t number_;
};

// The changes that lead to the changed document.
List changes_of(const Input& input) {
  Budget budget(input.workspace.limits);
  Sources sources;
  const std::uint32_t file = sources.add_file("changed.yaml", input.changed);
  if (trim(input.changed).empty()) return {};
  const RunOptions options;
  ClosedHost host;
  Context context(input.workspace, options, host);
  const Value changed = load_yaml(sources, file, budget);
  const Value expanded = unfurl::expand_document(context, "main.yaml");
  if (changed.kind() == Kind::integer) {
    return ChosenChanges(static_cast<std::uint64_t>(changed.as_integer())).of(expanded);
  }
  if (!changed.is_map()) return {};
  const List changes = changes_between(expanded, changed, budget);
  // round trip through JSON, as in a workspace
  return parse_json(write_json(Value::list(changes), budget), budget).as_list();
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
  // Directives in the changed document are data to the restorer, but expanding interprets them.
  const bool has_directive = input.changed.find('+') != std::string::npos;
  const bool is_sure =
      is_plain(document) && is_plain(input.changed) && !has_directive && !has_lists(input.workspace.changes);
  for (const Diagnostic& diagnostic : context.diagnostics) {
    if (is_sure && diagnostic.code == "restore-differs") fail(diagnostic.message, document, *outcome.text);
  }
}

}  // namespace

void fuzz(std::string_view text) {
  Input input(text);
  try {
    within_limits([&] { check(input); });
  } catch (const Pending&) {
  }
}
