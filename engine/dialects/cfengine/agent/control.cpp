// Settings of the control bodies, evaluated in a frame of their own: no bundle is running yet, and `control` is the
// scope.
#include "dialects/cfengine/agent/control.hpp"

#include "base/scoped_value.hpp"
#include "base/text/text.hpp"
#include "dialects/cfengine/agent/classes.hpp"
#include "dialects/cfengine/policy/arguments.hpp"

namespace evalground::cfengine {
namespace {

// Calls visit(attribute) for each line whose context holds, in the control bodies of a type.
template <class F>
void for_each_line(Evaluator& evaluator, std::string_view type, F&& visit) {
  for (const Body& body : evaluator.policy.bodies) {
    if (body.name != "control" || body.type != type) continue;
    for (const BodyLine& line : body.lines) {
      evaluator.context.budget.step();
      if (line.context == nullptr || evaluator.holds(line.context->source, line.attribute.where)) visit(line.attribute);
    }
  }
}

List texts_of(Evaluator& evaluator, const Rvalue& value) {
  if (value.kind != RvalueKind::list) return {};
  const Value texts = evaluator.evaluate_list(value, true);
  return texts.is_list() ? texts.as_list() : List();
}

}  // namespace

ControlFrame::ControlFrame(Evaluator& evaluator)
    : frame_{nullptr, &evaluator.variables.scope("default", "control"), {}}, entered_(evaluator.frame, &frame_) {
  static const Bundle control{"common", "control", "default", 0, 0, {}, {}};
  frame_.bundle = &control;
}

// Later lines replace earlier ones, since each line whose context holds is visited in order.
Control control_of(Evaluator& evaluator) {
  Control control;
  const ControlFrame frame(evaluator);
  for_each_line(evaluator, "common", [&](const Attribute& attribute) {
    const Rvalue& value = *attribute.value;
    if (attribute.name == "bundlesequence") {
      control.sequence.clear();
      if (value.kind != RvalueKind::list) control.sequence.push_back(&value);
      control.sequence.insert(control.sequence.end(), value.items.begin(), value.items.end());
    } else if (attribute.name == "ignore_missing_bundles") {
      control.ignores_missing_bundles = is_true(evaluator.expand(value.text));
    }
  });
  for_each_line(evaluator, "agent", [&](const Attribute& attribute) {
    if (attribute.name == "abortclasses") control.abort_classes = texts_of(evaluator, *attribute.value);
    if (attribute.name == "abortbundleclasses") control.abort_bundle_classes = texts_of(evaluator, *attribute.value);
    if (attribute.name != "addclasses") return;
    control.added_classes = texts_of(evaluator, *attribute.value);
    control.ends_for_added = !control.abort_bundle_classes.empty();
  });
  return control;
}

// The bundles to run, with their arguments. Without a `bundlesequence` it is main. An unknown bundle ends the run
// before it starts, unless missing ones are ignored.
std::vector<SequenceEntry> sequence_of(Evaluator& evaluator, const Control& control) {
  std::vector<SequenceEntry> sequence;
  const auto add = [&](std::string_view name, OriginId where, List arguments) {
    const Name parts = parse_name(name);
    const std::string_view space = parts.space.empty() ? "default" : parts.space;
    const Bundle* bundle = evaluator.policy.find_bundle(space, parts.base);
    if (bundle != nullptr) {
      sequence.push_back({bundle, std::move(arguments)});
    } else if (!control.ignores_missing_bundles) {
      evaluator.abort_run(where, "The bundle " + quote(name) + " to run is not defined.");
    }
  };
  if (control.sequence.empty()) add("main", 0, {});
  const ControlFrame frame(evaluator);
  for (const Rvalue* item : control.sequence) {
    if (item->kind == RvalueKind::call) {
      // A list or container is passed as one argument: `b(@(lists.x))`.
      List arguments;
      const std::string_view called = parse_name(item->text.source).space;
      for (const Rvalue* argument : item->items) {
        const Value value = class_text(evaluator.evaluate(*argument));
        // In `@(bundle.list)`, the bundle belongs to the namespace of the called one.
        const ScopedValue<std::string_view> space(evaluator.unqualified_space, called.empty() ? "default" : called);
        const std::string_view name = value.is_string() ? list_reference(value.as_string()) : std::string_view();
        const std::optional<Found> found = name.empty() ? std::nullopt : evaluator.find(name);
        arguments.push_back(found && !found->value.is_string() ? found->value : value);
      }
      add(item->text.source, item->where, std::move(arguments));
      continue;
    }
    // A name, or a list of names, `@(bundles)`.
    List names;
    evaluator.append_item(Value::string(evaluator.expand(item->text)), item->where, names);
    for (const Value& name : names) add(name.as_string(), item->where, {});
  }
  return sequence;
}

// Settings that matter while variables are settled: caching, and the domain, which defines variables and a class. True
// if the domain is set, which is a reason for another walk.
bool apply_early_settings(Evaluator& evaluator) {
  bool is_set = false;
  const ControlFrame frame(evaluator);
  for_each_line(evaluator, "common", [&](const Attribute& attribute) {
    if (attribute.name == "cache_system_functions")
      evaluator.caches_functions = is_true(evaluator.expand(attribute.value->text));
    if (attribute.name != "domain" || attribute.value->kind != RvalueKind::text) return;
    const std::string domain = evaluator.expand(attribute.value->text);
    VariableScope& system = evaluator.variables.scope("default", "sys");
    const auto set = [&](std::string_view name, std::string_view value) {
      system.set(name, DataType::string, Value::string(value), nullptr, {}, evaluator.context.budget);
    };
    const Variable* host = system.find("uqhost");
    set("domain", domain);
    if (host != nullptr) set("fqhost", std::string(host->value.as_string()) + "." + domain);
    evaluator.global_classes.set(canonify(domain),
                                 Value::list({Value::string("source=agent"), Value::string("hardclass")}));
    is_set = true;
  });
  return is_set;
}

}  // namespace evalground::cfengine
