// The agent: runs bundles in passes and keeps their promises.
//
// A policy is not a program: the order of promises in the text means little, and a promise may mention variables and
// classes that a later one defines. The agent goes over a bundle three times, and what a promise does has to converge:
//
//   bundle agent main {
//     reports: "$(b)";                   # prints hi! in pass 1: variables are evaluated first
//     vars:    "b" string => "$(a)!";    # `$(a)!` at first, as there is no a yet; hi! when evaluated again
//              "a" string => "hi";
//   }
//
// Before the run every bundle is resolved: the vars, classes and vars again of a `common` one are evaluated, and the
// vars of an agent bundle, those of a file as soon as it is read, before the files that it includes; then all promises
// of all bundles are gone through for what they set, and the bundles resolved again. This is pass 0. Then the bundles
// of the sequence run one after the other, three passes each. In a pass the types come in the order meta, vars,
// defaults, classes, after which the bundle is resolved once more, methods, reports, whatever the order of the
// sections. A called bundle is resolved, and runs its own three passes before its caller goes on.
//
// One promise: context (`linux::`), then for each combination of the lists that it mentions (iteration.hpp) `with`,
// `depends_on`, `if` and `unless`, and only then what its type does (promises.cpp). A promise that mentions what is not
// resolved yet waits for the next pass; in the last one a report prints what is left as it stands.
//
// Invariants: variables of a bundle stay when it has ended, its parameters and local classes do not; a class once
// defined stays defined while its bundle runs; identical promises (is_first) print and call once in a run. A class of
// `abortclasses` or `abortbundleclasses` ends the run or the bundle behind the promise that defined it.
//
// agent.cpp has the passes, the guards and the records for the tree; promises.cpp what each type does.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dialects/cfengine/agent/control.hpp"
#include "dialects/cfengine/agent/evaluator.hpp"
#include "dialects/cfengine/agent/record.hpp"
#include "runtime/outcome.hpp"

namespace evalground::cfengine {

class Agent {
 public:
  static constexpr int passes = 3;

  Agent(Context& context, Policy& policy);

  // While the policy is read: each of its resolutions, once.
  void resolve_loaded();
  // Before the run: what variables and classes can be known from the policy alone.
  void evaluate_beforehand();
  // The settings of the run, after that. From now on classes may end it.
  void set_control(const Control& control);
  // Runs a bundle of the sequence with the values of its arguments. False when a class of `abortclasses` ended the run.
  bool run_sequence_entry(const Bundle& bundle, const List& arguments);
  // Calls a function as the last promise of type `vars` of the bundle; undefined: it has no value, see
  // evaluator.reason.
  Value evaluate_expression(const Bundle& bundle, const Rvalue& call);
  // Fills reports, classes, variables and, when a run asks for the outline, passes.
  void give(Outcome& outcome);

  Evaluator evaluator;
  std::vector<PromiseRecord> records;  // by the promise's number
  std::vector<const Bundle*> has_run;  // in the order in which they first did

 private:
  struct BundleAborted {};
  struct RunAborted {};
  enum class PromiseOutcome : std::uint8_t { none, kept, failed };
  // What a promise that was evaluated does to others.
  struct Effect {
    bool satisfies = true;                          // `depends_on` its handle
    PromiseOutcome outcome = PromiseOutcome::none;  // for which its `classes` body defines classes
  };
  // Of a bundle that is called.
  struct Argument {
    std::string_view name;
    DataType type;
    Value value;
  };

  // Passes.
  bool mentions_itself(const Argument& argument);
  void run_bundle(const Bundle& bundle, const std::vector<Argument>& arguments, const Promise* call);
  void report_other_types(const Bundle& bundle);
  // `is_settled`: its variables have just been evaluated, and would not change if they were again.
  void run_passes(const Bundle& bundle, bool is_settled);
  // Evaluates promises outside of the three passes. The record of it is kept when they changed something.
  void record_pass(const Bundle& bundle, const std::function<void()>& promises);
  // Evaluates the promises of a type. `is_checked`: an abort that one of them caused takes effect behind it.
  void run_type(const Bundle& bundle, std::string_view type, bool is_checked = false);
  // Variables, of a common bundle classes too.
  void resolve(const Bundle& bundle);
  // The same for all bundles of files, before the run.
  void resolve_files(std::size_t begin, std::size_t end);
  // All promises for what they set without being kept: variables, and the arrays that functions set.
  void evaluate_all(bool with_variables);
  void set_arrays(const Promise& promise);
  // agent/recheck.cpp
  void recheck(const Promise& promise);
  void recheck_call(std::string_view attribute, std::string_view type, const Rvalue& call, bool is_item);
  void recheck_text(std::string_view attribute, std::string_view type, const Value& text, OriginId where);
  void check_abort();
  void evaluate(const Promise& promise);
  bool context_holds(const Promise& promise);
  // One combination: with, the guards of every type, then the promise itself.
  void evaluate_combination(const Promise& promise);
  void evaluate_with(const Promise& promise, bool is_last);
  bool guards_hold(const Promise& promise);

  // Promise types (promises.cpp).
  void keep(const Promise& promise);
  std::string expand_promiser(const Promise& promise);
  void refuse_failed_call(const Rvalue& value, DataType type);
  VariableScope* scope_of_name(const Promise& promise, const Name& name, VariableScope& scope);
  void keep_variable(const Promise& promise, VariableScope& scope);
  void keep_default(const Promise& promise);
  void keep_class(const Promise& promise);
  void note_unresolved(const Promise& promise, std::string_view text);
  void keep_report(const Promise& promise);
  void keep_method(const Promise& promise);
  Truth class_truth(const Promise& promise);
  void define_class(const Promise& promise, std::string_view name, bool is_global);
  void cancel_class(const std::string& name);
  // Notes whether a class that has been defined, perhaps not for the first time, is to end the bundle or the run.
  void note_abort(std::string_view name, bool is_new = true);
  // The scope of a `classes` body; a wrong one ends the run, whether or not the promise defines its classes.
  std::string body_scope(const Rvalue& use);
  // The classes of `promise_kept` in a `classes` body.
  void define_body_classes(const Rvalue& use, PromiseOutcome outcome);
  // A promise whose action only warns has failed.
  void note_warning(const Promise& promise);
  void choose_class(const Promise& promise, const Attribute& attribute, std::string_view name, bool is_global);
  Value variable_value(const Promise& promise, const Attribute& typed, DataType type, std::string_view name);
  Value scalar_value(const Rvalue& rvalue, DataType type, std::string_view name);
  Value list_value(const Promise& promise, const Rvalue& rvalue, std::string_view name);
  Value data_value(const Rvalue& rvalue);
  void refuse_self_reference(const Value& text, std::string_view name, OriginId where);
  void print(const Promise& promise, std::string_view text);
  void print_file(const Promise& promise, const Rvalue& body);
  void write_report(const Promise& promise, std::string_view path, std::string_view text);
  std::optional<Argument> argument_of(const Rvalue& rvalue, std::string_view parameter);
  Value text_of(const Rvalue& value);
  Value list_by(const Rvalue& value, std::string_view attribute);
  Value tags_of(const Promise& promise);
  // The value of an attribute of the body that `use` names or calls: text or a list; undefined when it has none.
  Value body_value(std::string_view type, const Rvalue& use, std::string_view attribute);
  Value body_value(const Body& body, const Map& arguments, std::string_view attribute);
  std::optional<std::string> body_text(std::string_view type, const Rvalue& use, std::string_view attribute);
  // Whether its action only warns, and so calls nothing and prints nothing.
  bool only_warns(const Promise& promise);
  const Bundle* find_bundle(std::string_view name) const;

  // Records.
  void note(const Promise& promise, PromiseStatus status, std::string text);
  void note_reason(const Promise& promise);
  void note_variable(const VariableScope& scope, std::string_view name, const Value& value);
  bool is_recording() const { return evaluator.context.options.outline && open_pass_; }
  PassRecord& current_pass() { return passes_[*open_pass_]; }
  std::string identity(const Promise& promise);
  // True the first time that this key is asked for: identical promises run once.
  bool is_first(std::string key);

  std::size_t resolved_ = 0;  // so many of the policy's resolutions are done
  int pass_ = 0;
  int level_ = 0;
  Effect effect_;                // of the promise that is evaluated
  Value with_;                   // what its `with` gave last, resolved or not; undefined: nothing
  bool has_started_ = false;     // the bundles of the sequence run
  bool is_run_aborted_ = false;  // as soon as the promise has been evaluated
  bool is_bundle_aborted_ = false;
  List abort_classes_;  // anchored patterns of `abortclasses`
  List abort_bundle_classes_;
  bool ignores_missing_bundles_ = false;
  std::vector<PassRecord> passes_;
  std::optional<std::size_t> open_pass_;  // the place of the pass that runs among passes_; nothing: none
  Map done_;
  Map kept_handles_;
  Map local_classes_;  // bundle -> set of the local classes with which it last ended
  List reports_;
  Map* results_ = nullptr;  // of the bundle that runs: bundle_return_value_index -> text
};

}  // namespace evalground::cfengine
