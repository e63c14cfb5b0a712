// Applies a lambda to values. Each form sets the positions that it has. Only the form with any number of values always
// makes a new scope, because that form is rare.
#include "dialects/yaql/evaluation/lambda.hpp"

#include "dialects/yaql/evaluation/evaluator.hpp"

namespace evalground::yaql {

Scope& Lambda::frame(Evaluator& evaluator) {
  evaluator.context.budget.step();
  // A scope that something else refers to, such as a lazy iterator, must keep its $1. Then a new scope is needed.
  if (!frame_ || frame_->is_shared()) frame_ = make_ref<Scope>(scope_, evaluator.context.budget);
  return *frame_;
}

Value Lambda::operator()(Evaluator& evaluator, const Value& first) {
  if (body_ == nullptr) return constant_;
  Scope& scope = frame(evaluator);
  scope.set(1, first);
  // While the body runs the scope counts as shared, so a nested application gets a scope of its own.
  const Ref<Scope> kept(&scope);
  return evaluator.evaluate(*body_, scope);
}

Value Lambda::operator()(Evaluator& evaluator, const Value& first, const Value& second) {
  if (body_ == nullptr) return constant_;
  Scope& scope = frame(evaluator);
  scope.set(1, first);
  scope.set(2, second);
  const Ref<Scope> kept(&scope);
  return evaluator.evaluate(*body_, scope);
}

Value Lambda::operator()(Evaluator& evaluator, std::span<const Value> values) {
  if (body_ == nullptr) return constant_;
  evaluator.context.budget.step();
  const Ref<Scope> scope = make_ref<Scope>(scope_, evaluator.context.budget);
  std::uint32_t position = 0;
  for (const Value& value : values) scope->set(++position, value);
  return evaluator.evaluate(*body_, *scope);
}

// The truth alone: comparisons need not make a boolean value (Evaluator::is_true()).
bool Lambda::test(Evaluator& evaluator, const Value& first) {
  if (body_ == nullptr) return is_true(constant_);
  Scope& scope = frame(evaluator);
  scope.set(1, first);
  const Ref<Scope> kept(&scope);
  return evaluator.is_true(*body_, scope);
}

}  // namespace evalground::yaql
