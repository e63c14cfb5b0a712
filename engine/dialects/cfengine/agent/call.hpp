// A call of a function of the policy language.
//
// A parameter of type `collection` holds a list or a map, undefined when the argument names none; one of type
// `pattern` holds null and is evaluated by the function; all others hold text. A function returns text for scalars, a
// list of texts, a container for data, a boolean where its return type is `context`; undefined, with
// `evaluator.reason` set, when it must wait. What fails is thrown, by fail().
#pragma once

#include "dialects/cfengine/agent/evaluator.hpp"
#include "dialects/cfengine/data/container.hpp"
#include "runtime/function.hpp"

namespace evalground::cfengine {

class PolicyCall final : public Call {
 public:
  PolicyCall(Evaluator& evaluator_, const Rvalue& node_, const Signature& signature, std::vector<Value> arguments)
      : Call(evaluator_.context, node_.where, signature, std::move(arguments)), evaluator(evaluator_), node(node_) {}

  Evaluator& evaluator;
  const Rvalue& node;

  Budget& budget() const { return context.budget; }
  // The text of an argument; empty when it was not given.
  std::string_view text(std::size_t index) const { return given(index) ? (*this)[index].as_string() : ""; }
  // The collection of an argument. Fails when the argument names none.
  const Value& collection(std::size_t index) const;
  // The primitives at its top level as texts: a list; the list itself when it has no others.
  Value primitives(std::size_t index) const;
  // An integer with its suffix; `otherwise` when it was not given.
  std::int64_t integer(std::size_t index, std::int64_t otherwise = 0) const;
  // true, yes, on; `otherwise` when it was not given.
  bool flag(std::size_t index, bool otherwise = false) const;

  // The call has no value; the policy goes on without it.
  [[noreturn]] void fail(std::string message) const { context.fail(where, "function-failed", std::move(message)); }
};

inline PolicyCall& policy_call(Call& call) {
  return static_cast<PolicyCall&>(call);
}

// The texts of the primitives among a collection's direct items, in order.
Value primitives_of(const Value& collection, Budget& budget);

}  // namespace evalground::cfengine
