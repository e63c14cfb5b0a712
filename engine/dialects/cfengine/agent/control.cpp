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

// The value of an attribute as a variable; undefined when it cannot be one. Calls in `bundlesequence` are bundles.
Value variable_value(Evaluator& evaluator, const Attribute& attribute) {
  const Rvalue& value = *attribute.value;
  List items;
  if (value.kind == RvalueKind::text) {
    evaluator.append_item(Value::string(evaluator.expand(value.text)), value.where, items);
    const bool is_list = !list_reference(value.text.source).empty();
    return is_list ? Value::list(std::move(items)) : items.empty() ? Value() : items.front();
  }
  if (value.kind == RvalueKind::call) return class_text(evaluator.evaluate(value));
  if (attribute.name != "bundlesequence") return evaluator.evaluate_list(value, false);
  for (const Rvalue* item : value.items) {
    evaluator.append_item(Value::string(evaluator.expand(item->text)), item->where, items);
  }
  return Value::list(std::move(items));
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

// Ends the run because there is no bundle main. The place is the first bundle that could run, and a fix runs it.
[[noreturn]] void abort_without_main(Evaluator& evaluator) {
  const Policy& policy = evaluator.policy;
  const auto can_run = [](const Bundle& bundle) { return bundle.type == "agent" && bundle.parameters.empty(); };
  const auto first = std::find_if(policy.bundles.begin(), policy.bundles.end(), can_run);
  const std::string message = "The bundle \"main\" to run is not defined.";
  if (first == policy.bundles.end()) evaluator.abort_run(0, message);
  const auto is_common = [](const Body& body) { return body.type == "common" && body.name == "control"; };
  std::vector<Fix> fixes;
  Context& context = evaluator.context;
  if (const auto file = context.files.source(context.workspace.main);
      file && std::none_of(policy.bodies.begin(), policy.bodies.end(), is_common)) {
    const auto end = static_cast<std::uint32_t>(context.sources.text(*file).size());
    const OriginId place = context.sources.add({*file, end, end, Via::literal, 0, false});
    const std::string name = first->shown_name();
    fixes.push_back(
        {"Run " + quote(name), {{place, "\nbody common control\n{\n  bundlesequence => { \"" + name + "\" };\n}\n"}}});
  }
  evaluator.abort_run(first->where, message, std::move(fixes));
}

// The bundles to run, with their arguments. Without a `bundlesequence`, or if its lists are empty, it is main. An
// unknown bundle ends the run before it starts, unless missing ones are ignored.
std::vector<SequenceEntry> sequence_of(Evaluator& evaluator, const Control& control) {
  std::vector<SequenceEntry> sequence;
  bool has_names = false;
  const auto add = [&](std::string_view name, OriginId where, List arguments) {
    has_names = true;
    const Name parts = parse_name(name);
    const std::string_view space = parts.space.empty() ? "default" : parts.space;
    const Bundle* bundle = evaluator.policy.find_bundle(space, parts.base);
    if (bundle != nullptr) {
      sequence.push_back({bundle, std::move(arguments)});
    } else if (!control.ignores_missing_bundles) {
      evaluator.abort_run(where, "The bundle " + quote(name) + " to run is not defined.");
    }
  };
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
  if (has_names) return sequence;
  const bool has_main = evaluator.policy.find_bundle("default", "main") != nullptr;
  if (!has_main && !control.ignores_missing_bundles) abort_without_main(evaluator);
  add("main", 0, {});
  return sequence;
}

// The agent removes the old value first, so the variable goes to a new place of its table.
void set_control_variables(Evaluator& evaluator, std::size_t begin, std::size_t end) {
  const ControlFrame frame(evaluator);
  for (const Body& body : evaluator.policy.bodies) {
    evaluator.context.budget.step();
    if (body.name != "control" || !evaluator.policy.has_file(body.file, begin, end)) continue;
    VariableScope& scope = evaluator.variables.scope("default", "control_" + std::string(body.type));
    for (const BodyLine& line : body.lines) {
      evaluator.context.budget.step();
      if (line.context != nullptr && !evaluator.holds(line.context->source, line.attribute.where)) continue;
      Value value = variable_value(evaluator, line.attribute);
      scope.remove(line.attribute.name);
      if (value.is_undefined()) continue;
      const DataType type = value.is_string() ? DataType::string : value.is_list() ? DataType::slist : DataType::data;
      scope.set(line.attribute.name, type, std::move(value), nullptr, {}, evaluator.context.budget);
    }
  }
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
