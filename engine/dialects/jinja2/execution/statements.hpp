// Runs statements: output, assignments and definitions.
//
// A body runs in a frame, whose slots hold its names, and prints to an output:
//
//   {% for x in rows %}{{ x }},{% endfor %}
//   for each item: enter() forgets what the body assigned before; assign() puts the item into x's slot; execute() runs
//   the body, which prints the slot and the text ","
//
// Loops, branches and `with` use slots of the surrounding frame. A macro and a recursive loop have frames of their own
// (Unit). `break` and `continue` are values of Flow, not exceptions.
//
// Invariants: after a normal end of execute(), `at` is unchanged. An error gets its place from the innermost body it
// leaves. A frame that a macro may keep is in the FrameRegistry, and is emptied when nothing else refers to it.
//
// statements.cpp has bodies, assignments and loops; macros.cpp macros.
#pragma once

#include <span>
#include <unordered_map>
#include <unordered_set>

#include "dialects/jinja2/execution/expressions.hpp"
#include "dialects/jinja2/execution/loop.hpp"
#include "dialects/jinja2/execution/macro.hpp"
#include "dialects/jinja2/execution/output.hpp"
#include "dialects/jinja2/runtime/objects.hpp"

namespace evalground::jinja2 {

// The statements that combine templates. composition.hpp implements them and runs bodies through this class.
class CompositionStatements {
 public:
  virtual void execute_extends(const Extends& node, Frame& frame) = 0;
  virtual void execute_block(const Block& node, Frame& frame, Output& output) = 0;
  virtual void execute_include(const Include& node, Frame& frame, Output& output) = 0;
  virtual void execute_import(const Import& node, Frame& frame) = 0;
  // Prints the result of calling a block, `{{ super() }}`, without making a value; false for any other call.
  virtual bool print_block(const CallExpression& node, const Value& function, Output& output) = 0;

 protected:
  ~CompositionStatements() = default;
};

class StatementExecutor final : public LoopRunner, public MacroRunner {
 public:
  // The reason why a body ended.
  enum class Flow : std::uint8_t { normal, break_loop, continue_loop };

  StatementExecutor(Evaluator& evaluator, ExpressionEvaluator& expressions, FrameRegistry& frames,
                    CompositionStatements& composition)
      : evaluator_(evaluator),
        context_(evaluator.context),
        expressions_(expressions),
        frames_(frames),
        composition_(composition) {}

  Flow execute(Body body, Frame& frame, Output& output);
  // Runs the whole body of a template or block.
  void execute_function(Body body, Frame& frame, Output& output) {
    const ScopedValue<Output*> function(function_output_, &output);
    execute(body, frame, output);
  }
  // The output of the running template, block or macro, regardless of filter and set blocks around the current
  // statement.
  Output& function_output() const { return *function_output_; }
  // The statements that were executed, by their places. Only recorded with a trace.
  const std::unordered_map<OriginId, StatementKind>& passed() const { return passed_; }
  // Prepares the slots at the entry of a frame or of a part of it.
  void enter(std::span<const SlotEntry> entry, Frame& frame);
  void assign(const Target& target, Value value, Frame& frame);
  // Empties a frame that only macros in its own slots refer to: nothing will read it any more.
  static void release_if_own(Frame& frame);

  bool passes(const For& node, const Value& item, Frame& frame) override;
  bool takes(std::span<const Branch> branches, Frame& frame);
  Value traced_value(const Expression& expression, Frame& frame);
  Value call_loop(const For& node, const Value& sequence, Frame& outside, LoopObject& outer) override;
  Value call_macro(const MacroObject& macro, const Arguments& arguments) override {
    return run_macro(macro, arguments, nullptr);
  }

 private:
  // ---- bodies (statements.cpp)
  Flow execute_statement(const Statement& statement, Frame& frame, Output& output);
  void print_constant(const Expression& expression, Frame& frame, Output& output);
  Flow execute_loop(const For& node, const Value& sequence, Frame& outer_frame, Output& output, LoopObject* outer);
  Flow execute_with(const With& node, Frame& frame, Output& output);
  Flow execute_set_block(const SetBlock& node, Frame& frame);
  void assign_tuple(const Target& target, const Value& value, Frame& frame);
  void look_up(const SlotEntry& entry, Frame& frame);
  // An output as a value. Reads it as a literal if the template does so.
  Value taken(Output& output, Frame& frame);
  void check_namespaces(const Target& target, Frame& frame);
  Namespace& space_of(const Target& target, Frame& frame);
  Value placed(const Value& missing, const Frame& frame);
  void note_missing(const Value& value, const Frame& frame);
  // What is printed for an undefined value. Adds the hint.
  Value printed_missing(const Value& value, const Frame& frame);
  // Runs a body. Its output as a value is in `captured`, unless `break` or `continue` ended the body.
  Flow capture(Body body, std::span<const SlotEntry> entry, Frame& frame, Value& captured);
  // Applies a chain of filters to a value, the innermost first.
  Value apply_chain(const Application& filter, Value input, Frame& frame);
  void locate(Error& error, const Frame& frame) const;
  void locate_warnings(const Frame& frame) const;
  std::string nearest_variable(std::string_view name, const Template& source) const;

  // ---- macros (macros.cpp)
  Value make_macro(const MacroDefinition& definition, Frame& frame);
  // Runs a macro and returns its output. With `printed` it prints there and returns nothing.
  Value run_macro(const MacroObject& macro, const Arguments& arguments, Output* printed);
  std::size_t bind_parameters(const MacroDefinition& definition, const Arguments& arguments, Frame& frame);
  // Prints the result of calling a macro or block, `{{ macro(…) }}`, without making a value; false for any other call.
  bool print_call(const CallExpression& node, Frame& frame, Output& output);
  void record(const Statement& statement, Frame& frame, Output& output);

  Evaluator& evaluator_;
  Context& context_;
  ExpressionEvaluator& expressions_;
  FrameRegistry& frames_;
  CompositionStatements& composition_;
  Output* function_output_ = nullptr;
  std::unordered_map<OriginId, StatementKind> passed_;
  std::unordered_set<const void*> noted_;  // the expressions whose missing variable has a hint
};

}  // namespace evalground::jinja2
