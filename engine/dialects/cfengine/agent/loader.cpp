#include "dialects/cfengine/agent/loader.hpp"

#include <algorithm>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/cfengine/agent/agent.hpp"
#include "dialects/cfengine/policy/arguments.hpp"
#include "dialects/cfengine/policy/checks.hpp"
#include "dialects/cfengine/policy/parser.hpp"

namespace evalground::cfengine {
namespace {

class Loader {
 public:
  Loader(Context& context, Policy& policy, std::vector<Diagnostic>& diagnostics)
      : context_(context), policy_(policy), diagnostics_(diagnostics) {}

  void load() {
    const std::string entry = context_.workspace.main;
    if (!entry.empty()) load_file(entry, 0);
    // A loaded file may include more, named by variables of bundles that came with it.
    for (std::size_t at = 0; at < policy_.bodies.size(); ++at) include_inputs(policy_.bodies[at]);
    adopt_main(entry);
    add_empty_main();
    apply_order();
  }

 private:
  void report(OriginId where, std::string code, std::string message) {
    Diagnostic diagnostic;
    diagnostic.code = std::move(code);
    diagnostic.message = std::move(message);
    diagnostic.where = where;
    diagnostics_.push_back(std::move(diagnostic));
  }

  void load_file(const std::string& name, OriginId where) {
    if (loaded_.contains(name)) return;
    loaded_.set(name, Value::null());
    const std::optional<std::uint32_t> file = context_.files.source(name);
    if (!file && ignores_missing_inputs()) return;
    if (!file && is_library(name)) return note_missing_library(where);
    if (!file) return report(where, "no-file", "There is no policy file " + quote(Files::absolute(name)) + ".");
    parse_policy(context_, *file, policy_, diagnostics_);
  }

  // Policies of real hosts include it, and few carry it along.
  static bool is_library(std::string_view path) { return base_name(path) == "stdlib.cf"; }
  void note_missing_library(OriginId where) {
    if (policy_.missing_library == 0) policy_.missing_library = where;
  }

  void note_unresolved(std::string_view path, OriginId where) {
    Diagnostic diagnostic;
    diagnostic.severity = Severity::warning;
    diagnostic.code = "unresolved-input";
    diagnostic.where = where;
    diagnostic.message = "The entry " + quote(path) + " of `inputs` is left out, since it is not resolved.";
    context_.diagnostics.push_back(std::move(diagnostic));
  }

  bool ignores_missing_inputs() const {
    for (const Body& body : policy_.bodies) {
      if (body.name != "control" || body.type != "common") continue;
      for (const BodyLine& line : body.lines) {
        if (line.attribute.name == "ignore_missing_inputs" && is_true(line.attribute.value->text.source)) return true;
      }
    }
    return false;
  }

  void include_inputs(const Body& body) {
    if (body.name != "control" || (body.type != "common" && body.type != "file")) return;
    const Rvalue* inputs = nullptr;  // of several the last counts
    for (const BodyLine& line : body.lines) {
      if (line.attribute.name == "inputs") inputs = line.attribute.value;
    }
    if (inputs == nullptr) return;
    if (inputs->kind != RvalueKind::list) return report(inputs->where, "wrong-type", "`inputs` takes a list of files.");
    const List files = inputs_of(*inputs);
    for (const Value& file : files) include(file.as_string(), inputs->where);
  }

  // The files of an `inputs` list, which may be made of what the common bundles loaded so far give.
  List inputs_of(const Rvalue& value) {
    const bool is_literal = std::all_of(value.items.begin(), value.items.end(), [](const Rvalue* item) {
      return item->kind == RvalueKind::text && !mentions_reference(item->text.source);
    });
    List files;
    if (is_literal) {
      for (const Rvalue* item : value.items) files.push_back(Value::string(item->text.source));
      return files;
    }
    const std::size_t known = diagnostics_.size();
    check_calls(context_, policy_, value, diagnostics_);
    std::vector<Diagnostic> mistakes;  // of the policy so far, which are reported when all is loaded
    check_policy(context_, policy_, mistakes);
    if (diagnostics_.size() > known || !mistakes.empty()) return {};
    // Chance is given back, and what is said here the run says again.
    const Random random = context_.random;
    const std::size_t said = context_.diagnostics.size();
    Agent agent(context_, policy_);
    agent.evaluate_beforehand();
    {
      const ControlFrame frame(agent.evaluator);
      const Value list = agent.evaluator.evaluate_list(value, false);
      if (list.is_list()) files = list.as_list();
    }
    context_.random = random;
    context_.diagnostics.erase(context_.diagnostics.begin() + static_cast<std::ptrdiff_t>(said),
                               context_.diagnostics.end());
    return files;
  }

  // An entry with a reference that nothing resolves is left out: "$(nope)/more.cf".
  void include(std::string_view path, OriginId where) {
    const std::string folder(directory_name(context_.workspace.main));
    const std::optional<std::string> name = mentions_reference(path) ? std::nullopt : Files::resolve(path, folder);
    if (!name && is_library(path)) return note_missing_library(where);
    if (mentions_reference(path)) return note_unresolved(path, where);
    if (!name) return report(where, "no-file", "The policy file " + quote(path) + " is not below /workspace.");
    load_file(*name, where);
  }

  // The bundle `__main__` is called main in the entry file; in a file that is only included it is dropped.
  void adopt_main(const std::string& entry) {
    for (Bundle& bundle : policy_.bundles) {
      if (bundle.name != "__main__") continue;
      const bool is_entry = context_.sources.path(bundle.file) == entry;
      bundle.name = is_entry ? "main" : "";
      if (!is_entry) bundle.sections.clear();
    }
  }

  // A workspace with only an expression has an empty main.
  void add_empty_main() {
    if (!context_.workspace.main.empty() || policy_.find_bundle("default", "main") != nullptr) return;
    const auto& expression = context_.workspace.expression;
    const std::string text =
        expression && expression->is_string() ? std::string(expression->as_string()) : std::string();
    policy_.bundles.push_back({"agent", "main", "default", 0, context_.expression_source(text), {}, {}});
  }

  // `evaluation_order` of `body common control` or `body agent control` holds for all bundles.
  void apply_order() {
    for (const Body& body : policy_.bodies) {
      if (body.name != "control" || (body.type != "agent" && body.type != "common")) continue;
      for (const BodyLine& line : body.lines) {
        if (line.attribute.name != "evaluation_order") continue;
        for (Bundle& bundle : policy_.bundles) bundle.is_top_down = line.attribute.value->text.source == "top_down";
      }
    }
  }

  Context& context_;
  Policy& policy_;
  std::vector<Diagnostic>& diagnostics_;
  Map loaded_;
};

// Bodies of the standard library that a policy uses without having them do nothing here. The fix writes empty ones at
// the end of the policy, to be filled in.
void explain_missing_library(Context& context, const Policy& policy, const std::vector<const Attribute*>& used) {
  Diagnostic diagnostic;
  diagnostic.severity = used.empty() ? Severity::hint : Severity::warning;
  diagnostic.code = "no-library";
  diagnostic.where = policy.missing_library;
  diagnostic.message = "The standard library stdlib.cf is not among the files";
  const auto file = context.files.source(context.workspace.main);
  std::string stub;
  Map known;
  for (const Attribute* attribute : used) {
    const Rvalue& value = *attribute->value;
    const std::string head = std::string(attribute->name) + " " + std::string(value.text.source);
    if (known.contains(head)) continue;
    known.set(head, Value::null());
    stub += "\nbody " + head;
    for (std::size_t at = 0; at < value.items.size(); ++at) {
      stub += (at == 0 ? "(" : ", ") + std::string("p") + std::to_string(at + 1);
    }
    stub += value.items.empty() ? "\n{\n}\n" : ")\n{\n}\n";
  }
  if (used.empty()) {
    diagnostic.message += "; nothing of it is missed here.";
  } else {
    diagnostic.message += ": " + std::to_string(known.size()) +
                          (known.size() == 1 ? " body that is used does" : " bodies that are used do") + " nothing.";
  }
  if (file && !stub.empty()) {
    const auto end = static_cast<std::uint32_t>(context.sources.text(*file).size());
    const OriginId place = context.sources.add({*file, end, end, Via::literal, 0, false});
    diagnostic.fixes.push_back({"Add a stub of the bodies that are used", {{place, stub}}});
  }
  context.diagnostics.push_back(std::move(diagnostic));
}

}  // namespace

void load_policy(Context& context, Policy& policy, std::vector<Diagnostic>& diagnostics) {
  Loader(context, policy, diagnostics).load();
  if (!diagnostics.empty()) return;
  std::vector<const Attribute*> unknown_bodies;
  check_policy(context, policy, diagnostics, &unknown_bodies);
  if (policy.missing_library != 0) explain_missing_library(context, policy, unknown_bodies);
}

}  // namespace evalground::cfengine
