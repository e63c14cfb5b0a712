// A call of an operator: `{"@name": argument}`.
//
// Most operators are eager: they take their one argument evaluated, often a list of arguments, which may come from
// data:
// `{"@gt": "$.pair"}`. The lazy ones evaluate the items of a written list themselves; any other argument counts as a
// list with that one item. How many items an operator takes is the number of its signature's parameters.
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

  // `@len needs a list, not 5.` Throws Error "wrong-argument".
  [[noreturn]] void fail_needing(std::string_view what, const Value& found) const;
  [[noreturn]] void fail(std::string_view code, const std::string& message) const;

  // Eager: the argument; as a list; as a list with an item for each parameter. Throw Error "wrong-argument".
  const Value& argument();
  const List& list();
  const List& arguments();
  // A list of any length (see collection_of).
  const List& collection();
  // The list's items, coerced.
  Numbers numbers(const List& items);
  std::pair<std::int64_t, std::int64_t> two_integers();

  // Lazy: the arguments as they are written; any number; one for each parameter, of which those with a default may be
  // left out (throws Error "wrong-argument").
  std::span<const Expression* const> written() const;
  std::span<const Expression* const> written_arguments() const;
  // "needs a list of 2 arguments, not of 3". Throws Error "wrong-argument".
  [[noreturn]] void fail_count(std::string_view expected, std::size_t found) const;
  Value evaluate(const Expression& expression) { return evaluator.evaluate(expression, subjects); }
  // With `$$` set to the item.
  Value evaluate_on(const Expression& expression, const Value& item);
  // The value of a condition, which must be a boolean.
  bool holds(const Expression& condition);
  bool holds_on(const Expression& condition, const Value& item);
  // The list that an argument evaluates to, as collection_of() has it. Throws Error "wrong-argument".
  Value list_argument(const Expression& expression);

 private:
  // The value of an expression; where it is written as `[x]` and x is a list, that list: `{"@len": ["$.items"]}`.
  Value collection_of(const Expression& expression);
  bool truth(const Expression& condition, const Value& value) const;

  Value argument_;
};

// The call that an entry of this dialect's catalogue is given.
inline OperatorCall& operator_call(Call& call) {
  return static_cast<OperatorCall&>(call);
}

}  // namespace evalground::dcontroller
