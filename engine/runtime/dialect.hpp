// The interface of a language. A dialect is a folder, one line in dialects.cpp, documentation and cases.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/yaml/schema.hpp"
#include "runtime/catalogue.hpp"
#include "runtime/context.hpp"
#include "runtime/description.hpp"
#include "runtime/language/language.hpp"
#include "runtime/outcome.hpp"
#include "runtime/outline.hpp"
#include "runtime/workspace.hpp"

namespace evalground {

// Which statements a traced evaluation passed, for files whose statements are not steps of the trace.
struct Passed {
  std::vector<std::uint32_t> files;  // files whose lines are all known: a line that was not passed was not used
  std::vector<Stretch> stretches;
};

// A place that can set a value: an entry of a YAML file, which may not exist yet, or of the workspace.
struct SettingPlace {
  std::string file;   // empty: the workspace
  List path;          // of the entry, from the document or the workspace on
  std::string level;  // in the language's words: "group web"
  List whole;         // of what the entry is in the outcome; the value to set may be a part of it
};

// A workspace whose result shows what lies beside that of a first one, such as the other hosts of a repository. A list
// `failed` in its value names those that could not be evaluated.
struct Elsewhere {
  Map workspace = {};  // empty: there is nothing beside it
  // How a value at a path of that outcome is called; nothing for one that is not beside.
  std::optional<List> (*called)(const List& path, const Map& workspace) = nullptr;
};

class Dialect {
 public:
  virtual ~Dialect() = default;
  virtual std::string_view name() const = 0;
  virtual const Description& description() const = 0;
  virtual const FunctionCatalogue& functions() const = 0;
  // The dialect's language services. A dialect has none by default.
  virtual const Language& language() const;
  // Evaluates context.workspace into the outcome. Throws Error, LimitError, Pending. Other findings are in
  // context.diagnostics.
  virtual void evaluate(Context& context, Outcome& outcome) const = 0;
  // The resource tree, after evaluate() on the same context or, for a check, without it. Must not throw Error for a
  // document that does not parse: it returns the part that was read.
  virtual std::vector<OutlineNode> outline(Context& context) const = 0;
  // The outline that the graph is made from, with parts that the tree does not show.
  virtual std::vector<OutlineNode> graph_outline(Context& context) const { return outline(context); }
  // How plain scalars are read in values for a key of the workspace ("vars", "data"): as the language's own tools read
  // their files.
  virtual YamlRules input_rules(std::string_view key) const;
  // The colored ranges of the workspace's texts.
  virtual std::vector<Token> tokens(Context& context) const = 0;
  // Call after evaluate() on the same context.
  virtual Passed passed(Context&) const { return {}; }
  // Where the value at a path of an outcome (JSON) could also be set, from the weakest to the strongest. Places that
  // every language has, such as a key beside a merge, are found without it.
  virtual std::vector<SettingPlace> setting_places(const Map&, const Map&, const List&) const { return {}; }
  // Where an input that a document declares can be given, from the weakest to the strongest; `whole` is not used.
  virtual std::vector<SettingPlace> input_places(const Map&, const Value& name) const {
    return {{"", {Value::string("inputs"), name}, "", {}}};
  }
  // What a change of a workspace's texts may change beside its own result.
  virtual Elsewhere elsewhere(const Map&) const { return {}; }
  // What must change in the main document for another version of the reference: warnings, with fixes where the change
  // is mechanical. Throws Error "unavailable" for an unknown version.
  virtual std::vector<Diagnostic> port(Context& context, std::string_view to) const {
    context.fail(0, "unavailable", "Cannot port to version \"" + std::string(to) + "\": the version is unknown.");
  }
};

// The dialect of a name with these options; null for an unknown name.
using FindDialect = const Dialect* (*)(std::string_view name, const Map& options);
// The dialect that a workspace (as a plain value) names; null when the name is unknown.
inline const Dialect* dialect_for(const Value& workspace, FindDialect find) {
  const Value* options = workspace.is_map() ? workspace.as_map().find("options") : nullptr;
  return find(dialect_of(workspace), options != nullptr && options->is_map() ? options->as_map() : Map());
}

// Calls f for each dialect that a dialect is with an option set: f(flavor, option, value).
template <class F>
void each_flavor(const Dialect& dialect, FindDialect find, F&& f) {
  for (const Option& option : dialect.description().options) {
    for (const std::string_view value : option.choices) {
      const Dialect* flavor = find(dialect.name(), {{option.name, Value::string(value)}});
      if (flavor != nullptr && flavor != &dialect) f(*flavor, option, value);
    }
  }
}

// The options that a workspace may have: the dialect's own, or those of a flavor, which has its base's and more. So
// nothing is wrong with a workspace whose flavor is taken away for a while.
std::span<const Option> known_options(const Dialect& dialect, FindDialect find);

inline YamlRules Dialect::input_rules(std::string_view) const {
  return YamlRules::yaml_1_2;
}

}  // namespace evalground
