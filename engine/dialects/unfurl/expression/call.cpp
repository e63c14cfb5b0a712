#include "dialects/unfurl/expression/call.hpp"

namespace evalground::unfurl {

List Evaluator::call(const FunctionCatalogue::Entry& entry, std::string_view name, const Map& map, const Scope& scope,
                     OriginId where) {
  // Keys of an expression map that stand one level too deep.
  const Signature& signature = entry.signature;
  if (map.contains("var") || (name != "foreach" && map.contains("foreach"))) {
    const std::string_view key = map.contains("var") ? "var" : "foreach";
    context.fail(map.entry(*map.position(key)).key.origin(), "misplaced-key",
                 "Unexpected '" + std::string(key) + "' found, did you intend it for the parent?");
  }
  if (name == "q") return {map.find(name)->with_verbatim()};
  return in_frame(where, "in function", name, [&]() -> List {
    Trace::Scope step(context.trace, "function", where);
    // The first parameter is the value under the function's name, the others are the keys beside it.
    std::vector<Value> arguments;
    for (std::size_t index = 0; index < signature.parameters.size(); ++index) {
      const Parameter& parameter = signature.parameters[index];
      const Value* given = map.find(index == 0 ? name : parameter.name);
      if (given == nullptr) {
        arguments.emplace_back();
      } else {
        arguments.push_back(parameter.type == "expression" ? *given : map_value(*given, scope));
      }
    }
    UnfurlCall function_call(*this, scope, map, where, signature, std::move(arguments));
    const Value result = entry.function->call(function_call);
    step.done(result);
    return matches_of(result, scope);
  });
}

}  // namespace evalground::unfurl
