// Expressions as functions: the argument of a parameter of type `lambda`, and the result of `lambda(…)`.
//
// In `$.where($.size > 3)` the argument is not evaluated before the call. It is kept with the scope of the call. Each
// application evaluates it in a child of that scope, where $1 (also $) is the item, so an inner `$` hides the outer
// one.
//
// Reusing frames: one application reuses the scope of the previous one, so walking a million items makes one scope. If
// something still refers to that scope, for instance a lazy iterator, the next application makes a new one.
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
  // A plain value used as a lambda: it ignores its arguments.
  explicit Lambda(Value constant) : constant_(std::move(constant)) {}

  bool is_given() const { return body_ != nullptr || !constant_.is_undefined(); }
  Value operator()(Evaluator& evaluator, const Value& first);
  Value operator()(Evaluator& evaluator, const Value& first, const Value& second);
  Value operator()(Evaluator& evaluator, std::span<const Value> values);
  // Whether the result for this argument is true.
  bool test(Evaluator& evaluator, const Value& first);
  const Node* body() const { return body_; }
  const Ref<Scope>& scope() const { return scope_; }

 private:
  Scope& frame(Evaluator& evaluator);

  const Node* body_ = nullptr;
  Ref<Scope> scope_;
  Ref<Scope> frame_;  // the scope of the last application
  Value constant_;
};

class FunctionValue final : public YaqlObject {
 public:
  explicit FunctionValue(Lambda lambda_) : YaqlObject(ObjectKind::function), lambda(std::move(lambda_)) {}

  Lambda lambda;
};

}  // namespace evalground::yaql
