// A call of an operator: `{"@name": argument}`.
//
// Most operators are eager: they get their one argument evaluated. Often it is a list of arguments, which may come from
// data: `{"@gt": "$.pair"}`. Lazy operators evaluate the items of a literal list themselves, and treat any other
// argument as a list with that one item. The number of items that an operator takes is the number of its signature's
// parameters.
#pragma once

#include <cstdint>
#include <span>

#include "dialects/dcontroller/expression/evaluator.hpp"
#include "dialects/dcontroller/values/numbers.hpp"
#include "runtime/function.hpp"

namespace evalground::dcontroller {

class OperatorCall final : public Call {
 public:
  OperatorCall(Evaluator& evaluator_, const Subjects& subjects_, const Expression& operation_);

  Evaluator& evaluator;
  const Subjects& subjects;
  const Expression& operation;

  // Fails with `@len needs a list, not 5.` Throws Error "wrong-argument".
  [[noreturn]] void fail_needing(std::string_view what, const Value& found) const;
  [[noreturn]] void fail(std::string_view code, const std::string& message) const;

  // For eager operators: the argument; as a list; as a list with an item for each parameter. These throw Error
  // "wrong-argument".
  const Value& argument();
  const List& list();
  const List& arguments();
  // A list of any length (see collection_of).
  const List& collection();
  // The list's items, coerced.
  Numbers numbers(const List& items);
  std::pair<std::int64_t, std::int64_t> two_integers();

  // For lazy operators: the unevaluated arguments. Any number; or one for each parameter, where those with a default
  // may be omitted (throws Error "wrong-argument").
  std::span<const Expression* const> written() const;
  std::span<const Expression* const> written_arguments() const;
  // "needs a list of 2 arguments, not of 3". Throws Error "wrong-argument".
  [[noreturn]] void fail_count(std::string_view expected, std::size_t found) const;
  Value evaluate(const Expression& expression) { return evaluator.evaluate(expression, subjects); }
  // Evaluates with `$$` set to the item.
  Value evaluate_on(const Expression& expression, const Value& item);
  // The value of a condition, which must be a boolean.
  bool holds(const Expression& condition);
  bool holds_on(const Expression& condition, const Value& item);
  // The same, noted as what decided about the item, or between two expressions.
  bool keeps(const Expression& condition, const Value& item);
  bool chooses(const Expression& condition, const Expression& then, const Expression* otherwise);
  // The list that an argument evaluates to, by the rule of collection_of(). Throws Error "wrong-argument".
  Value list_argument(const Expression& expression);

 private:
  // The value of an expression. If it is written as `[x]` and x is a list, the value is that list: `{"@len":
  // ["$.items"]}`.
  Value collection_of(const Expression& expression);
  bool truth(const Expression& condition, const Value& value) const;

  Value argument_;
};

// Entries of this dialect's catalogue always get this type of call.
inline OperatorCall& operator_call(Call& call) {
  return static_cast<OperatorCall&>(call);
}

}  // namespace evalground::dcontroller
