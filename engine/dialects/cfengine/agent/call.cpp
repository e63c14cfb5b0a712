// Hot: compiled for speed in every module.
#include "dialects/cfengine/agent/call.hpp"

#include <algorithm>

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
  return evaluator.integer(text(index)).value_or(0);
}

bool PolicyCall::flag(std::size_t index) const {
  return is_true(text(index));
}

void PolicyCall::set_element(std::string_view array, std::string_view indices, DataType type, std::string_view text) {
  budget().step();
  const Name name = parse_name(array);
  VariableScope& own = *evaluator.frame->scope;
  VariableScope& scope =
      name.bundle.empty() ? own : evaluator.variables.scope(name.space.empty() ? own.space : name.space, name.bundle);
  // An index whose brackets do not balance, such as that of "a[x[]", is none.
  const bool is_balanced =
      std::count(indices.begin(), indices.end(), '[') == std::count(indices.begin(), indices.end(), ']');
  const std::string local = std::string(name.local) + std::string(is_balanced ? indices : std::string_view());
  const bool was_known = scope.find(local) != nullptr;
  scope.set(local, type, Value::string(text), evaluator.promise, {}, budget());
  evaluator.has_set_array = evaluator.has_set_array || !was_known;
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

namespace {

// Of the references that only exist while a list is mapped; a text with one may be an argument of any function, which
// then works on the reference as it is written.
bool mentions_map_item(std::string_view text) {
  for (const std::string_view name : {"this", "this.k", "this.k[1]", "this.v"}) {
    for (const auto& [open, close] : {std::pair("$(", ")"), std::pair("${", "}")}) {
      std::string reference(open);
      reference.append(name).append(close);
      if (text.find(reference) != std::string_view::npos) return true;
    }
  }
  return false;
}

bool is_waiting(std::string_view text) {
  return is_unresolved(text) && !mentions_map_item(text);
}

// Whether a function is given the collections that its parameters are; the list that a call gives to any other is as
// many arguments as it has items.
bool takes_collections(const Signature& signature) {
  for (const Parameter& parameter : signature.parameters) {
    if (parameter.type == "collection") return true;
  }
  return false;
}

bool has_fixed_count(const Signature& signature) {
  for (const Parameter& parameter : signature.parameters) {
    if (parameter.is_rest || parameter.fallback) return false;
  }
  return true;
}

}  // namespace

// The arguments as call.hpp has them; nothing when the call must wait or an inner one has failed.
std::optional<std::vector<Value>> Evaluator::arguments_of(const Rvalue& call) {
  const Signature& signature = call.function->signature;
  const std::string_view name = signature.name;
  const bool is_collecting_call = takes_collections(signature);
  // In `ifelse(class, a, b)` the branch that is not taken may be unresolved for ever.
  const bool may_wait = name == "ifelse" && call.items.size() == 3;
  bool has_spread = false;
  std::vector<Value> arguments;
  arguments.reserve(call.items.size());
  // Calls among the arguments that follow are made all the same: they may set an array.
  const auto give_up = [&](std::size_t written) -> std::optional<std::vector<Value>> {
    Reason first = reason;
    for (std::size_t next = written + 1; next < call.items.size(); ++next) {
      if (call.items[next]->kind != RvalueKind::call) continue;
      evaluate(*call.items[next]);
    }
    reason = std::move(first);
    return std::nullopt;
  };
  for (std::size_t written = 0; written < call.items.size(); ++written) {
    const Rvalue& node = *call.items[written];
    const std::size_t index = arguments.size();
    const std::string_view type = argument_type(signature, index);
    // The function itself evaluates a pattern, once for each item. That of maparray is evaluated before that too, as
    // any argument is, and must not wait for anything then.
    if (type == "pattern") {
      if (name == "maparray") {
        const Value value = evaluate(node);
        if (value.is_undefined()) return give_up(written);
        if (value.is_string() && is_waiting(value.as_string())) {
          set_reason(false, node.where, quote(value.as_string()) + " is not resolved.");
          return give_up(written);
        }
      }
      arguments.push_back(Value::null());
      continue;
    }
    Value value = class_text(evaluate(node));
    const bool is_optional = may_wait && written > 0;
    if (value.is_undefined() && !is_optional) return give_up(written);
    const bool is_collecting = type == "collection";
    if (value.is_undefined()) {
      arguments.push_back(std::move(value));
      continue;
    }
    if (value.is_string()) {
      const std::string_view text = value.as_string();
      const bool is_list_name = is_collecting && !list_reference(text).empty();
      if (!is_list_name && !is_optional && !(may_wait && written == 0) && is_waiting(text)) {
        set_reason(false, node.where, quote(text) + " is not resolved, so " + std::string(name) + "() is not called.");
        return give_up(written);
      }
      if (is_collecting) {
        // What takes elements, too, looks at them itself; elsewhere an element is no collection.
        // What cannot be read has no values.
        const Value named = name == "getvalues" || name == "getindices"
                                ? recover([&] { return collection(text); }, [](const Error&) { return Value(); })
                                : collection(text);
        value = named.is_undefined() ? element(text) : named;
      } else if (const std::string wrong = wrong_argument(type, text); !wrong.empty()) {
        set_reason(true, node.where,
                   "Argument " + std::to_string(index + 1) + " of " + std::string(name) + " must be " + wrong +
                       ", not " + quote(text) + ".");
        return give_up(written);
      }
    } else if (!is_collecting_call) {
      // A list is so many arguments, a container none.
      has_spread = true;
      const bool is_data =
          node.kind == RvalueKind::call && node.function != nullptr && node.function->signature.returns == "data";
      if (is_data || !value.is_list()) continue;
      for (const Value& one : value.as_list()) {
        context.budget.step();
        arguments.push_back(one);
      }
      continue;
    } else if (!is_collecting) {
      set_reason(
          true, node.where,
          "Argument " + std::to_string(index + 1) + " of " + std::string(name) + " must be text, not a collection.");
      return give_up(written);
    }
    // What a call gives is copied, and with that its real numbers get four decimals.
    if (node.kind == RvalueKind::call && (value.is_list() || value.is_map())) value = stored(value, context.budget);
    arguments.push_back(std::move(value).with_origin(node.where));
  }
  if (!has_spread) return arguments;
  const std::string wrong = wrong_count(signature, arguments.size());
  if (wrong.empty()) return arguments;
  const std::string message =
      std::string(name) + " " + wrong + "; a list among the arguments counts as many as it has items.";
  if (has_fixed_count(signature)) abort_run(call.where, message);
  set_reason(true, call.where, message);
  return std::nullopt;
}

Value Evaluator::call(const Rvalue& rvalue) {
  const Depth depth = context.budget.enter();
  Trace::Scope step(context.trace, "function", rvalue.where);
  if (rvalue.function == nullptr) {  // checked before, with a warning
    set_reason(false, rvalue.where, "There is no function " + quote(rvalue.text.source) + ".");
    return {};
  }
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
