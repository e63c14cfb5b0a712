// Promises of type `classes`, and the classes that `classes` bodies of other promises define.
//
// A class that is already defined is not evaluated again. An expression that contains a reference is unknown, and the
// promise is tried again. A class that matches `abortclasses` or `abortbundleclasses` is recorded, and takes effect
// after the promise.
#include <algorithm>

#include "base/scoped_value.hpp"
#include "base/text/text.hpp"
#include "dialects/cfengine/agent/agent.hpp"
#include "dialects/cfengine/agent/iteration.hpp"
#include "dialects/cfengine/data/number.hpp"
#include "dialects/cfengine/data/patterns.hpp"
#include "dialects/cfengine/policy/arguments.hpp"
#include "dialects/cfengine/policy/checks.hpp"

namespace evalground::cfengine {

// The truth of a class promise's condition. `xor` is true for an odd number of true operands. A list operand `@(x)`
// counts as its items.
Truth Agent::class_truth(const Promise& promise) {
  for (const Attribute& attribute : promise.attributes) {
    const Rvalue& value = *attribute.value;
    if (promise.attribute(attribute.name) != attribute.value) continue;  // the last attribute of that name counts
    if (attribute.name == "expression") return evaluator.truth(value);
    if (attribute.name == "not") {
      // Text that is unresolved or not an expression counts as false. A call must have been made.
      const Truth truth = evaluator.truth(value);
      if (truth == Truth::unknown && value.kind == RvalueKind::call) return truth;
      return truth == Truth::yes ? Truth::no : Truth::yes;
    }
    if (attribute.name != "and" && attribute.name != "or" && attribute.name != "xor") continue;
    // A call that was not made beforehand (recheck.cpp) is not a list, and does not count against the class.
    if (value.kind == RvalueKind::call) return Truth::yes;
    // An unresolved operand counts as false.
    std::size_t held = 0;
    std::size_t count = 0;
    const auto add = [&](Truth truth) {
      ++count;
      if (truth == Truth::yes) ++held;
    };
    if (value.kind != RvalueKind::list) {
      add(evaluator.truth(value));
    } else {
      for (const Rvalue* operand : value.items) {
        if (operand->kind != RvalueKind::text) {
          add(evaluator.truth(*operand));
          continue;
        }
        List items;
        evaluator.append_item(Value::string(evaluator.expand(operand->text)), operand->where, items);
        for (const Value& item : items) add(evaluator.truth(item.as_string(), operand->where));
      }
    }
    const bool holds = attribute.name == "and" ? held == count : attribute.name == "or" ? held > 0 : held % 2 == 1;
    return holds ? Truth::yes : Truth::no;
  }
  return Truth::yes;
}

// A new class may change promises evaluated before, so it asks for another evaluation.
void Agent::define_class(const Promise& promise, std::string_view name, bool is_global) {
  Value tags = tags_of(promise);
  if (tags.is_undefined()) tags = Value::list({Value::string("source=promise")});
  if (!evaluator.define_class(name, is_global, std::move(tags)))
    return note(promise, PromiseStatus::skipped, "The name of the class is too long.");
  if (is_recording()) current_pass().classes.push_back(Value::string(name));
  note(promise, PromiseStatus::kept, std::string(name));
  ++evaluator.unsettled;
  note_abort(name);
}

// Tests the class against the patterns that end the run or the bundle. Before the run starts, classes end nothing.
// `is_new`: expressions are tested only when the class was not defined before.
void Agent::note_abort(std::string_view name, bool is_new) {
  if (!has_started_) return;
  const std::string_view space = evaluator.frame->bundle->space;
  const std::string shown = space == "default" ? std::string(name) : std::string(space) + ":" + std::string(name);
  const auto fits = [&](const Value& pattern) { return matches(evaluator.context, pattern.as_string(), shown); };
  if (std::any_of(abort_classes_.begin(), abort_classes_.end(), fits)) is_run_aborted_ = true;
  // `abortbundleclasses` may also contain class expressions, which are tested when a class is defined.
  const auto ends_bundle = [&](const Value& pattern) {
    return fits(pattern) || (is_new && is_expression(pattern.as_string(), evaluator.context.budget) &&
                             evaluator.holds(pattern.as_string(), 0));
  };
  if (std::any_of(abort_bundle_classes_.begin(), abort_bundle_classes_.end(), ends_bundle)) is_bundle_aborted_ = true;
}

// Evaluated before the promise is kept, so an invalid scope ends the run although the promise might not define a class.
std::string Agent::body_scope(const Rvalue& use) {
  std::string scope = body_text("classes", use, "scope").value_or("namespace");
  if (!is_unresolved(scope) && scope != "bundle" && scope != "namespace") {
    evaluator.abort_run(use.where, "The scope of classes is namespace or bundle, not " + quote(scope) + ".");
  }
  return scope;
}

// Defines the classes for the outcome, then undefines those to cancel. Reports and calls of bundles are kept, and never
// repaired.
void Agent::define_body_classes(const Rvalue& use, PromiseOutcome outcome) {
  const bool is_global = body_scope(use) != "bundle";
  const bool is_kept = outcome == PromiseOutcome::kept;
  if (const Value names = body_value("classes", use, is_kept ? "promise_kept" : "repair_failed"); names.is_list()) {
    for (const Value& name : names.as_list()) {
      const std::string plain = canonify(name.as_string());
      const bool is_new = !evaluator.is_class(plain);
      if (!evaluator.define_class(plain, is_global, Value::list({}))) continue;
      if (is_recording()) current_pass().classes.push_back(Value::string(plain));
      ++evaluator.unsettled;
      note_abort(plain, is_new);
    }
  }
  if (const Value names = body_value("classes", use, is_kept ? "cancel_kept" : "cancel_notkept"); names.is_list()) {
    for (const Value& name : names.as_list()) cancel_class(canonify(name.as_string()));
  }
}

// Undefines a class, wherever it is defined. Hard classes stay.
void Agent::cancel_class(const std::string& name) {
  const std::string_view space = evaluator.frame->bundle->space;
  const std::string global = space == "default" ? name : std::string(space) + ":" + name;
  if (const Value* tags = evaluator.global_classes.find(global)) {
    const List& list = tags->as_list();
    const bool is_hard =
        std::any_of(list.begin(), list.end(), [](const Value& tag) { return tag.as_string() == "hardclass"; });
    if (is_hard) return;
    evaluator.global_classes.erase(global);
  }
  evaluator.frame->classes.erase(name);
}

// `dist` picks one of its weights, `select_class` one of its names, once per run. The promiser is also defined.
void Agent::choose_class(const Promise& promise, const Attribute& attribute, std::string_view name, bool is_global) {
  const Value list = evaluator.evaluate(*attribute.value);
  // A call that was not made beforehand selects nothing, and defines the promiser as for `and`.
  if (list.is_undefined() && attribute.name == "select_class" && attribute.value->kind == RvalueKind::call)
    return define_class(promise, name, is_global);
  if (!list.is_list() || list.as_list().empty()) return note_reason(promise);
  Random& random = evaluator.context.random;
  if (attribute.name == "select_class") {
    const List& names = list.as_list();
    if (!is_first("class " + std::to_string(promise.number) + "\n" + std::string(name))) return;
    const Value& chosen = names[static_cast<std::size_t>(random.below(names.size()))];
    if (is_unresolved(chosen.as_string())) return;
    define_class(promise, canonify(chosen.as_string()), true);
    return define_class(promise, name, is_global);
  }
  if (evaluator.is_class(name)) return;
  std::uint64_t total = 0;
  for (const Value& weight : list.as_list())
    total += static_cast<std::uint64_t>(std::max<std::int64_t>(0, leading_int(weight.as_string())));
  // A weight of 2 is twice as likely as one of 1. The class's name ends with its weight.
  std::uint64_t place = random.below(total);
  for (const Value& weight : list.as_list()) {
    const auto size = static_cast<std::uint64_t>(std::max<std::int64_t>(0, leading_int(weight.as_string())));
    if (place < size) {
      define_class(promise, std::string(name) + "_" + canonify(weight.as_string()), is_global);
      break;
    }
    place -= size;
  }
  define_class(promise, name, is_global);
}

// Classes of common bundles are global, others local, unless `scope` or `persistence` says otherwise. No class outlives
// the run here, so a persistent class is only global.
void Agent::keep_class(const Promise& promise) {
  const std::string promiser = expand_promiser(promise);
  const std::string name = canonify(promiser);
  const Rvalue* scope = promise.attribute("scope");
  const Rvalue* persistence = promise.attribute("persistence");
  const Value minutes = persistence != nullptr ? text_of(*persistence) : Value();
  const bool is_persistent = minutes.is_string() && evaluator.integer(minutes.as_string()).value_or(0) > 0;
  const bool is_global = is_persistent || (scope == nullptr ? promise.bundle->type == "common"
                                                            : evaluator.expand(scope->text) == "namespace");
  if (const Rvalue* cancel = promise.attribute("cancel")) {
    if (is_true(evaluator.expand(cancel->text))) cancel_class(name);
    return note(promise, PromiseStatus::kept, name);
  }
  // If two attributes with different names give a condition, neither applies.
  const auto is_condition = [](const Attribute& attribute) {
    static constexpr std::string_view names[] = {"expression", "and", "or", "xor", "not", "dist", "select_class"};
    return std::find(std::begin(names), std::end(names), attribute.name) != std::end(names);
  };
  const auto first = std::find_if(promise.attributes.begin(), promise.attributes.end(), is_condition);
  if (std::any_of(first, promise.attributes.end(), [&](const Attribute& attribute) {
        return is_condition(attribute) && attribute.name != first->name;
      })) {
    effect_.satisfies = false;
    return note(promise, PromiseStatus::skipped, "It has several attributes for its condition, so none applies.");
  }
  for (const Attribute& attribute : promise.attributes) {
    if (attribute.name == "dist" || attribute.name == "select_class")
      return choose_class(promise, attribute, name, is_global);
  }
  // Without an attribute that is a condition the class is always defined.
  const bool has_condition = first != promise.attributes.end();
  Decisions::Condition condition(evaluator.context.decisions, has_condition ? first->value->where : 0);
  const Truth truth = class_truth(promise);
  condition.decides((truth == Truth::yes) != (has_condition && first->name == "not"), promise.where,
                    !has_condition || first->name != "not");
  switch (truth) {
    case Truth::yes: return define_class(promise, name, is_global);
    case Truth::no: return note(promise, PromiseStatus::skipped, "What defines it does not hold.");
    case Truth::unknown: return note_reason(promise);
  }
}

}  // namespace evalground::cfengine
