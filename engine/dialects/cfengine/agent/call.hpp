// A call of a function of the policy language.
//
// Functions are called inside out, once their arguments are resolved. In `join(",", sort(list, "int"))` the inner call
// comes first; if it fails or waits, the outer one is not made. An argument is brought to the type of its parameter:
//
//   collection  a list or a map, from any of the forms that collect.cpp reads; undefined when there is none
//   pattern     null: maplist, maparray and mapdata evaluate the argument themselves, once for each item
//   all others  text, checked against the type (policy/arguments.hpp): "int[0,100]", "path", "option{a|b}"
//
// Three things may become of a call: a value; a failure, which fail() throws; or nothing yet, when an argument still
// holds a reference (`$(later)`) and the promise is tried again in the next pass. To its promise a failure is like
// waiting: the variable stays undefined, and the policy goes on. `evaluator.reason` says which it was.
//
// A function returns text for scalars, a list of texts, a container for data, a boolean where its return type is
// `context`; undefined, with `evaluator.reason` set, when it has to wait.
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
  // The text of an argument; the default of its parameter when it was not given.
  std::string_view text(std::size_t index) const { return given(index) ? (*this)[index].as_string() : fallback(index); }
  // The collection of an argument. Fails when the argument names none.
  const Value& collection(std::size_t index) const;
  // The same, or the scalar within a container that the argument names.
  const Value& collection_or_element(std::size_t index) const;
  // The primitives at its top level as texts: a list; the list itself when it has no others. Functions that test and
  // count elements see real numbers as references do, with two decimals.
  Value primitives(std::size_t index) const;
  Value scalars(std::size_t index) const;
  // The same as an integer with its suffix, and as a boolean: true, yes, on.
  std::int64_t integer(std::size_t index) const;
  bool flag(std::size_t index) const;

  // Sets an element of a classic array that an argument names, in the bundle or another: "array" or "bundle.array".
  void set_element(std::string_view array, std::string_view indices, DataType type, std::string_view text);

  // For cached functions: whether one was called before in this run with these arguments; from now on it was. False
  // where `cache_system_functions` or `ifelapsed` turn the cache off.
  bool is_repeated() const;
  bool is_cache_hit = false;  // the trace shows that the call was not made again

  // The call has no value; the policy goes on without it.
  [[noreturn]] void fail(std::string message) const { context.fail(where, "function-failed", std::move(message)); }

 private:
  // The default of a parameter as the signature writes it, without quotes; empty when it has none.
  std::string_view fallback(std::size_t index) const;
};

inline PolicyCall& policy_call(Call& call) {
  return static_cast<PolicyCall&>(call);
}

// The list or map of a YAML text. Of a wrong text what stands before the mistake, with a warning; fails where that is
// neither.
Value yaml_container(const PolicyCall& call, std::string_view text);

// The texts of the primitives among a collection's direct items, in order, as text_of(primitive) writes them.
Value primitives_of(const Value& collection, Budget& budget, std::string (*text_of)(const Value&) = primitive_text);

}  // namespace evalground::cfengine
