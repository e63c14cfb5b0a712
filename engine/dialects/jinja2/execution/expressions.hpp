// Evaluates expressions by walking the tree that the parser has made and the resolver has given slots.
//
//   {{ rows[0].name | upper }}      filter upper
//                                     attribute name
//                                       item
//                                         name rows  (slot 0)
//                                         constant 0
//
// Names are slots of frames. An empty slot is looked up by name once; then it holds the value, or that there is no
// value. evaluate() gives a value. peek() gives a reference to a slot or constant without a copy, or to a scalar in a
// map that stays alive. condition() gives a truth value without making a Value.
//
// Invariants: `at` is the node to blame when something fails. It is set after the operands are evaluated and before the
// operation. Evaluator::Nesting bounds the recursion.
//
// expressions.cpp has operators, names and collections; postfix.cpp attributes, calls, filters and tests.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "dialects/jinja2/execution/frame.hpp"
#include "dialects/jinja2/runtime/arguments.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

class MacroObject;

class ExpressionEvaluator {
 public:
  explicit ExpressionEvaluator(Evaluator& evaluator) : evaluator_(evaluator), context_(evaluator.context) {}

  Value evaluate(const Expression& expression, Frame& frame);
  // The value, by reference if it is in a slot or constant. Otherwise it is put into `storage`.
  const Value& peek(const Expression& expression, Frame& frame, Value& storage);
  const Value& read(const Name& name, Frame& frame);
  // Looks a name up before it is read, unless that has been done.
  void look_up(const SlotEntry& entry, Frame& frame);
  bool condition(const Expression& expression, Frame& frame);
  // Evaluates a call. `caller` is the body of a call block, or null.
  Value evaluate_call(const CallExpression& node, Frame& frame, const Value* caller = nullptr);
  // Applies a filter or test to its input, or to `input` if that is given.
  Value evaluate_application(const Application& node, Frame& frame, const Value* input = nullptr);
  // Evaluates the arguments of a call and passes them to f, which returns a Value.
  template <class F>
  Value with_arguments(const CallArguments& given, Frame& frame, const Value* caller, F&& f);
  // The value of a name from the scopes, the variables or the globals; absent when not found.
  Value find_variable(std::string_view name, const Scope& scope);

  // Called with the origin of what was read, and its value; null for text, such as that of a macro.
  using Reader = std::function<void(OriginId where, const Value* value)>;
  // Calls f with each value that an expression has read, as far as that is known without evaluating it again: names,
  // what constant keys select from them, and the statements of macros.
  void each_read(const Expression& expression, Frame& frame, const Reader& f);
  // Adds what an evaluated expression has read to what is computed.
  void note_reads(const Expression& expression, Frame& frame);

  // The node to blame when something fails.
  const Node* at = nullptr;
  // Whether a constant is being printed, which Jinja computes while compiling. Then a slice of a value without slices
  // is undefined.
  bool folds_constants = false;

  // Restores `at` at its end.
  class KeepPlace {
   public:
    explicit KeepPlace(ExpressionEvaluator& expressions) : guard_(expressions.at, expressions.at) {}

   private:
    ScopedValue<const Node*> guard_;
  };

 private:
  // ---- reads.cpp
  static const Value* known_value(const Expression& expression, Frame& frame);
  static void each_part(const Expression& expression, const std::function<void(const Expression&)>& f);
  bool read_member(const Attribute& node, Frame& frame, const Reader& f);
  void read_macro(const MacroObject& macro, const Reader& f);

  // ---- expressions.cpp
  bool chooses(const Conditional& node, Frame& frame);
  const Value& look_up(const Name& name, Frame& frame);
  Value evaluate_compound(const Expression& expression, Frame& frame);
  Value evaluate_sequence(const Sequence& node, Frame& frame);
  Value evaluate_map(const MapLiteral& node, Frame& frame);
  Value evaluate_concatenation(const Concatenation& node, Frame& frame);
  Value evaluate_item(const Item& node, Frame& frame);
  Value evaluate_binary(const Binary& node, Frame& frame);
  Value evaluate_slice(const Slice& node, Frame& frame);
  Value evaluate_loop_attribute(const LoopAttribute& node, Frame& frame);
  bool compare(const Compare& node, Frame& frame);

  // ---- postfix.cpp
  Value evaluate_attribute(const Attribute& node, Frame& frame);
  const Value& peek_attribute(const Attribute& node, Frame& frame, Value& storage);
  const Value& member(const Attribute& node, const Value& holder, bool holder_stays, Value& storage);
  Arguments gather(const CallArguments& given, Frame& frame, const Value* caller, std::vector<Value>& positional,
                   std::vector<Keyword>& keywords, Value& star_star);
  Value evaluate_bound(const Application& node, Frame& frame, const Value* input);
  template <std::size_t size>
  Value invoke_bound(const Application& node, Frame& frame, const Value* input);

  Evaluator& evaluator_;
  Context& context_;
  std::unordered_map<std::string, Value> globals_;  // those read so far
};

template <class F>
Value ExpressionEvaluator::with_arguments(const CallArguments& given, Frame& frame, const Value* caller, F&& f) {
  constexpr std::size_t few = 6;
  if (given.is_plain() && given.named.empty() && caller == nullptr && given.positional.size() <= few) {
    Value values[few];
    for (std::size_t index = 0; index < given.positional.size(); ++index) {
      values[index] = evaluate(*given.positional[index], frame);
    }
    return f(Arguments{{values, given.positional.size()}, {}});
  }
  std::vector<Value> positional;
  std::vector<Keyword> keywords;
  Value star_star;  // keeps the names alive
  return f(gather(given, frame, caller, positional, keywords, star_star));
}

}  // namespace evalground::jinja2
