#include "dialects/cfengine/agent/loader.hpp"

#include <algorithm>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
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
    if (!file) return report(where, "no-file", "There is no policy file " + quote(Files::absolute(name)) + ".");
    parse_policy(context_, *file, policy_, diagnostics_);
  }

  void include_inputs(const Body& body) {
    if (body.name != "control" || (body.type != "common" && body.type != "file")) return;
    for (const BodyLine& line : body.lines) {
      if (line.attribute.name != "inputs") continue;
      const Rvalue& value = *line.attribute.value;
      if (value.kind != RvalueKind::list) {
        report(value.where, "wrong-type", "`inputs` takes a list of files.");
        continue;
      }
      const List files = inputs_of(value);
      for (const Value& file : files) include(file.as_string(), value.where);
    }
  }

  // The files of an `inputs` list; variables of the common bundles loaded so far may be used.
  List inputs_of(const Rvalue& value) {
    Evaluator evaluator(context_, policy_);
    const bool is_literal = std::all_of(value.items.begin(), value.items.end(), [](const Rvalue* item) {
      return item->kind == RvalueKind::text && !mentions_reference(item->text.source);
    });
    if (!is_sound(value, diagnostics_)) return {};
    if (!is_literal) evaluate_common_bundles(evaluator);
    const ControlFrame frame(evaluator);
    const Value files = evaluator.evaluate_list(value, false);
    return files.is_list() ? files.as_list() : List();
  }

  // True when there are the functions that it calls, with such arguments: only then it can be evaluated.
  bool is_sound(const Rvalue& value, std::vector<Diagnostic>& mistakes) {
    const std::size_t known = mistakes.size();
    check_calls(context_, policy_, value, mistakes);
    return mistakes.size() == known;
  }

  // Their texts and lists.
  void evaluate_common_bundles(Evaluator& evaluator) {
    for (const Bundle& bundle : policy_.bundles) {
      if (bundle.type != "common") continue;
      Frame frame{&bundle, &evaluator.variables.scope(bundle.space, bundle.name), {}};
      const ScopedValue<Frame*> entered(evaluator.frame, &frame);
      for (const Section& section : bundle.sections) {
        if (section.type != "vars") continue;
        for (const Promise* promise : section.promises) {
          const Attribute* typed = typed_attribute(*promise);
          if (typed == nullptr || promise->promiser.has_references) continue;
          std::vector<Diagnostic> mistakes;  // which are reported when all is loaded
          if (!is_sound(*typed->value, mistakes)) continue;
          const Value value = evaluator.evaluate(*typed->value);
          const bool is_list = value.is_list() && is_list_type(type_of(typed->name));
          if (!value.is_string() && !is_list) continue;
          frame.scope->set(promise->promiser.source, is_list ? DataType::slist : DataType::string, value, promise, {},
                           context_.budget);
        }
      }
    }
  }

  void include(std::string_view path, OriginId where) {
    const std::string folder(directory_name(context_.workspace.main));
    const std::optional<std::string> name = is_unresolved(path) ? std::nullopt : Files::resolve(path, folder);
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

  // `evaluation_order` of `body agent control` holds for all bundles.
  void apply_order() {
    for (const Body& body : policy_.bodies) {
      if (body.name != "control" || body.type != "agent") continue;
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

}  // namespace

ControlFrame::ControlFrame(Evaluator& evaluator)
    : frame_{nullptr, &evaluator.variables.scope("default", "control"), {}}, entered_(evaluator.frame, &frame_) {
  static const Bundle control{"common", "control", "default", 0, 0, {}, {}};
  frame_.bundle = &control;
}

void load_policy(Context& context, Policy& policy, std::vector<Diagnostic>& diagnostics) {
  Loader(context, policy, diagnostics).load();
  if (diagnostics.empty()) check_policy(context, policy, diagnostics);
}

Control control_of(Evaluator& evaluator) {
  Control control;
  const ControlFrame frame(evaluator);
  for (const Body& body : evaluator.policy.bodies) {
    if (body.name != "control" || (body.type != "common" && body.type != "agent")) continue;
    for (const BodyLine& line : body.lines) {
      if (line.context != nullptr &&
          !evaluator.holds(evaluator.expand(*line.context), Blanks::allowed, line.attribute.where))
        continue;
      const Rvalue& value = *line.attribute.value;
      const std::string_view name = line.attribute.name;
      if (name == "bundlesequence") {
        control.sequence.clear();
        if (value.kind != RvalueKind::list) control.sequence.push_back(&value);
        control.sequence.insert(control.sequence.end(), value.items.begin(), value.items.end());
      } else if (name == "cache_system_functions") {
        control.caches_functions =
            value.text.source != "false" && value.text.source != "no" && value.text.source != "off";
      } else if ((name == "abortclasses" || name == "abortbundleclasses") && value.kind == RvalueKind::list) {
        const Value patterns = evaluator.evaluate_list(value, true);
        if (patterns.is_list())
          (name == "abortclasses" ? control.abort_classes : control.abort_bundle_classes) = patterns.as_list();
      }
    }
  }
  return control;
}

}  // namespace evalground::cfengine
