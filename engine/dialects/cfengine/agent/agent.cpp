// The order of a run: which promises are evaluated, when, and how often. The values are computed by Evaluator, the
// effects of promise types are in promises.cpp and class_promises.cpp.
//
// The reference, cf-agent, does not sort promises by dependencies. It walks over all variables before the run and then
// over each bundle three times, and expects the values to settle. Policies depend on that order, so the same walks are
// made here. guide.md lists them under "Passes".
//
// Two kinds of work are saved where the outcome cannot change. `evaluator.unsettled` counts changes and waiting
// promises. A walk after which it is unchanged need not be repeated. `done_` holds the identities of reports and calls
// that had their effect.
#include "dialects/cfengine/agent/agent.hpp"

#include <algorithm>
#include <utility>

#include "base/scoped_value.hpp"
#include "base/text/text.hpp"
#include "dialects/cfengine/agent/augments.hpp"
#include "dialects/cfengine/agent/iteration.hpp"
#include "dialects/cfengine/agent/system.hpp"
#include "dialects/cfengine/data/patterns.hpp"
#include "dialects/cfengine/policy/arguments.hpp"
#include "dialects/cfengine/policy/checks.hpp"

namespace evalground::cfengine {
namespace {

constexpr std::size_t most_characters = 80;  // of a value in the tree

constexpr std::string_view status_words[] = {"not reached", "skipped", "waiting", "kept", "repaired", "not kept"};

// True when a value contains a call of a function that sets an array of the bundle. These functions have a side effect
// in the reference. Their calls therefore matter even in promises that are not evaluated.
bool calls_array_function(const Rvalue& value, Budget& budget) {
  static constexpr std::string_view names[] = {
      "regextract",      "parsestringarray",   "parsestringarrayidx", "parseintarray", "parserealarray",
      "readstringarray", "readstringarrayidx", "readintarray",        "readrealarray", "getfields"};
  const Depth depth = budget.enter();
  if (value.kind == RvalueKind::call &&
      std::find(std::begin(names), std::end(names), value.text.source) != std::end(names))
    return true;
  return std::any_of(value.items.begin(), value.items.end(),
                     [&](const Rvalue* item) { return calls_array_function(*item, budget); });
}

// True when the value of an attribute is a call of ifelse().
bool calls_ifelse(const Promise& promise) {
  return std::any_of(promise.attributes.begin(), promise.attributes.end(), [](const Attribute& attribute) {
    return attribute.value->kind == RvalueKind::call && attribute.value->text.source == "ifelse";
  });
}

// True when a text contains `$(name)`, with any of its marks and brackets.
bool mentions_variable(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find_first_of("$@"); at != std::string_view::npos; at = text.find_first_of("$@", at + 1)) {
    const std::string_view rest = text.substr(at + 1);
    const bool is_open = rest.starts_with('(') || rest.starts_with('{');
    if (!is_open || !rest.substr(1).starts_with(name)) continue;
    const std::string_view behind = rest.substr(1 + name.size());
    if (behind.starts_with(rest.front() == '(' ? ')' : '}')) return true;
  }
  return false;
}

// The scopes that are not part of the result: those of every run, and those of the control bodies.
bool is_system_scope(const VariableScope& scope, const Policy& policy) {
  if (scope.space != "default") return false;
  if (scope.name == "sys" || scope.name == "const") return true;
  return scope.name.starts_with("control_") && policy.find_bundle(scope.space, scope.name) == nullptr;
}

}  // namespace

std::string_view status_word(PromiseStatus status) {
  return status_words[static_cast<std::size_t>(status)];
}

// Order matters: augments may refer to classes and system variables, so those come first.
Agent::Agent(Context& context, Policy& policy) : evaluator(context, policy) {
  add_hard_classes(evaluator.global_classes, context.clock.now());
  for (const Value& name : context.workspace.classes) {
    if (!name.is_string()) continue;
    // As with `cf-agent -D`: the classes are soft, and defined in the namespace `default`.
    evaluator.global_classes.set(canonify(name.as_string()), Value::list({Value::string("source=environment")}));
  }
  add_system_variables(context, evaluator.variables, evaluator.release);
  load_augments(evaluator);
  records.resize(policy.promise_count + 1);  // one more for the workspace's expression
}

// Passes.

// The flags are set where a class becomes defined. They take effect here, after the promise that defined it is
// complete. An aborted bundle does not abort its caller, so that flag is cleared.
void Agent::check_abort() {
  if (is_run_aborted_) throw RunAborted();
  if (std::exchange(is_bundle_aborted_, false)) throw BundleAborted();
}

// Evaluates all promises of one type in the order of the source. `is_checked`: abort classes take effect, which is so
// only within the passes.
void Agent::run_type(const Bundle& bundle, std::string_view type, bool is_checked) {
  for (const Section& section : bundle.sections) {
    if (section.type != type) continue;
    for (const Promise* promise : section.promises) {
      evaluate(*promise);
      if (is_checked) check_abort();
    }
  }
}

// Settles the variables of a bundle. In a common bundle the classes come in between, because variables may depend on
// them.
void Agent::resolve(const Bundle& bundle) {
  if (bundle.type == "common") {
    run_type(bundle, "vars");
    run_type(bundle, "classes");
  }
  run_type(bundle, "vars");
}

// Settles the bundles of some files: common bundles first, since agent bundles may use their classes and variables.
// Each walk is recorded as pass 0.
void Agent::resolve_files(std::size_t begin, std::size_t end) {
  Policy& policy = evaluator.policy;
  const auto is_chosen = [&](const Bundle& bundle) {
    evaluator.context.budget.step();
    return policy.has_file(bundle.file, begin, end);
  };
  for (const bool is_common : {true, false}) {
    for (const Bundle& bundle : policy.bundles) {
      if ((bundle.type == "common") != is_common || !is_chosen(bundle)) continue;
      Frame frame{&bundle, &evaluator.variables.scope(bundle.space, bundle.name), {}};
      const ScopedValue<Frame*> entered(evaluator.frame, &frame);
      passes_.push_back({bundle.shown_name(), 0, 0, {}, {}, {}, {}});
      const ScopedValue<std::optional<std::size_t>> open(open_pass_, passes_.size() - 1);
      resolve(bundle);
    }
  }
}

// Settles the files that were loaded since the last call. The policy may load further files by its control bodies,
// whose values may need the variables settled here.
void Agent::resolve_loaded() {
  const Policy& policy = evaluator.policy;
  records.resize(policy.promise_count + 1);
  for (; resolved_ < policy.resolutions.size(); ++resolved_) {
    const auto [begin, end] = policy.resolutions[resolved_];
    resolve_files(begin, end);
    set_control_variables(evaluator, begin, end);
    if (apply_early_settings(evaluator)) ++evaluator.unsettled;
  }
}

void Agent::record_pass(const Bundle& bundle, const std::function<void()>& promises) {
  passes_.push_back({bundle.shown_name(), 0, level_, {}, {}, {}, {}});
  {
    const ScopedValue<std::optional<std::size_t>> open(open_pass_, passes_.size() - 1);
    promises();
  }
  // People are shown what a pass changed; one that changed nothing would only be in the way.
  const PassRecord& pass = passes_.back();
  if (pass.variables.empty() && pass.classes.empty()) passes_.pop_back();
}

// The third walk of the reference. It sees each bundle whole, in the order of the source. Arrays that functions set are
// filled also from promises whose type is not evaluated here.
void Agent::evaluate_all(bool with_variables) {
  for (const Bundle& bundle : evaluator.policy.bundles) {
    Frame frame{&bundle, &evaluator.variables.scope(bundle.space, bundle.name), {}};
    const ScopedValue<Frame*> entered(evaluator.frame, &frame);
    record_pass(bundle, [&] {
      for (const Section& section : bundle.sections) {
        const bool is_evaluated = section.type == "meta" || (section.type == "vars" && with_variables);
        for (const Promise* promise : section.promises) {
          if (is_evaluated) {
            evaluate(*promise);
          } else if (section.type != "vars") {
            set_arrays(*promise);
          }
          recheck(*promise);
        }
      }
    });
  }
}

// Evaluates only the calls, for their arrays. Guards and contexts still apply. The promise gets no state and has no
// effect.
void Agent::set_arrays(const Promise& promise) {
  const auto calls = [&](const Attribute& attribute) {
    return calls_array_function(*attribute.value, evaluator.context.budget);
  };
  if (std::none_of(promise.attributes.begin(), promise.attributes.end(), calls) || !context_holds(promise)) return;
  const ScopedValue<const Promise*> evaluated(evaluator.promise, &promise);
  for_each_combination(evaluator, promise, [&] {
    if (!guards_hold(promise)) return;
    for (const Attribute& attribute : promise.attributes) {
      if (calls(attribute)) evaluator.evaluate(*attribute.value);
    }
  });
}

// Everything before the first bundle runs. The scopes are made first, so that variables of a bundle can be found by
// bundles before it. The last walk is skipped if the ones before it left nothing open.
void Agent::evaluate_beforehand() {
  for (const Bundle& bundle : evaluator.policy.bundles) evaluator.variables.scope(bundle.space, bundle.name);
  const std::uint64_t before = evaluator.unsettled;
  resolve_loaded();
  // Definitions of a file that was read later may change the first files.
  if (evaluator.policy.files.size() > 1) ++evaluator.unsettled;
  evaluate_all(evaluator.unsettled != before);
  const std::size_t files = evaluator.policy.files.size();
  if (evaluator.unsettled != before || evaluator.has_set_array) resolve_files(0, files);
  set_control_variables(evaluator, 0, files);
  if (evaluator.release != Release::r3_21) add_policy_variables(evaluator.context, evaluator.variables);
}

// Takes the control bodies into account. A class that is defined already may match `abortclasses`. Then the run ends
// before the first bundle.
void Agent::set_control(const Control& control) {
  abort_classes_ = control.abort_classes;
  abort_bundle_classes_ = control.abort_bundle_classes;
  ignores_missing_bundles_ = control.ignores_missing_bundles;
  has_started_ = true;
  const ControlFrame frame(evaluator);
  for (const Value& given : control.added_classes) {
    const std::string name = canonify(given.as_string());
    if (name.empty()) continue;
    evaluator.global_classes.set(name, Value::list({Value::string("source=environment")}));
    if (control.ends_for_added) note_abort(name);
  }
  for (const auto& entry : evaluator.global_classes) {
    evaluator.context.budget.step();
    const auto fits = [&](const Value& pattern) {
      return matches(evaluator.context, pattern.as_string(), entry.key.as_string());
    };
    if (std::any_of(abort_classes_.begin(), abort_classes_.end(), fits)) is_run_aborted_ = true;
  }
}

// Other promise types are only parsed.
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

// The three passes over a bundle. Normally the types run in a fixed order. With `evaluation_order => "top_down"` the
// promises run in the order of the source. Types that do not run here are reported before the first pass.
void Agent::run_passes(const Bundle& bundle, bool is_settled) {
  report_other_types(bundle);
  // The agent evaluates the variables again only for the sake of `classes` promises.
  const bool has_classes = std::any_of(bundle.sections.begin(), bundle.sections.end(), [](const Section& section) {
    return section.type == "classes" && !section.promises.empty();
  });
  for (int pass = 1; pass <= passes; ++pass) {
    pass_ = pass;
    passes_.push_back({bundle.shown_name(), pass, level_, {}, {}, {}, {}});
    const ScopedValue<std::optional<std::size_t>> open(open_pass_, passes_.size() - 1);
    if (bundle.is_top_down) {
      for (const Section& section : bundle.sections) {
        if (std::find(std::begin(promise_types), std::end(promise_types), section.type) == std::end(promise_types))
          continue;
        for (const Promise* promise : section.promises) {
          evaluate(*promise);
          check_abort();
        }
      }
    } else {
      for (const std::string_view type : promise_types) {
        // Variables that were just settled need no second walk.
        if (pass > 1 || type != "vars" || !is_settled) run_type(bundle, type, true);
        if (type != "classes" || !has_classes) continue;
        resolve(bundle);
        run_type(bundle, "defaults");
      }
    }
  }
}

// An argument that contains `$(p)` does not define the parameter p. This happens when the caller has no variable p.
bool Agent::mentions_itself(const Argument& argument) {
  const auto mentions = [&](const Value& text) {
    if (!text.is_string()) return false;
    evaluator.context.budget.step();
    return mentions_variable(text.as_string(), argument.name);
  };
  if (argument.type == DataType::data) return false;
  const Value& value = argument.value;
  const bool is_wrong =
      value.is_list() ? std::any_of(value.as_list().begin(), value.as_list().end(), mentions) : mentions(value);
  if (is_wrong) {
    evaluator.log(Severity::warning, "unresolved",
                  "The argument for " + quote(argument.name) + " holds a reference to " + quote(argument.name) +
                      " itself, so that the parameter is not defined.",
                  value.origin());
  }
  return is_wrong;
}

// Runs a bundle from the sequence (`call` is null) or from a methods promise. Classes are local to the call. Variables
// belong to the bundle and survive it, except array elements from earlier calls. The caller removes the parameters.
void Agent::run_bundle(const Bundle& bundle, const std::vector<Argument>& arguments, const Promise* call) {
  Budget& budget = evaluator.context.budget;
  const Depth depth = budget.enter();
  Trace::Scope step(evaluator.context.trace, "bundle", bundle.where);
  if (std::find(has_run.begin(), has_run.end(), &bundle) == has_run.end()) has_run.push_back(&bundle);
  if (call != nullptr) {
    std::vector<const Bundle*>& others = called[call->number];
    if (std::find(others.begin(), others.end(), &bundle) == others.end()) others.push_back(&bundle);
  }
  VariableScope& scope = evaluator.variables.scope(bundle.space, bundle.name);
  Frame frame{&bundle, &scope, {}};
  if (call != nullptr) {
    frame.caller = evaluator.frame;
    frame.call = call;
    const Rvalue* inherit = call->attribute("inherit");
    if (inherit != nullptr && is_true(inherit->text.source)) frame.inherited = evaluator.frame;
  }
  // The bundle gets its own frame, and nothing that the calling promise is expanded with.
  const ScopedValue<Frame*> entered(evaluator.frame, &frame);
  const ScopedValue<int> counted(pass_, 0);
  const ScopedValue<const Promise*> promise(evaluator.promise, nullptr);
  const ScopedValue<std::vector<LoopVariable>> loop_variables(evaluator.loop_variables, {});
  const ScopedValue<ReadLists> read_lists(evaluator.read_lists, {});
  const ScopedValue<Value> with(evaluator.with, Value());
  const ScopedValue<bool> immediate(evaluator.is_immediate, false);
  const ScopedValue<std::string_view> space(evaluator.unqualified_space, "default");
  for (const Argument& argument : arguments) {
    if (!mentions_itself(argument)) scope.set(argument.name, argument.type, argument.value, nullptr, {}, budget);
  }
  // Values that mention a parameter change with each call: expand them while this call's arguments are set.
  scope.expand_texts([&](const Value& text) { return evaluator.expand_again(text); });
  // Local classes disappear with the frame. Keep them for a workspace's expression, which is evaluated with those of
  // its bundle.
  const auto keep_classes = [&] { local_classes_.set(bundle.shown_name(), Value::map(std::move(frame.classes))); };
  bool is_settled = false;
  try {
    if (call != nullptr) {
      // Array elements from an earlier call are not visible in this one.
      scope.remove_arrays();
      const std::uint64_t before = evaluator.unsettled;
      record_pass(bundle, [&] { resolve(bundle); });
      is_settled = evaluator.unsettled == before;
    }
    run_passes(bundle, is_settled);
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

// Returns false if the run ends: no further bundle is run.
bool Agent::run_sequence_entry(const Bundle& bundle, const List& arguments) {
  std::vector<Argument> named;
  for (std::size_t i = 0; i < arguments.size() && i < bundle.parameters.size(); ++i) {
    const DataType type = arguments[i].is_string() ? DataType::string : DataType::slist;
    named.push_back({bundle.parameters[i], arguments[i].is_map() ? DataType::data : type, arguments[i]});
  }
  try {
    if (is_run_aborted_) throw RunAborted();
    run_bundle(bundle, named, nullptr);
  } catch (const RunAborted&) {
    evaluator.log(Severity::warning, "run-aborted", "The run was ended by a class of `abortclasses`.", bundle.where);
    return false;
  }
  return true;
}

// For unquoted contexts, `linux::`. A quoted one may mention lists, so it is tested for each combination, in
// guards_hold().
bool Agent::context_holds(const Promise& promise) {
  if (promise.context == nullptr || promise.is_context_quoted) return true;
  Decisions::Condition condition(evaluator.context.decisions, promise.context_where);
  const bool is_true = evaluator.holds(promise.context->source, promise.context_where);
  condition.decides(is_true, promise.where);
  if (is_true) return true;
  note(promise, PromiseStatus::skipped, "The context `" + std::string(promise.context->source) + "::` does not hold.");
  return false;
}

// Evaluates a promise once for each combination of the lists that it mentions: `"$(a) $(b)"` with lists of 2 and 3
// items is evaluated 6 times.
void Agent::evaluate(const Promise& promise) {
  Context& context = evaluator.context;
  context.budget.step();
  context.here = promise.where;
  if (!context_holds(promise)) return;
  const std::size_t begin = context.trace.first_steps().size();
  Trace::Scope step(context.trace, "promise", promise.where);
  const ScopedValue<const Promise*> evaluated(evaluator.promise, &promise);
  const ScopedValue<Value> with(evaluator.with, Value());
  const ScopedValue<bool> immediate(evaluator.is_immediate, false);
  evaluate_with(promise, pass_ == passes);
  bool has_run_once = for_each_combination(evaluator, promise, [&] { evaluate_combination(promise); });
  if (!has_run_once && calls_ifelse(promise)) {
    // `ifelse` may be called even if a branch that is not taken mentions an empty list.
    has_run_once = true;
    evaluate_combination(promise);
  }
  if (!has_run_once) note(promise, PromiseStatus::skipped, "A list that it mentions is empty, or has no such item.");
  PromiseRecord& record = records[promise.number];
  if (record.status == PromiseStatus::failed) return;
  step.done(record.kept.is_undefined() ? Value::string(record.note) : record.kept);
  // Most passes only confirm the one before.
  record.traced = context.trace.without_repetition(record.traced, begin);
}

namespace {

// "$(with)", "@{with}": a `with` that mentions itself is not set at all.
bool mentions_with(std::string_view text) {
  static constexpr std::string_view references[] = {"$(with)", "${with}", "@(with)", "@{with}"};
  return std::any_of(std::begin(references), std::end(references),
                     [&](std::string_view one) { return text.find(one) != std::string_view::npos; });
}

}  // namespace

// Sets `$(with)`: for the promise first, then for each combination. In the last pass it may contain unresolved
// references.
void Agent::evaluate_with(const Promise& promise, bool is_last) {
  const Rvalue* value = promise.attribute("with");
  if (value == nullptr) return;
  Value with = class_text(evaluator.evaluate(*value));
  with_ = with.is_string() ? with : Value();
  const bool may_be_open = is_last && with.is_string() && !mentions_with(with.as_string());
  if (with.is_string() && (may_be_open || !mentions_reference(with.as_string()))) evaluator.with = std::move(with);
  with_note_ = with.is_undefined() ? evaluator.reason.diagnostic.message : std::string();
  if (with.is_undefined()) records[promise.number].failure = evaluator.reason.diagnostic;
}

// The steps for one combination: `action`, `with`, guards, the effect itself, then the classes and the handle that
// depend on its outcome.
void Agent::evaluate_combination(const Promise& promise) {
  Context& context = evaluator.context;
  context.budget.step();
  if (const Rvalue* action = promise.attribute("action")) {
    evaluator.is_immediate = body_text("action", *action, "ifelapsed") == "0";
  }
  evaluate_with(promise, false);
  // Do not evaluate a promise for a class that is already defined, no matter where.
  if (promise.type == "classes" && promise.attribute("cancel") == nullptr) {
    const std::string name = canonify(evaluator.expand(promise.promiser));
    if (evaluator.is_class(name)) return note(promise, PromiseStatus::kept, name);
  }
  if (!guards_hold(promise)) return;
  if (const Rvalue* body = promise.attribute("classes")) body_scope(*body);
  effect_ = Effect();
  keep(promise);
  const Effect effect = effect_;  // a bundle that it called may have replaced `effect_`
  // Reports and calls count as kept: the reference uses repaired only for changes of the machine.
  const Rvalue* body = effect.outcome != PromiseOutcome::none ? promise.attribute("classes") : nullptr;
  if (body != nullptr) define_body_classes(*body, effect.outcome);
  const Rvalue* handle = effect.satisfies ? promise.attribute("handle") : nullptr;
  if (handle != nullptr) {
    const Value text = evaluator.evaluate(*handle);
    if (text.is_string()) kept_handles_.set(text, Value::null());
  }
}

// The order of the guards matters: the first that does not hold is the recorded reason.
bool Agent::guards_hold(const Promise& promise) {
  // if, and a quoted context, which is equivalent: in any pass, an unresolved condition does not hold.
  const auto truth_of = [&](const Rvalue& guard, bool wanted) {
    Decisions::Condition condition(evaluator.context.decisions, guard.where);
    const Truth truth = evaluator.truth(guard);
    condition.decides(truth == Truth::yes, promise.where, wanted);
    return truth;
  };
  const auto holds = [&](Truth truth, std::string_view guard) {
    if (truth == Truth::unknown) {
      note_reason(promise);
    } else if (truth == Truth::no) {
      note(promise, PromiseStatus::skipped, "Its " + std::string(guard) + " does not hold.");
    }
    return truth == Truth::yes;
  };
  if (promise.is_context_quoted && promise.context != nullptr &&
      !holds(evaluator.truth(evaluator.expand(*promise.context), promise.context_where), "context"))
    return false;
  for (const std::string_view name : {"ifvarclass", "if"}) {
    for (const Attribute& guard : promise.attributes) {
      if (guard.name == name && !holds(truth_of(*guard.value, true), "`" + std::string(name) + "`")) return false;
    }
  }
  // unless: if it is unresolved even in the last pass, the condition does not hold, so the promise is evaluated.
  if (const Rvalue* guard = promise.attribute("unless")) {
    const Truth truth = truth_of(*guard, false);
    if (truth == Truth::unknown && pass_ != passes) {
      note_reason(promise);
      return false;
    }
    if (truth == Truth::yes) {
      note(promise, PromiseStatus::skipped, "Its `unless` holds.");
      return false;
    }
  }
  // depends_on: every handle must belong to a promise that was kept.
  if (const Rvalue* handles = promise.attribute("depends_on")) {
    const Value list = list_by(*handles, "depends_on");
    if (list.is_undefined()) return false;
    for (const Value& handle : list.as_list()) {
      if (kept_handles_.contains(handle)) continue;
      note(promise, PromiseStatus::waiting, "It depends on " + quote(handle.as_string()) + ", which is not kept.");
      return false;
    }
  }
  return true;
}

// Records.

// Steps that happen once in a run: printing a report, calling a bundle with equal arguments.
bool Agent::is_first(std::string key) {
  if (done_.contains(key)) return false;
  done_.set(key, Value::null());
  return true;
}

void Agent::note_kept(const Promise& promise, PromiseStatus status, const Value& value) {
  PromiseRecord& record = records[promise.number];
  const bool was_kept = record.status == PromiseStatus::kept || record.status == PromiseStatus::repaired;
  if (!was_kept) record.pass = static_cast<std::uint8_t>(pass_);
  record.status = std::max(was_kept ? record.status : status, status);
  record.value = short_text(value, most_characters);
  if (evaluator.context.trace) record.kept = value;
  record.note.clear();
  record.failure.reset();
}

// Records the state of a promise for the tree. A waiting or failed promise is a reason for another walk. A promise is
// evaluated several times, and the best state counts: repaired before kept, both before any other.
void Agent::note(const Promise& promise, PromiseStatus status, std::string text) {
  if (status >= PromiseStatus::kept && status != PromiseStatus::failed) {
    return note_kept(promise, status, Value::string(text));
  }
  if (status == PromiseStatus::waiting || status == PromiseStatus::failed) ++evaluator.unsettled;
  PromiseRecord& record = records[promise.number];
  const bool was_kept = record.status == PromiseStatus::kept || record.status == PromiseStatus::repaired;
  // A promise that was kept once stays kept, because its variable or class stays defined.
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

// Writes the result. Failures are reported only now: a call that failed in an early pass may succeed in a later one,
// which clears its failure. Functions that no sandbox can call were reported already.
void Agent::give(Outcome& outcome) {
  Context& context = evaluator.context;
  for (const PromiseRecord& record : records) {
    if (!record.failure || record.failure->code == "unavailable") continue;
    evaluator.log(record.failure->severity, record.failure->code, record.failure->message, record.failure->where);
  }
  // The reports, the global classes, and the variables.
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
    if (is_system_scope(scope, evaluator.policy)) continue;
    for (const Variable& variable : scope.all()) {
      context.budget.step();
      variables.set(scope.shown_name() + "." + std::string(variable.name.as_string()), variable.value);
    }
  }
  outcome.details.set("variables", Value::map(std::move(variables)));
  if (!context.options.outline) return;
  // Each pass over a bundle with what it changed, for the tree.
  List stages;
  for (const PassRecord& pass : passes_) {
    const std::string name = pass.bundle + ", pass " + std::to_string(pass.pass);
    stages.push_back(Value::map({{"name", Value::string(name)},
                                 {"bundle", Value::string(pass.bundle)},
                                 {"pass", Value::integer(pass.pass)},
                                 {"level", Value::integer(pass.level)},
                                 {"variables", Value::map(pass.variables)},
                                 {"classes", Value::list(pass.classes)},
                                 {"reports", Value::list(pass.reports)},
                                 {"skipped", Value::list(pass.skipped)}}));
  }
  outcome.details.set("stages", Value::list(std::move(stages)));
}

}  // namespace evalground::cfengine
