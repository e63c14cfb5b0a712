// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/runtime/evaluator.hpp"

#include <utility>

#include "base/memory.hpp"
#include "base/text/text.hpp"
#include "value/big_integer.hpp"
#include "value/map.hpp"
#include "value/python_text.hpp"

namespace evalground::jinja2 {

Evaluator::Evaluator(Context& context_, Options options_, Variables& variables_, FunctionSet functions_,
                     Renderer& renderer)
    : context(context_),
      options(std::move(options_)),
      variables(variables_),
      functions(std::move(functions_)),
      loader(context_, options.syntax, functions),
      renderer_(renderer),
      autoescape_(options.autoescape),
      filters_escape_(options.autoescape) {}

// ---- undefined values

// Undefined values are numbers into a table (undefineds_), which has what Jinja's objects of class Undefined hold: a
// hint, the holder, the name. So a Value stays a small handle, and the message is only made if it is shown.
Value Evaluator::undefined_name(std::string_view name) {
  return undefineds_.add({options.undefined, false, {}, {}, Value::string(name)});
}

Value Evaluator::undefined_attribute(const Value& holder, std::string_view name) {
  if (holder.is_undefined()) return holder;
  if (options.behavior.names_holder_type) return undefined_of_type(holder, Value::string(name));
  return undefineds_.add({.leniency = options.undefined,
                          .holder = holder_name(holder),
                          .name = Value::string(name),
                          .object = shown_holder(holder),
                          .map = map_of(holder)});
}

// A sensitive map is not kept: its keys are not shown.
Value Evaluator::map_of(const Value& holder) {
  return holder.is_map() && !holder.sensitive() ? holder : Value();
}

// Ansible's class of undefined values shows the value that lacks the attribute.
Value Evaluator::shown_holder(const Value& holder) const {
  return options.undefined == Leniency::ansible && !options.behavior.carries_failures ? holder : Value();
}

// The message "object of type 'dict' has no attribute 'k'".
Value Evaluator::undefined_of_type(const Value& holder, const Value& key) {
  std::string message = "object of type '" + type_name(holder) + "' has no attribute " + repr(key);
  return undefineds_.add({.leniency = options.undefined,
                          .hint = std::move(message),
                          .holder = holder_name(holder),
                          .name = key,
                          .map = map_of(holder)});
}

Value Evaluator::undefined_element(const Value& holder, const Value& key) {
  if (holder.is_undefined()) return holder;
  if (options.behavior.names_holder_type) {
    const bool is_number = holder.is_number() || holder.kind() == Kind::boolean || is_integer(holder);
    if (!is_number || key.kind() != Kind::integer) return undefined_of_type(holder, key);
  }
  // In Ansible an undefined key is named by its type.
  if (key.is_undefined() && options.undefined == Leniency::ansible) {
    return undefined_hint(holder_name(holder) + " has no element " + type_name(key));
  }
  return undefineds_.add({options.undefined, false, {}, holder_name(holder), key, shown_holder(holder)});
}

Value Evaluator::undefined_hint(std::string_view message) {
  return undefineds_.add({options.undefined, false, std::string(message), {}, Value::string("")});
}

// For an inline `if` without `else`, which prints nothing even where undefined values are strict.
Value Evaluator::undefined_lenient(std::string_view message) {
  return undefineds_.add({Leniency::lenient, false, std::string(message), {}, Value::string("")});
}

// The sandbox does not raise at once for a private attribute. It gives an undefined value that raises when it is used.
Value Evaluator::undefined_unsafe(const Value& holder, std::string_view name) {
  std::string message = "access to attribute " + python_repr(Value::string(name), context.budget) + " of '" +
                        type_name(holder) + "' object is unsafe.";
  return undefineds_.add({options.undefined, true, std::move(message), {}, Value::string("")});
}

std::string Evaluator::undefined_message(const Value& value) const {
  if (value.undefined_number() <= 0) return "the value is undefined";
  if (std::optional<std::string> message = variables.missing_message(undefined(value))) return *std::move(message);
  return undefineds_.message(value, context.budget);
}

// Raises what using this undefined value means: the failure that it carries, an unsafe access, an unknown name (with a
// suggestion later), or its hint. A secret in it is hidden first.
void Evaluator::fail_undefined(const Value& value) const {
  if (value.undefined_number() <= 0) fail("undefined", undefined_message(value));
  const Undefined& missing = undefineds_.of(value);
  const std::optional<std::string> told = variables.missing_message(missing);
  std::string message = told ? *told : undefineds_.message(value, context.budget);
  if (value.sensitive()) {
    Error error = missing.cause != nullptr ? *missing.cause : Error("undefined", std::move(message));
    hide_message(error.diagnostic, "a missing value");
    throw error;
  }
  if (missing.cause != nullptr) throw Error(*missing.cause);
  if (missing.is_unsafe) fail("unsafe", std::move(message));
  if (missing.hint.empty() && missing.holder.empty()) {
    throw UnknownName("undefined", std::move(message), std::nullopt, std::string(missing.name.as_string()));
  }
  if (!told && missing.map.is_map() && missing.name.is_string()) fail_missing_key(std::move(message), missing);
  fail("undefined", std::move(message));
}

// Names the key that was probably meant, or else the keys of the map.
void Evaluator::fail_missing_key(std::string message, const Undefined& missing) const {
  constexpr std::size_t most_listed = 8;
  std::vector<std::string_view> keys;
  for (const auto& [key, value] : missing.map.as_map()) {
    context.budget.step();
    if (key.is_string() && !key.sensitive()) keys.push_back(key.as_string());
  }
  const std::string name(missing.name.as_string());
  const std::string nearest(nearest_name(name, keys).value_or(""));
  if (nearest.empty() && !keys.empty()) {
    message += ". It has ";
    for (std::size_t index = 0; index < keys.size() && index < most_listed; ++index) {
      message += (index == 0 ? "" : ", ") + quote(keys[index], 40);
    }
    message += keys.size() > most_listed ? " and more." : ".";
  }
  UnknownName error("undefined", std::move(message), std::nullopt, name);
  error.nearest_key = nearest;
  throw error;
}

// Turns a failure into a value, which Ansible passes on since 2.19.
Value Evaluator::carried(const Error& error) {
  // Failures are kept until the end of the evaluation, and the memory of their texts is not counted.
  context.budget.step(64 + error.diagnostic.message.size() / 16);
  const bool is_missing = error.diagnostic.code == "undefined";
  return undefineds_.add({options.undefined,
                          false,
                          {},
                          {},
                          Value::string(""),
                          {},
                          std::allocate_shared<Error>(CountingAllocator<Error>(), error),
                          !is_missing});
}

Value Evaluator::placed(const Value& missing, const Error& error) {
  context.budget.step(64);
  Undefined copy = undefined(missing);
  copy.cause = std::allocate_shared<Error>(CountingAllocator<Error>(), error);
  return undefineds_.add(std::move(copy));
}

Value Evaluator::forced(const Value& value) {
  if (!watches_waiting_) return value;
  if (value.is_object()) {
    // The text of a lazy value may evaluate to a container with further lazy values.
    const Depth depth = context.budget.enter();
    const Value now = adopted(value);
    return now.same_as(value) ? now : forced(now);
  }
  const bool is_list = value.is_list() || value.kind() == Kind::tuple;
  if (!is_list && !value.is_map()) return value;
  const Depth depth = context.budget.enter();
  // Most containers hold no lazy values and are returned unchanged.
  if (is_list) {
    const List& items = value.as_list();
    for (std::size_t index = 0; index < items.size(); ++index) {
      context.budget.step();
      Value item = forced(items[index]);
      if (item.same_as(items[index])) continue;
      List changed(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(index));
      changed.reserve(items.size());
      changed.push_back(std::move(item));
      for (++index; index < items.size(); ++index) changed.push_back(forced(items[index]));
      const Value result = value.is_list() ? Value::list(std::move(changed)) : Value::tuple(std::move(changed));
      return result.with_sensitive(value.sensitive()).with_origin(value.origin());
    }
    return value;
  }
  Map changed;
  bool is_changed = false;
  for (const auto& [key, item] : value.as_map()) {
    context.budget.step();
    Value now = forced(item);
    is_changed = is_changed || !now.same_as(item);
    changed.set(key, std::move(now));
  }
  if (!is_changed) return value;
  return Value::map(std::move(changed)).with_sensitive(value.sensitive()).with_origin(value.origin());
}

void Evaluator::fail(std::string_view code, std::string message) const {
  throw Error(std::string(code), std::move(message));
}

void Evaluator::warn(std::string_view code, std::string message) {
  const std::size_t said = context.diagnostics.size();
  context.warn(0, code, std::move(message));
  if (context.diagnostics.size() != said && !unplaced) unplaced = said;
}

void Evaluator::note_decrypted(std::string_view text) {
  if (!watches_sensitive_) return;
  const Value plain = Value::string(text).with_sensitive();
  context.secrets.add(plain, SecretTexts::Kind::given);
  note_sensitive(plain);
}

}  // namespace evalground::jinja2
