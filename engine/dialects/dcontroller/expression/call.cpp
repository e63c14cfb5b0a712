// How operators get their arguments (call.hpp). The three ways differ in when something is evaluated:
//
//   argument(), list(), arguments()          eager: the whole argument, once
//   collection(), list_argument()            eager: a list, where `[x]` means x if x is a list
//   written(), written_arguments()           lazy: expressions, which the operator evaluates itself
#include "dialects/dcontroller/expression/call.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "dialects/dcontroller/expression/versions.hpp"

namespace evalground::dcontroller {
namespace {

constexpr std::size_t shown = 60;  // characters of a value in a message

}  // namespace

OperatorCall::OperatorCall(Evaluator& evaluator_, const Subjects& subjects_, const Expression& operation_)
    : Call(evaluator_.context, operation_.where, operation_.entry->signature, std::vector<Value>()),
      evaluator(evaluator_),
      subjects(subjects_),
      operation(operation_) {}

void OperatorCall::fail(std::string_view code, const std::string& message) const {
  context.fail(operation.where, code, "`" + std::string(operation.name) + "` " + message);
}

void OperatorCall::fail_needing(std::string_view what, const Value& found) const {
  fail("wrong-argument", "needs " + std::string(what) + ", not " + short_text(found, shown) + ".");
}

// Evaluated on first use and kept: the operator may read it several times, and an evaluation counts in the outline.
const Value& OperatorCall::argument() {
  if (argument_.is_undefined()) argument_ = evaluate(*operation.parts.front());
  return argument_;
}

const List& OperatorCall::list() {
  if (!argument().is_list()) fail_needing("a list", argument());
  return argument().as_list();
}

const List& OperatorCall::arguments() {
  const List& items = list();
  const std::size_t expected = signature().parameters.size();
  if (items.size() != expected) {
    fail("wrong-argument", "needs a list of " + std::to_string(expected) + " arguments, not of " +
                               std::to_string(items.size()) + ": " + short_text(argument(), shown) + ".");
  }
  return items;
}

// `{"@len": ["$.items"]}` counts the items, as in the controller, and `{"@len": [5]}` is 1. The items are evaluated
// without list_of(), because that would warn about a list in a list, which is right here.
Value OperatorCall::collection_of(const Expression& expression) {
  if (expression.kind != Expression::Kind::list || expression.parts.size() != 1) return evaluate(expression);
  List items = evaluator.items_of(expression, subjects);
  return items.front().is_list() ? items.front() : Value::list(std::move(items));
}

const List& OperatorCall::collection() {
  argument_ = collection_of(*operation.parts.front());
  return list();
}

// Both passes of the coercion together are charged as one step for each item.
Numbers OperatorCall::numbers(const List& items) {
  context.budget.step(items.size());
  std::size_t wrong_item = 0;
  std::optional<Numbers> result = coerce(items, wrong_item);
  if (!result) fail_needing("numbers", items[wrong_item]);
  return *std::move(result);
}

std::pair<std::int64_t, std::int64_t> OperatorCall::two_integers() {
  const List& items = arguments();
  for (const Value& item : items) {
    if (!integer_of(item)) fail_needing("integers", item);
  }
  return {*integer_of(items[0]), *integer_of(items[1])};
}

// An argument that is not a literal list counts as the only one: `{"@and": "$.ready"}` has one condition.
std::span<const Expression* const> OperatorCall::written() const {
  const Expression& argument = *operation.parts.front();
  if (argument.is_list()) return {argument.parts.data(), argument.parts.size()};
  return {operation.parts.data(), 1};
}

void OperatorCall::fail_count(std::string_view expected, std::size_t found) const {
  fail("wrong-argument",
       "needs a list of " + std::string(expected) + " arguments, not of " + std::to_string(found) + ".");
}

std::span<const Expression* const> OperatorCall::written_arguments() const {
  const std::vector<Parameter>& parameters = signature().parameters;
  const auto least = static_cast<std::size_t>(std::count_if(
      parameters.begin(), parameters.end(), [](const Parameter& parameter) { return !parameter.fallback; }));
  const auto arguments = written();
  if (arguments.size() < least || arguments.size() > parameters.size()) {
    const std::string most = std::to_string(parameters.size());
    fail_count(least == parameters.size() ? most : std::to_string(least) + " or " + most, arguments.size());
  }
  return arguments;
}

Value OperatorCall::evaluate_on(const Expression& expression, const Value& item) {
  const Subjects inner{subjects.global, &item};
  return evaluator.evaluate(expression, inner);
}

// The error is at the condition, not at the operator, because an @and can have many conditions.
bool OperatorCall::truth(const Expression& condition, const Value& value) const {
  if (value.kind() == Kind::boolean) return value.as_boolean();
  context.fail(condition.where != 0 ? condition.where : operation.where, "wrong-argument",
               "`" + std::string(operation.name) + "` needs a boolean here, not " + short_text(value, shown) + ".");
}

bool OperatorCall::holds(const Expression& condition) {
  return truth(condition, evaluate(condition));
}

bool OperatorCall::keeps(const Expression& condition, const Value& item) {
  if (!context.decisions.recording()) return holds_on(condition, item);
  Decisions::Condition noted(context.decisions, condition.where);
  return noted.decides_item(holds_on(condition, item), item.origin());
}

bool OperatorCall::chooses(const Expression& condition, const Expression& then, const Expression* otherwise) {
  Decisions::Condition noted(context.decisions, condition.where);
  const bool is_true = holds(condition);
  noted.decides(is_true, then.where);
  if (otherwise != nullptr) noted.decides(is_true, otherwise->where, false);
  return is_true;
}

bool OperatorCall::holds_on(const Expression& condition, const Value& item) {
  return truth(condition, evaluate_on(condition, item));
}

Value OperatorCall::list_argument(const Expression& expression) {
  Value value = collection_of(expression);
  if (!value.is_list()) fail_needing("a list", value);
  return value;
}

// An unknown operator fails when it is reached, so a lazy operator may skip it. Each enclosing operator adds a note to
// an Error that passes: "in @map", "in @cond".
Value Evaluator::operate(const Expression& expression, const Subjects& subjects) {
  if (expression.entry == nullptr) {
    fail_unknown_operator(tree, expression);
  }
  OperatorCall call(*this, subjects, expression);
  try {
    return expression.entry->function->call(call);
  } catch (Error& error) {
    Diagnostic& diagnostic = error.diagnostic;
    if (diagnostic.where == 0) diagnostic.where = expression.where;
    if (diagnostic.where != expression.where)
      diagnostic.notes.push_back({"in " + quote(expression.name), expression.where});
    throw;
  }
}

}  // namespace evalground::dcontroller
