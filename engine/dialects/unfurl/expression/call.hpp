// A call of an Unfurl function: `{eval: {name: argument, keyword: argument, …}}`.
//
// The first parameter of a signature is the value under the function's own name. The others are keywords beside it. A
// parameter of type `expression` is passed unevaluated, and the function evaluates it with argument(). All others are
// mapped before the call, so they hold plain values and objects (resources, scalars, …). The result becomes matches: no
// match for null and undefined, one for each item of a list, one for any other value.
#pragma once

#include "dialects/unfurl/expression/evaluator.hpp"
#include "runtime/function.hpp"

namespace evalground::unfurl {

class UnfurlCall final : public Call {
 public:
  UnfurlCall(Evaluator& evaluator_, const Scope& scope_, const Map& keywords_, OriginId where_,
             const Signature& signature, std::vector<Value> arguments)
      : Call(evaluator_.context, where_, signature, std::move(arguments)),
        evaluator(evaluator_),
        scope(scope_),
        keywords(keywords_) {}

  Evaluator& evaluator;
  const Scope& scope;
  // The whole map as written, with the function's own key.
  const Map& keywords;

  // The value of an expression parameter: undefined if it has no match or was not given, a list if it has several
  // matches.
  Value evaluate(std::size_t index) { return given(index) ? evaluator.argument((*this)[index], scope) : Value(); }

  [[noreturn]] void fail(std::string_view code, std::string message) const {
    context.fail(where, code, std::move(message));
  }
  // Fails for an unknown name in an argument. Suggests `nearest_name` unless that is empty.
  [[noreturn]] void fail_name(const Value& name, std::string_view code, std::string message,
                              std::string_view nearest_name) const {
    context.fail_name(name.origin() != 0 ? name.origin() : where, code, std::move(message), name.as_string(),
                      nearest_name);
  }
};

// A result computed from a sensitive argument, or from a list with a sensitive item, is sensitive. Functions call this
// unless Unfurl's own result is known to be unmarked: there `concat`, `join`, `add` and `mul` build new text without a
// mark.
inline Value marked_by_arguments(const Call& call, Value result) {
  for (std::size_t index = 0; index < call.signature().parameters.size(); ++index) {
    if (!call.given(index)) continue;
    const Value& argument = call[index];
    bool is_sensitive = argument.sensitive();
    if (argument.is_list()) {
      for (const Value& item : argument.as_list()) is_sensitive = is_sensitive || item.sensitive();
    }
    if (is_sensitive) return std::move(result).with_sensitive();
  }
  return result;
}

// Fails for an argument of the right type with wrong contents: "Argument 1 (values) of token must be …, as in …".
[[noreturn]] inline void wrong_form(const Call& call, std::size_t index, std::string_view form) {
  const Signature& signature = call.signature();
  std::string message = "Argument " + std::to_string(index + 1) + " (";
  message.append(signature.parameters[index].name).append(") of ").append(signature.name);
  message.append(" must be ").append(form).append(".");
  throw Error("wrong-argument", std::move(message), call[index].origin() != 0 ? call[index].origin() : call.where);
}

// Entries of this dialect's catalogue always get this type of call.
inline UnfurlCall& unfurl_call(Call& call) {
  return static_cast<UnfurlCall&>(call);
}

}  // namespace evalground::unfurl
