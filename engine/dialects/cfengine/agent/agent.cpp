#include "dialects/cfengine/agent/agent.hpp"

#include <algorithm>

#include "base/scoped_value.hpp"
#include "base/text/text.hpp"
#include "dialects/cfengine/agent/iteration.hpp"
#include "dialects/cfengine/agent/system.hpp"
#include "dialects/cfengine/policy/checks.hpp"

namespace evalground::cfengine {
namespace {

constexpr std::size_t most_characters = 80;  // of a value in the tree

constexpr std::string_view status_words[] = {"not reached", "skipped", "waiting", "kept", "repaired", "not kept"};

// The scopes that every run has, which are no result of it.
bool is_system_scope(const VariableScope& scope) {
  return scope.space == "default" && (scope.name == "sys" || scope.name == "const");
}

}  // namespace

std::string_view status_word(PromiseStatus status) {
  return status_words[static_cast<std::size_t>(status)];
}

Agent::Agent(Context& context, Policy& policy) : evaluator(context, policy) {
  add_hard_classes(evaluator.global_classes, context.clock.now());
  for (const Value& name : context.workspace.classes) {
    if (!name.is_string()) continue;
    evaluator.global_classes.set(canonify(name.as_string()),
                                 Value::list({Value::string("source=environment"), Value::string("hardclass")}));
  }
  add_system_variables(context, evaluator.variables);
  records.resize(policy.promise_count + 1);  // one for the workspace's expression
}

// Passes.

void Agent::run_type(const Bundle& bundle, std::string_view type) {
  for (const Section& section : bundle.sections) {
    if (section.type != type) continue;
    for (const Promise* promise : section.promises) evaluate(*promise);
  }
}

void Agent::evaluate_beforehand() {
  const Policy& policy = evaluator.policy;
  for (const Bundle& bundle : policy.bundles) {
    evaluator.variables.scope(bundle.space, bundle.name);
  }
  for (const std::string_view type : {"common", "agent"}) {
    for (const Bundle& bundle : policy.bundles) {
      if (bundle.type != type) continue;
      Frame frame{&bundle, &evaluator.variables.scope(bundle.space, bundle.name), {}};
      const ScopedValue<Frame*> entered(evaluator.frame, &frame);
      passes_.push_back({bundle.shown_name(), 0, 0, {}, {}, {}, {}});
      const ScopedValue<std::optional<std::size_t>> open(open_pass_, passes_.size() - 1);
      run_type(bundle, "vars");
      if (type == "common") {
        run_type(bundle, "classes");
        run_type(bundle, "vars");
      }
    }
  }
}

// Other promise types are parsed, and nothing else.
void Agent::report_other_types(const Bundle& bundle) {
  for (const Section& section : bundle.sections) {
    if (std::find(std::begin(promise_types), std::end(promise_types), section.type) != std::end(promise_types))
      continue;
    evaluator.log(
        Severity::warning, "promise-type",
        "Promises of type " + quote(section.type) + " do nothing here; " + join(promise_types, ", ") + " run.",
        section.where);
    for (const Promise* promise : section.promises)
      note(*promise, PromiseStatus::skipped, "Its type does not run here.");
  }
}

void Agent::run_passes(const Bundle& bundle) {
  report_other_types(bundle);
  for (int pass = 1; pass <= passes; ++pass) {
    pass_ = pass;
    passes_.push_back({bundle.shown_name(), pass, level_, {}, {}, {}, {}});
    const ScopedValue<std::optional<std::size_t>> open(open_pass_, passes_.size() - 1);
    if (bundle.is_top_down) {
      for (const Section& section : bundle.sections) {
        if (std::find(std::begin(promise_types), std::end(promise_types), section.type) == std::end(promise_types))
          continue;
        for (const Promise* promise : section.promises) evaluate(*promise);
      }
    } else {
      for (const std::string_view type : promise_types) {
        run_type(bundle, type);
        if (type != "classes") continue;
        run_type(bundle, "vars");
        run_type(bundle, "defaults");
      }
    }
  }
}

void Agent::run_bundle(const Bundle& bundle, const std::vector<Argument>& arguments, const Frame* inherited) {
  const Depth depth = evaluator.context.budget.enter();
  Trace::Scope step(evaluator.context.trace, "bundle", bundle.where);
  if (std::find(has_run.begin(), has_run.end(), &bundle) == has_run.end()) has_run.push_back(&bundle);
  VariableScope& scope = evaluator.variables.scope(bundle.space, bundle.name);
  Frame frame{&bundle, &scope, {}, inherited};
  // A frame of its own, and nothing of what the calling promise is expanded with.
  const ScopedValue<Frame*> entered(evaluator.frame, &frame);
  const ScopedValue<int> counted(pass_, 0);
  const ScopedValue<const Promise*> promise(evaluator.promise, nullptr);
  const ScopedValue<std::vector<Wheel>> wheels(evaluator.wheels, {});
  const ScopedValue<Value> with(evaluator.with, Value());
  const ScopedValue<bool> immediate(evaluator.is_immediate, false);
  for (const Argument& argument : arguments) {
    scope.set(argument.name, argument.type, argument.value, nullptr, {}, evaluator.context.budget);
  }
  // Local classes go with the frame; a workspace's expression is evaluated with those of its bundle.
  const auto keep_classes = [&] { local_classes_.set(bundle.shown_name(), Value::map(std::move(frame.classes))); };
  try {
    run_passes(bundle);
  } catch (const BundleAborted&) {
    evaluator.log(Severity::warning, "bundle-aborted",
                  "The bundle " + quote(bundle.name) + " was aborted by a class of `abortbundleclasses`.",
                  bundle.where);
  } catch (const RunAborted&) {
    keep_classes();
    throw;
  }
  keep_classes();
  step.done(Value::string(bundle.name));
}

bool Agent::run_sequence_entry(const Bundle& bundle, const List& arguments) {
  std::vector<Argument> named;
  for (std::size_t i = 0; i < arguments.size() && i < bundle.parameters.size(); ++i) {
    named.push_back({bundle.parameters[i], DataType::string, arguments[i]});
  }
  try {
    run_bundle(bundle, named, nullptr);
  } catch (const RunAborted&) {
    evaluator.log(Severity::warning, "run-aborted", "The run was ended by a class of `abortclasses`.", bundle.where);
    return false;
  }
  return true;
}

bool Agent::context_holds(const Promise& promise) {
  if (promise.context == nullptr) return true;
  const std::string expression = evaluator.expand(*promise.context);
  if (is_unresolved(expression)) {
    note(promise, PromiseStatus::waiting, "The context " + quote(expression) + " is not resolved.");
    return false;
  }
  if (evaluator.holds(expression, Blanks::allowed, promise.context_where)) return true;
  note(promise, PromiseStatus::skipped, "The context `" + expression + "::` does not hold.");
  return false;
}

void Agent::evaluate(const Promise& promise) {
  Context& context = evaluator.context;
  context.budget.step();
  context.here = promise.where;
  if (!context_holds(promise)) return;
  Trace::Scope step(context.trace, "promise", promise.where);
  const ScopedValue<const Promise*> evaluated(evaluator.promise, &promise);
  const ScopedValue<Value> with(evaluator.with, Value());
  const ScopedValue<bool> immediate(evaluator.is_immediate, false);
  const bool has_run_once = for_each_combination(evaluator, promise, [&] { evaluate_combination(promise); });
  if (!has_run_once) note(promise, PromiseStatus::skipped, "A list that it mentions is empty, or has no such item.");
  if (records[promise.number].status >= PromiseStatus::kept) step.done(Value::string(records[promise.number].value));
}

void Agent::evaluate_combination(const Promise& promise) {
  Context& context = evaluator.context;
  context.budget.step();
  if (const Rvalue* action = promise.attribute("action")) {
    evaluator.is_immediate = body_text("action", *action, "ifelapsed") == "0";
  }
  if (const Rvalue* value = promise.attribute("with")) {
    evaluator.with = Value();
    Value with = class_text(evaluator.evaluate(*value));
    if (with.is_string() && !is_unresolved(with.as_string())) evaluator.with = std::move(with);
    if (with.is_undefined()) records[promise.number].failure = evaluator.reason.diagnostic;
  }
  if (!guards_hold(promise)) return;
  keep(promise);
  if (records[promise.number].status < PromiseStatus::kept) return;
  // Printing and calling count as kept: the reference calls repaired only what changes the machine.
  const Rvalue* body = promise.type != "classes" ? promise.attribute("classes") : nullptr;
  if (body != nullptr) define_body_classes(*body);
  if (const Rvalue* handle = promise.attribute("handle")) {
    const Value text = evaluator.evaluate(*handle);
    if (text.is_string()) kept_handles_.set(text, Value::null());
  }
}

bool Agent::guards_hold(const Promise& promise) {
  // depends_on: every handle must belong to a promise that was kept.
  if (const Rvalue* handles = promise.attribute("depends_on");
      handles != nullptr && handles->kind == RvalueKind::list) {
    const Value list = evaluator.evaluate_list(*handles, false);
    if (list.is_undefined()) return false;
    for (const Value& handle : list.as_list()) {
      if (kept_handles_.contains(handle)) continue;
      note(promise, PromiseStatus::waiting, "It depends on " + quote(handle.as_string()) + ", which is not kept.");
      return false;
    }
  }
  // if: what cannot be resolved does not hold, in any pass.
  for (const std::string_view name : {"if", "ifvarclass"}) {
    const Rvalue* guard = promise.attribute(name);
    if (guard == nullptr) continue;
    const Truth truth = evaluator.truth(*guard);
    if (truth == Truth::yes) continue;
    if (truth == Truth::unknown) {
      note_reason(promise);
    } else {
      note(promise, PromiseStatus::skipped, "Its `" + std::string(name) + "` does not hold.");
    }
    return false;
  }
  // unless: what cannot be resolved even in the last pass does not hold, so the promise is evaluated.
  if (const Rvalue* guard = promise.attribute("unless")) {
    const Truth truth = evaluator.truth(*guard);
    if (truth == Truth::unknown && pass_ != passes) {
      note_reason(promise);
      return false;
    }
    if (truth == Truth::yes) {
      note(promise, PromiseStatus::skipped, "Its `unless` holds.");
      return false;
    }
  }
  return true;
}

Value Agent::evaluate_expression(const Bundle& bundle, const Rvalue& call) {
  Frame frame{&bundle, &evaluator.variables.scope(bundle.space, bundle.name), {}};
  if (const Value* classes = local_classes_.find(bundle.shown_name())) frame.classes = classes->as_map();
  const ScopedValue<Frame*> entered(evaluator.frame, &frame);
  pass_ = passes;
  const Attribute attribute{"", call.where, &call};
  const Promise promise{evaluator.policy.promise_count, 1,          bundle.file, "vars",          nullptr, 0, false,
                        Text{"expression", {}, false},  call.where, nullptr,     {&attribute, 1}, &bundle};
  const ScopedValue<const Promise*> evaluated(evaluator.promise, &promise);
  Value result;
  const bool has_value = for_each_combination(evaluator, promise, [&] { result = evaluator.call(call); });
  if (!has_value)
    evaluator.set_reason(false, call.where, "A list that the expression mentions is empty, or has no such item.");
  return result;
}

// Records.

bool Agent::is_first(std::string key) {
  if (done_.contains(key)) return false;
  done_.set(key, Value::null());
  return true;
}

void Agent::note(const Promise& promise, PromiseStatus status, std::string text) {
  PromiseRecord& record = records[promise.number];
  const bool was_kept = record.status == PromiseStatus::kept || record.status == PromiseStatus::repaired;
  if (status >= PromiseStatus::kept && status != PromiseStatus::failed) {
    if (!was_kept) record.pass = static_cast<std::uint8_t>(pass_);
    record.status = std::max(was_kept ? record.status : status, status);
    record.value = short_text(Value::string(text), most_characters);
    record.note.clear();
    record.failure.reset();
    return;
  }
  // A promise that was kept once stays kept, as its variable or class does.
  if (was_kept) return;
  record.status = status;
  record.note = std::move(text);
  record.failure.reset();
}

void Agent::note_reason(const Promise& promise) {
  const Reason& reason = evaluator.reason;
  note(promise, reason.is_failure ? PromiseStatus::failed : PromiseStatus::waiting, reason.diagnostic.message);
  PromiseRecord& record = records[promise.number];
  if (reason.is_failure && record.status == PromiseStatus::failed) record.failure = reason.diagnostic;
  if (is_recording()) {
    current_pass().skipped.push_back(Value::map({{"promise", Value::string(promise.promiser.source)},
                                                 {"type", Value::string(promise.type)},
                                                 {"reason", Value::string(reason.diagnostic.message)}}));
  }
}

void Agent::note_variable(const VariableScope& scope, std::string_view name, const Value& value) {
  if (is_recording()) current_pass().variables.set(scope.shown_name() + "." + std::string(name), value);
}

void Agent::give(Outcome& outcome) {
  Context& context = evaluator.context;
  for (const PromiseRecord& record : records) {
    if (!record.failure || record.failure->code == "unavailable") continue;
    evaluator.log(record.failure->severity, record.failure->code, record.failure->message, record.failure->where);
  }
  // The reports, the classes that are defined everywhere, and the variables.
  std::string text;
  for (const Value& report : reports_) {
    text += report.as_string();
    text += '\n';
  }
  if (!context.workspace.expression) outcome.text = std::move(text);
  outcome.details.set("reports", Value::list(reports_));
  List classes;
  for (const auto& [name, tags] : evaluator.global_classes) classes.push_back(name);
  outcome.details.set("classes", Value::list(std::move(classes)));
  Map variables;
  for (const VariableScope& scope : evaluator.variables.scopes()) {
    if (is_system_scope(scope)) continue;
    for (const Variable& variable : scope.all()) {
      context.budget.step();
      variables.set(scope.shown_name() + "." + std::string(variable.name.as_string()), variable.value);
    }
  }
  outcome.details.set("variables", Value::map(std::move(variables)));
  if (!context.options.outline) return;
  // Each pass over a bundle with what it changed, for the tree.
  List walks;
  for (const PassRecord& pass : passes_) {
    const std::string name = pass.bundle + ", pass " + std::to_string(pass.pass);
    walks.push_back(Value::map({{"name", Value::string(name)},
                                {"bundle", Value::string(pass.bundle)},
                                {"pass", Value::integer(pass.pass)},
                                {"level", Value::integer(pass.level)},
                                {"variables", Value::map(pass.variables)},
                                {"classes", Value::list(pass.classes)},
                                {"reports", Value::list(pass.reports)},
                                {"skipped", Value::list(pass.skipped)}}));
  }
  outcome.details.set("stages", Value::list(std::move(walks)));
}

}  // namespace evalground::cfengine
