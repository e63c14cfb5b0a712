// Computes expressions: a walk over the tree that the parser made and the resolver gave slots.
//
//   {{ rows[0].name | upper }}      filter upper
//                                     attribute name
//                                       item
//                                         name rows  (slot 0)
//                                         constant 0
//
// Names are slots of frames: a slot that is empty is looked up by its name once, and then holds the value or that there
// is none. evaluate() gives a value, peek() the very value of a slot or constant without a copy; of a map that stays,
// a scalar entry too. condition() gives a truth without making a boolean of it.
//
// Invariants. `at` is the node that fails when something fails: it is set behind the operands and before the operation.
// Recursion is bounded by Evaluator::Nesting.
//
// expressions.cpp has the operators, names and collections; postfix.cpp what stands behind an operand.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "dialects/jinja2/execution/frame.hpp"
#include "dialects/jinja2/runtime/arguments.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

class ExpressionEvaluator {
 public:
  explicit ExpressionEvaluator(Evaluator& evaluator) : evaluator_(evaluator), context_(evaluator.context) {}

  Value evaluate(const Expression& expression, Frame& frame);
  // The value without a copy where it stands in a slot or is constant; else it is put into `storage`.
  const Value& peek(const Expression& expression, Frame& frame, Value& storage);
  const Value& read(const Name& name, Frame& frame);
  // Looks a name up before it is read, if that was not done yet.
  void look_up(const SlotEntry& entry, Frame& frame);
  bool condition(const Expression& expression, Frame& frame);
  // A call; `caller`: the body of its call block, null for any other.
  Value evaluate_call(const CallExpression& node, Frame& frame, const Value* caller = nullptr);
  // A filter or test on its input, or on a value that takes its place.
  Value evaluate_application(const Application& node, Frame& frame, const Value* input = nullptr);
  // Evaluates the arguments of a call and hands them to f, which gives a Value.
  template <class F>
  Value with_arguments(const CallArguments& given, Frame& frame, const Value* caller, F&& f);
  // The value of a name by the scopes of the template, the variables and the globals; absent when absent.
  Value find_variable(std::string_view name, const Scope& scope);

  // Calls f with each value that an expression has read, as far as they can be told without evaluating it again: names,
  // and what constant keys lead to from there.
  void each_read(const Expression& expression, Frame& frame, const std::function<void(const Value&)>& f);

  // The node that fails when something fails, in the template that runs.
  const Node* at = nullptr;
  // Whether a constant is printed, which Jinja computes as it compiles: there what has no slices has a missing one.
  bool folds_constants = false;

  // At its end `at` is what it was.
  class KeepPlace {
   public:
    explicit KeepPlace(ExpressionEvaluator& expressions) : guard_(expressions.at, expressions.at) {}

   private:
    ScopedValue<const Node*> guard_;
  };

 private:
  // ---- reads.cpp
  static const Value* known_value(const Expression& expression, Frame& frame);

  // ---- expressions.cpp
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
  std::unordered_map<std::string, Value> globals_;  // those that were read
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
