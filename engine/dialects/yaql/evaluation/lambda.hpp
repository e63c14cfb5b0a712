// Expressions as functions: what a parameter of type `lambda` takes, and what `lambda(…)` gives.
//
// In `$.where($.size > 3)` the argument is not evaluated before the call. It is kept with the scope that it stands in,
// and each call evaluates it in a child of that scope, where $1 (also $) is the item: an inner `$` hides the outer one.
//
// Reusing frames: the scope of a call is used again for the next call, so that going through a million items makes one.
// Where something has kept the scope, a lazy iterator of the item for instance, the next call makes a new one.
#pragma once

#include <span>

#include "dialects/yaql/evaluation/scope.hpp"
#include "dialects/yaql/evaluation/values.hpp"

namespace evalground::yaql {

class Evaluator;

// An expression as a function of $1, $2, …
class Lambda {
 public:
  Lambda() = default;
  Lambda(const Node& body, Ref<Scope> scope) : body_(&body), scope_(std::move(scope)) {}
  // A value in the place of a lambda is the lambda that gives it.
  explicit Lambda(Value constant) : constant_(std::move(constant)) {}

  bool is_given() const { return body_ != nullptr || !constant_.is_undefined(); }
  Value operator()(Evaluator& evaluator, const Value& first);
  Value operator()(Evaluator& evaluator, const Value& first, const Value& second);
  Value operator()(Evaluator& evaluator, std::span<const Value> values);
  // Whether what it gives is true.
  bool test(Evaluator& evaluator, const Value& first);
  const Node* body() const { return body_; }
  const Ref<Scope>& scope() const { return scope_; }

 private:
  Scope& frame(Evaluator& evaluator);

  const Node* body_ = nullptr;
  Ref<Scope> scope_;
  Ref<Scope> frame_;  // of the last call
  Value constant_;
};

class FunctionValue final : public YaqlObject {
 public:
  explicit FunctionValue(Lambda lambda_) : YaqlObject(ObjectKind::function), lambda(std::move(lambda_)) {}

  Lambda lambda;
};

}  // namespace evalground::yaql
