// The agent: runs bundles in passes and keeps their promises.
//
// A policy is not a program: the order of promises in the text means little, and a promise may mention variables and
// classes that a later one defines. The agent goes over a bundle three times, and what a promise does has to converge:
//
//   bundle agent main {
//     reports: "$(b)";                   # prints hi! in pass 1: variables have been walked by then
//     vars:    "b" string => "$(a)!";    # `$(a)!` after the first walk, as there is no a yet; hi! after the second
//              "a" string => "hi";
//   }
//
// Before the run every `common` bundle is walked for its vars, classes and vars, and each agent bundle for its vars;
// this is pass 0. Then the bundles of the sequence run one after the other, three passes each. In a pass the types come
// in the order meta, vars, defaults, classes, once more vars and defaults, methods, reports, whatever the order of the
// sections. A called bundle runs its own three passes before its caller goes on.
//
// One promise: context (`linux::`), then for each combination of the lists that it mentions (iteration.hpp) `with`,
// `depends_on`, `if` and `unless`, and only then what its type does (promises.cpp). A promise that mentions what is not
// resolved yet waits for the next pass; in the last one a report prints what is left as it stands.
//
// Invariants: variables of a bundle stay when it has ended, its local classes do not; a class once defined stays
// defined while its bundle runs; identical promises (is_first) print and call once in a run.
//
// agent.cpp has the passes, the guards and the records for the tree; promises.cpp what each type does.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dialects/cfengine/agent/evaluator.hpp"
#include "dialects/cfengine/agent/record.hpp"
#include "runtime/outcome.hpp"

namespace evalground::cfengine {

class Agent {
 public:
  static constexpr int passes = 3;

  Agent(Context& context, Policy& policy);

  // Before the run: variables and classes of common bundles, then the variables of agent bundles.
  void evaluate_beforehand();
  // Runs a bundle of the sequence with the texts of its arguments. False when a class of `abortclasses` ended the run.
  bool run_sequence_entry(const Bundle& bundle, const List& arguments);
  // Calls a function as the last promise of type `vars` of the bundle; undefined: it has no value, see
  // evaluator.reason.
  Value evaluate_expression(const Bundle& bundle, const Rvalue& call);
  // Fills reports, classes, variables and, when a run asks for the outline, passes.
  void give(Outcome& outcome);

  Evaluator evaluator;
  std::vector<PromiseRecord> records;  // by the promise's number
  std::vector<const Bundle*> has_run;  // in the order in which they first did
  List abort_classes;                  // anchored patterns of `abortclasses`
  List abort_bundle_classes;

 private:
  struct BundleAborted {};
  struct RunAborted {};
  // Of a bundle that is called.
  struct Argument {
    std::string_view name;
    DataType type;
    Value value;
  };

  // Passes.
  void run_bundle(const Bundle& bundle, const std::vector<Argument>& arguments, const Frame* inherited);
  void report_other_types(const Bundle& bundle);
  void run_passes(const Bundle& bundle);
  void run_type(const Bundle& bundle, std::string_view type);
  void evaluate(const Promise& promise);
  bool context_holds(const Promise& promise);
  // One combination: with, the guards of every type, then the promise itself.
  void evaluate_combination(const Promise& promise);
  bool guards_hold(const Promise& promise);

  // Promise types (promises.cpp).
  void keep(const Promise& promise);
  void keep_variable(const Promise& promise, VariableScope& scope);
  void keep_default(const Promise& promise);
  void keep_class(const Promise& promise);
  void keep_report(const Promise& promise);
  void keep_method(const Promise& promise);
  Truth class_truth(const Promise& promise);
  void define_class(const Promise& promise, std::string_view name, bool is_global);
  // The classes of `promise_kept` in a `classes` body.
  void define_body_classes(const Rvalue& use);
  void choose_class(const Promise& promise, const Attribute& attribute, std::string_view name, bool is_global);
  Value variable_value(const Promise& promise, const Attribute& typed, DataType type, std::string_view name);
  Value scalar_value(const Rvalue& rvalue, DataType type, std::string_view name);
  Value list_value(const Promise& promise, const Rvalue& rvalue, std::string_view name);
  Value data_value(const Rvalue& rvalue);
  void refuse_self_reference(std::string_view text, std::string_view name, OriginId where);
  void print(const Promise& promise, std::string_view text);
  void print_file(const Promise& promise, const Rvalue& body);
  void write_report(const Promise& promise, std::string_view path, std::string_view text);
  std::optional<Argument> argument_of(const Rvalue& rvalue, std::string_view parameter);
  Value tags_of(const Promise& promise);
  // The value of an attribute of the body that `use` names or calls: text or a list; undefined when it has none.
  Value body_value(std::string_view type, const Rvalue& use, std::string_view attribute);
  Value body_value(const Body& body, const Map& arguments, std::string_view attribute);
  std::optional<std::string> body_text(std::string_view type, const Rvalue& use, std::string_view attribute);
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

  int pass_ = 0;
  int level_ = 0;
  std::vector<PassRecord> passes_;
  std::optional<std::size_t> open_pass_;  // the place of the pass that runs among passes_; nothing: none
  Map done_;
  Map kept_handles_;
  Map local_classes_;  // bundle -> set of the local classes with which it last ended
  List reports_;
  Map* results_ = nullptr;  // of the bundle that runs: bundle_return_value_index -> text
};

}  // namespace evalground::cfengine
