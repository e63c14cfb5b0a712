// The agent: runs bundles in passes and keeps their promises.
//
// A policy is not a program. The order of promises in the source means little, and a promise may mention variables and
// classes that a later one defines. The agent makes three passes over a bundle, and what a promise does must converge:
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
// Then the bundles of the sequence run one after the other, three passes each. In a pass the types come in a fixed
// order, whatever the order of the sections: meta, vars, defaults, classes, another resolution of the bundle, methods,
// reports. A called bundle is resolved and completes its own three passes before its caller continues.
//
// For each promise, the context (`linux::`) is evaluated first. Then, for each combination of the lists that it
// mentions (iteration.hpp), come `with`, `depends_on`, `if` and `unless`, and finally the action of its type
// (promises.cpp). A promise that mentions an unresolved value waits for the next pass. In the last pass a report prints
// unresolved references verbatim.
//
// Invariants: the variables of a bundle outlive it, its parameters and local classes do not. Once defined, a class
// stays defined while its bundle runs. Identical promises (is_first) print and call once per run. A class in
// `abortclasses` or `abortbundleclasses` ends the run or the bundle after the promise that defined it.
//
// agent.cpp has the passes, the guards and the records for the outline, promises.cpp the actions of each type.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dialects/cfengine/agent/control.hpp"
#include "dialects/cfengine/agent/evaluator.hpp"
#include "dialects/cfengine/agent/record.hpp"
#include "runtime/outcome.hpp"

namespace evalground::cfengine {

// The array of a bundle to which its reports with `bundle_return_value_index` add elements.
inline constexpr std::string_view returned_array = "last-result";

class Agent {
 public:
  static constexpr int passes = 3;

  Agent(Context& context, Policy& policy);

  // While the policy is read: runs each of its resolutions once.
  void resolve_loaded();
  // Before the run: evaluates the variables and classes that follow from the policy alone.
  void evaluate_beforehand();
  // Then applies the settings of the run. From now on classes may end it.
  void set_control(const Control& control);
  // Runs a bundle of the sequence with the values of its arguments. Returns false when a class of `abortclasses` ended
  // the run.
  bool run_sequence_entry(const Bundle& bundle, const List& arguments);
  // Evaluates the expression as the last promise of the bundle. Undefined if it has no value; evaluator.reason says
  // why.
  Value evaluate_expression(const Bundle& bundle, const ParsedExpression& expression);
  // Fills in reports, classes, variables and, for a run that asks for the outline, passes.
  void give(Outcome& outcome);

  Evaluator evaluator;
  std::vector<PromiseRecord> records;  // by the promise's number
  std::vector<const Bundle*> has_run;  // in the order of their first run
  // The bundles that each promise called, by the promise's number. A computed name may call several.
  std::map<std::uint32_t, std::vector<const Bundle*>> called;

 private:
  // A class expression of the workspace. If a variable has the name of a class that is not defined, the variable is
  // probably meant, and a hint says so.
  Value value_of_class(const Rvalue& expression);

  struct BundleAborted {};
  struct RunAborted {};
  enum class PromiseOutcome : std::uint8_t { none, kept, failed };
  // How an evaluated promise affects others.
  struct Effect {
    bool satisfies = true;                          // counts as kept for `depends_on`
    PromiseOutcome outcome = PromiseOutcome::none;  // selects the classes that its `classes` body defines
  };
  // An argument of a called bundle.
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
  // Resolves variables and, for a common bundle, classes.
  void resolve(const Bundle& bundle);
  // Resolves all bundles of these files, before the run.
  void resolve_files(std::size_t begin, std::size_t end);
  // Evaluates all promises for what they set without being kept: variables, and the arrays that functions set.
  void evaluate_all(bool with_variables);
  void set_arrays(const Promise& promise);
  // agent/recheck.cpp
  void recheck(const Promise& promise);
  void recheck_call(std::string_view attribute, std::string_view type, const Rvalue& call, bool is_item);
  void recheck_text(std::string_view attribute, std::string_view type, const Value& text, OriginId where);
  void check_abort();
  void evaluate(const Promise& promise);
  bool context_holds(const Promise& promise);
  // Evaluates one combination: `with`, the guards of every type, then the promise itself.
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
  std::string_view missing_value(const Bundle& bundle, std::string_view local) const;
  void note_unresolved(const Promise& promise, std::string_view text);
  void keep_report(const Promise& promise);
  void keep_method(const Promise& promise);
  void take_results(const Promise& promise, const Bundle& bundle, std::string_view array);
  Truth class_truth(const Promise& promise);
  void define_class(const Promise& promise, std::string_view name, bool is_global);
  void cancel_class(const std::string& name);
  // Records whether a class that was defined, perhaps not for the first time, must end the bundle or the run.
  void note_abort(std::string_view name, bool is_new = true);
  // The scope of a `classes` body. An invalid scope ends the run, whether or not the promise defines its classes.
  std::string body_scope(const Rvalue& use);
  // Defines the classes of a `classes` body for this outcome, such as those of `promise_kept`.
  void define_body_classes(const Rvalue& use, PromiseOutcome outcome);
  // Records a promise whose action only warns as failed.
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
  // The value of an attribute of the body that `use` names or calls: text or a list; undefined when absent.
  Value body_value(std::string_view type, const Rvalue& use, std::string_view attribute);
  Value body_value(const Body& body, const Map& arguments, std::string_view attribute);
  std::optional<std::string> body_text(std::string_view type, const Rvalue& use, std::string_view attribute);
  // True when the action only warns, so the promise neither calls nor prints.
  bool only_warns(const Promise& promise);
  const Bundle* find_bundle(std::string_view name) const;

  // Records.
  void note(const Promise& promise, PromiseStatus status, std::string text);
  // The same for a promise that is kept or repaired, with the value that it has set.
  void note_kept(const Promise& promise, PromiseStatus status, const Value& value);
  void note_reason(const Promise& promise);
  void note_variable(const VariableScope& scope, std::string_view name, const Value& value);
  bool is_recording() const { return evaluator.context.options.outline && open_pass_; }
  PassRecord& current_pass() { return passes_[*open_pass_]; }
  std::string identity(const Promise& promise);
  // True on the first call with this key: identical promises run once.
  bool is_first(std::string key);

  std::size_t resolved_ = 0;  // how many of the policy's resolutions are done
  int pass_ = 0;
  int level_ = 0;
  Effect effect_;                // of the current promise
  std::string with_note_;        // why its `with` has no value
  Value with_;                   // the latest value of its `with`, resolved or not; undefined when absent
  bool has_started_ = false;     // true while bundles of the sequence run
  bool is_run_aborted_ = false;  // takes effect after the current promise
  bool is_bundle_aborted_ = false;
  List abort_classes_;  // anchored patterns of `abortclasses`
  List abort_bundle_classes_;
  bool ignores_missing_bundles_ = false;
  std::vector<PassRecord> passes_;
  std::optional<std::size_t> open_pass_;  // the index in passes_ of the running pass; unset between passes
  Map done_;
  Map kept_handles_;
  Map local_classes_;  // bundle -> its local classes at the end of its last run
  List reports_;
};

}  // namespace evalground::cfengine
