// The arguments of a native function, bound to the parameters of the overload that was chosen.
//
// The first four slots lie in the object itself, so a call with few arguments allocates nothing. A slot holds a value
// (given, or the default from the signature) or, for a parameter of type `lambda`, the expression itself.
#pragma once

#include "dialects/yaql/evaluation/cursor.hpp"
#include "dialects/yaql/evaluation/evaluator.hpp"
#include "dialects/yaql/evaluation/lambda.hpp"
#include "dialects/yaql/evaluation/values.hpp"
#include "runtime/function.hpp"

namespace evalground::yaql {

// The arguments of a native function, bound to its parameters.
class Arguments final : public Call {
 public:
  struct Slot {
    Value value;                 // undefined: absent or passed unevaluated
    const Node* node = nullptr;  // the expression of a lambda
    bool is_omitted = false;     // nothing is written between two commas
  };
  struct Named {
    std::string_view name;
    const Node* key = nullptr;  // null: only the name is known
    Slot slot;
  };

  Arguments(Evaluator& evaluator_, Scope& scope_, const Node& node_, const Overload& overload)
      : Call(evaluator_.context, 0, *overload.signature, std::span<const Value>()),
        evaluator(evaluator_),
        scope(scope_),
        node(node_) {
    if (overload.parameters.size() > most_inline) many_.resize(overload.parameters.size());
    slots_ = many_.empty() ? few_ : many_.data();
  }

  Evaluator& evaluator;
  Scope& scope;      // the caller's scope
  const Node& node;  // the call

  const Value& operator[](std::size_t index) const { return slots_[index].value; }
  bool given(std::size_t index) const { return !slots_[index].value.is_undefined() || slots_[index].node != nullptr; }
  // An argument that is null or omitted gives a lambda with is_given() false.
  Lambda lambda(std::size_t index) const { return lambda_of(slots_[index]); }
  Lambda lambda_of(const Slot& slot) const;
  // Clamped to 64 bits: a longer integer becomes the nearest one.
  std::int64_t integer(std::size_t index) const { return clamped_integer(slots_[index].value); }
  // The same for counts that Python passes to C code: an integer beyond 64 bits is an error.
  std::int64_t count(std::size_t index) const;
  bool boolean(std::size_t index) const { return is_true(slots_[index].value); }
  std::string_view string(std::size_t index) const { return slots_[index].value.as_string(); }
  Cursor cursor(std::size_t index) const { return {evaluator, slots_[index].value}; }
  Budget& budget() const { return context.budget; }
  // Fails as if no overload matched: the types fit, but the function refuses the values.
  [[noreturn]] void no_match() const {
    const Value& receiver = slots_[0].value.is_undefined() && !rest.empty() ? rest[0].value : slots_[0].value;
    evaluator.no_match(node, node.kind == NodeKind::method ? &receiver : nullptr);
  }

  Slot& slot(std::size_t index) { return slots_[index]; }

  std::vector<Slot> rest;
  std::vector<Named> named;

 private:
  static constexpr std::size_t most_inline = 4;
  Slot few_[most_inline];
  std::vector<Slot> many_;
  Slot* slots_;
};

inline Arguments& arguments_of(Call& call) {
  return static_cast<Arguments&>(call);
}

}  // namespace evalground::yaql
