// Hot: compiled for speed in every module.
#include "dialects/cfengine/agent/call.hpp"

#include "base/text/text.hpp"
#include "dialects/cfengine/data/number.hpp"
#include "dialects/cfengine/policy/arguments.hpp"

namespace evalground::cfengine {

std::string_view PolicyCall::fallback(std::size_t index) const {
  const std::vector<Parameter>& parameters = signature().parameters;
  if (index >= parameters.size() || !parameters[index].fallback) return {};
  const std::string_view written = *parameters[index].fallback;
  return written.starts_with('\'') ? written.substr(1, written.size() - 2) : written;
}

std::int64_t PolicyCall::integer(std::size_t index) const {
  return int_of(text(index)).value_or(0);
}

bool PolicyCall::flag(std::size_t index) const {
  return is_true(text(index));
}

bool PolicyCall::is_repeated() const {
  if (!evaluator.caches_functions || evaluator.is_immediate) return false;
  std::string key(signature().name);
  for (std::size_t index = 0; index < size(); ++index) {
    const Value& argument = (*this)[index];
    key += '\0';
    key += argument.is_string() ? std::string(argument.as_string()) : json_text(argument, budget());
  }
  if (evaluator.cached_calls.contains(key)) return true;
  evaluator.cached_calls.set(key, Value::null());
  return false;
}

// The arguments as call.hpp has them; nothing when the call must wait or an inner one has failed.
std::optional<std::vector<Value>> Evaluator::arguments_of(const Rvalue& call) {
  const Signature& signature = call.function->signature;
  const std::string_view name = signature.name;
  std::vector<Value> arguments;
  arguments.reserve(call.items.size());
  for (std::size_t index = 0; index < call.items.size(); ++index) {
    const Rvalue& node = *call.items[index];
    const std::string_view type = argument_type(signature, index);
    // The function itself evaluates a pattern, once for each item.
    if (type == "pattern") {
      arguments.push_back(Value::null());
      continue;
    }
    Value value = class_text(evaluate(node));
    if (value.is_undefined()) return std::nullopt;
    const bool is_collecting = type == "collection";
    if (value.is_string()) {
      const std::string_view text = value.as_string();
      const bool is_list_name = is_collecting && !list_reference(text).empty();
      // In `ifelse(class, a, b)` the branch that is not taken may be unresolved for ever.
      const bool may_wait = name == "ifelse" && call.items.size() == 3 && index > 0;
      if (!is_list_name && !may_wait && is_unresolved(text)) {
        set_reason(false, node.where, quote(text) + " is not resolved, so " + std::string(name) + "() is not called.");
        return std::nullopt;
      }
      if (is_collecting) {
        value = collection(text);
      } else if (const std::string wrong = wrong_argument(type, text); !wrong.empty()) {
        set_reason(true, node.where,
                   "Argument " + std::to_string(index + 1) + " of " + std::string(name) + " must be " + wrong +
                       ", not " + quote(text) + ".");
        return std::nullopt;
      }
    } else if (!is_collecting) {
      set_reason(
          true, node.where,
          "Argument " + std::to_string(index + 1) + " of " + std::string(name) + " must be text, not a collection.");
      return std::nullopt;
    }
    arguments.push_back(std::move(value).with_origin(node.where));
  }
  return arguments;
}

Value Evaluator::call(const Rvalue& rvalue) {
  const Depth depth = context.budget.enter();
  Trace::Scope step(context.trace, "function", rvalue.where);
  const FunctionCatalogue::Entry& entry = *rvalue.function;
  const Provenance::Computation computation(context.provenance);
  try {
    std::optional<std::vector<Value>> arguments = arguments_of(rvalue);
    if (!arguments) return {};
    PolicyCall call(*this, rvalue, entry.signature, std::move(*arguments));
    Value result = entry.function->call(call);
    if (!result.is_undefined()) result = std::move(result).with_origin(rvalue.where);
    if (!result.is_undefined() || call.is_cache_hit) step.done(result, call.is_cache_hit);
    return result;
  } catch (const Error& error) {
    if (is_aborting_) throw;
    set_reason(true, error.diagnostic.where != 0 ? error.diagnostic.where : rvalue.where, error.diagnostic.message);
    reason.diagnostic.code = error.diagnostic.code;
    if (error.diagnostic.code == "unavailable")
      log(Severity::warning, "unavailable", error.diagnostic.message, rvalue.where);
    return {};
  }
}

}  // namespace evalground::cfengine
