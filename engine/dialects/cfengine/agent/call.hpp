// A call of a function of the policy language.
//
// Functions are called inside out, once their arguments are resolved. In `join(",", sort(list, "int"))` the inner call
// comes first. If it fails or waits, the outer call is not made. An argument is converted to the type of its parameter:
//
//   collection  a list or a map, from any of the forms that collect.cpp reads; undefined when absent
//   pattern     null: maplist, maparray and mapdata evaluate the argument themselves, once for each item
//   all others  text, checked against the type (policy/arguments.hpp): "int[0,100]", "path", "option{a|b}"
//
// A call has one of three outcomes: a value; a failure, thrown by fail(); or no value yet. The last happens when an
// argument still contains a reference (`$(later)`), and the promise is tried again in the next pass. For the promise,
// failing and waiting are the same: the variable stays undefined, and the policy continues. `evaluator.reason` says
// which it was.
//
// A function returns text for scalars, a list of texts, a container for data, or a boolean if its return type is
// `context`. If it must wait, it returns undefined and sets `evaluator.reason`.
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
  // The text of an argument, or the default of its parameter.
  std::string_view text(std::size_t index) const { return given(index) ? (*this)[index].as_string() : fallback(index); }
  // The collection that an argument names. Fails when there is no such collection.
  const Value& collection(std::size_t index) const;
  // Like collection(), but also accepts a scalar within a container.
  const Value& collection_or_element(std::size_t index) const;
  // The primitives at its top level as texts. A list of primitives is returned unchanged. Functions that test and count
  // elements see real numbers as references do, with two decimals.
  Value primitives(std::size_t index) const;
  Value scalars(std::size_t index) const;
  // The argument as an integer with its suffix, and as a boolean: true, yes, on.
  std::int64_t integer(std::size_t index) const;
  bool flag(std::size_t index) const;

  // Sets an element of the classic array that an argument names, in this bundle or another: "array" or "bundle.array".
  void set_element(std::string_view array, std::string_view indices, DataType type, std::string_view text);

  // For cached functions: true if this run has already called one with these arguments. Records the call. Always false
  // if `cache_system_functions` turns the cache off, or `ifelapsed => "0"` calls anew.
  bool is_repeated() const;
  bool is_cache_hit = false;  // the trace shows that the result came from the cache

  // The call has no value, and the policy continues without it.
  [[noreturn]] void fail(std::string message) const { context.fail(where, "function-failed", std::move(message)); }

 private:
  // The default of a parameter in the signature, without quotes; empty when absent.
  std::string_view fallback(std::size_t index) const;
};

inline PolicyCall& policy_call(Call& call) {
  return static_cast<PolicyCall&>(call);
}

// The list or map of a YAML text. For invalid YAML, the part before the error, with a warning. Fails if that is neither
// a list nor a map.
Value yaml_container(const PolicyCall& call, std::string_view text);

// The primitives among a collection's direct items as texts, in order, formatted with text_of(primitive).
Value primitives_of(const Value& collection, Budget& budget, std::string (*text_of)(const Value&) = primitive_text);

}  // namespace evalground::cfengine
