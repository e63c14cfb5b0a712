// Resolving values: calls are evaluated from the inside out, and their results take their place.
//
// A call is a map whose only key is the name of a function in the template's version: `{get_param: size}`
// (catalogue.hpp). All other maps and lists are resolved item by item. Most functions get a resolved argument. Those
// with a parameter of type `raw` resolve it themselves, so that `if` resolves only the value that it chooses.
//
// Any value computed from a hidden parameter is marked as sensitive, so that traces and messages do not show it. A
// message is plain text and cannot carry that mark, nor can YAQL's intermediate values. So if a function with a hidden
// argument fails, its message is not repeated, and its steps, hints and asks are dropped (invoke()).

#include <algorithm>

#include "base/text/ascii.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/heat/call.hpp"
#include "dialects/heat/catalogue.hpp"
#include "dialects/heat/document_words.hpp"
#include "dialects/heat/stack.hpp"
#include "dialects/heat/syntax.hpp"
#include "runtime/sensitive.hpp"
#include "value/transform.hpp"

namespace evalground::heat {

// A removed function is still a call, which is then refused with a message of its own.
bool Stack::is_call(const Value& value, bool in_condition) const {
  const Map::Entry* entry = single_entry(value);
  const Intrinsic* found = entry == nullptr ? nullptr : find_intrinsic(entry->key.as_string());
  if (found == nullptr) return false;
  if (in_condition && found->is_in_conditions(version)) return true;
  const Availability availability = found->in_values(version);
  return availability == Availability::present || availability == Availability::removed;
}

// Functions without a check accept any form here, and complain only when they run.
void Stack::check_call(const Intrinsic& function, const Value& argument, OriginId where, bool in_condition, Use use) {
  if (function.check == nullptr) return;
  function.check({*this, function.entry->signature.name, where, argument, in_condition, use});
}

// An error within an argument belongs to an inner call, which has already decided what its message may show. The flag
// tells invoke() so, and stays set when resolve() throws.
Value HeatCall::resolve(const Value& value) {
  has_failed_within_ = true;
  Value resolved = is_condition ? stack.resolve_in_condition(value) : stack.resolve(value);
  has_failed_within_ = false;
  return resolved;
}

// An argument that disappears, an `if` without a second value, is null for the function.
Value HeatCall::resolve_part(const Value& value) {
  Value resolved = resolve(value);
  if (resolved.is_undefined()) return Value::null();
  note_secrets_in(resolved);
  return resolved;
}

// Names of conditions stay strings here. holds() looks them up, so that a string can also be an operand, `{equals: [a,
// b]}`.
Value Stack::resolve_in_condition(const Value& value) {
  const Depth depth = context.budget.enter();
  context.budget.step();
  // A call. A function for values only is an error here. Any other name is plain data.
  if (const Map::Entry* entry = single_entry(value)) {
    const std::string_view name = entry->key.as_string();
    const Intrinsic* found = find_intrinsic(name);
    if (found != nullptr && found->is_in_conditions(version)) {
      check_call(*found, entry->value, value.origin(), true, Use::evaluated);
      HeatCall call_(*this, found->entry->signature, value.origin(),
                     found->is_raw() ? entry->value : resolve_in_condition(entry->value), true);
      Value result = invoke(*found, call_);
      context.provenance.read(result.origin());
      return result;
    }
    if (found != nullptr && found->in_values(version) >= Availability::present) {
      context.fail(entry->key.origin(), "invalid-function",
                   "The function \"" + std::string(name) + "\" is invalid in this context.");
    }
  }
  return transform_items(value, [&](const Value& item) { return resolve_in_condition(item); });
}

// An undefined item is one that an `if` has removed: it is dropped from its list or map.
Value Stack::resolve(const Value& value) {
  if (!value.is_map() && !value.is_list()) return value;
  const Depth depth = context.budget.enter();
  context.budget.step();
  if (value.is_list()) {
    List items;
    items.reserve(value.as_list().size());
    for (const Value& item : value.as_list()) {
      Value resolved = resolve(item);
      if (!resolved.is_undefined()) items.push_back(std::move(resolved));
    }
    return Value::list(std::move(items)).with_origin(value.origin());
  }
  // A call, if this version has the function. Otherwise it is plain data.
  if (const Map::Entry* entry = single_entry(value)) {
    const std::string_view name = entry->key.as_string();
    const Intrinsic* found = find_intrinsic(name);
    switch (found == nullptr ? Availability::unknown : found->in_values(version)) {
      case Availability::present: return call(*found, entry->value, value);
      case Availability::removed:
        context.fail(entry->key.origin(), "removed-function",
                     "The function " + std::string(name) + " is not supported in this version of HOT.");
      case Availability::unknown:
      case Availability::not_yet: note_unknown_function(*entry); break;
    }
  }
  Map entries;
  entries.reserve(value.as_map().size());
  for (const auto& [key, item] : value.as_map()) {
    Value resolved = resolve(item);
    if (!resolved.is_undefined()) entries.set(key, std::move(resolved));
  }
  return Value::map(std::move(entries)).with_origin(value.origin());
}

namespace {

// Whether a value could be the argument of a function: a map where it takes one, a list where it takes several parts.
bool could_be_argument(std::string_view function, const Value& value) {
  if (parts_of(function).empty()) return true;
  return takes_map(function) ? value.is_map() : value.is_list() || value.is_string();
}

}  // namespace

// `{list_jion: [',', x]}` is plain data, and so is a call of a function newer than the template. A hint points out that
// both look like calls.
void Stack::note_unknown_function(const Map::Entry& entry) {
  constexpr std::size_t least_length = 4;  // almost any short word resembles "if"
  const Value& key = entry.key;
  const std::string_view name = key.as_string();
  if (const Intrinsic* found = find_intrinsic(name)) {
    if (!found->since || version >= *found->since) return;
    context.hint_name(key.origin(), "unknown-function",
                      "The function " + quote(name) + " exists from " + std::string(found->entry->function->since) +
                          " on; in a template of " + std::string(version_text(version)) + " it is plain data.",
                      {}, {});
    return;
  }
  if (name.size() < least_length) return;
  const std::string_view nearest = functions().nearest("function", name);
  // `filters: [a]` is a plural, not a misspelled `filter`.
  if (nearest.empty() || name == std::string(nearest) + "s" || !is_slip_of(name, nearest)) return;
  if (!could_be_argument(nearest, entry.value)) return;
  const Intrinsic* meant = find_intrinsic(nearest);
  if (meant == nullptr || meant->in_values(version) != Availability::present) return;
  context.hint_name(key.origin(), "unknown-function",
                    "Unknown function " + quote(name) + ", so this map is plain data.", name, nearest);
}

// Each property separately, so one that fails does not hide the others. Done once, because functions such as get_attr
// of a nested stack may ask for it again.
void Stack::resolve_properties(Resource& one) {
  if (one.is_resolved) return;
  one.is_resolved = true;
  const Value* properties = one.definition.as_map().find("properties");
  if (!one.is_enabled || properties == nullptr || !properties->is_map()) return;
  for (const auto& entry : properties->as_map()) {
    const Value& definition = entry.value;
    context.budget.step();
    Property& property = one.properties.emplace_back();
    property.name = entry.key;
    recover(
        [&] {
          in_frame(one.name.origin(), "in resource", text_of(one.name), [&] { property.value = resolve(definition); });
          return true;
        },
        [&](const Error& error) {
          property.failure = error.diagnostic;
          if (property.failure->where == 0) property.failure->where = definition.origin();
          property.problem = error.diagnostic.message;
          mask(property.problem);
          return false;
        });
  }
}

// Runs the function. Messages of a call with a hidden argument are replaced, unless they only show the expected form.
Value Stack::invoke(const Intrinsic& function, HeatCall& call) {
  try {
    if (!function.is_raw()) call.note_secrets_in(call.argument());
    const Silence silence(context, call.has_secret_part());
    Value result = function.entry->function->call(call);
    return call.has_secret_part() && !result.is_undefined() ? std::move(result).with_sensitive() : result;
  } catch (const WrongForm&) {
    throw;  // its message shows only the form of the call
  } catch (Error& error) {
    if (!call.has_secret_part() || call.has_failed_within()) throw;
    hide_message(error.diagnostic, quote(call.name()));
    error.diagnostic.where = call.where;
    throw;
  }
}

// With provenance the result gets an origin at the call, whose `previous` is where the value came from.
Value Stack::call(const Intrinsic& function, const Value& argument, const Value& whole) {
  Trace::Scope step(context.trace, "function", whole.origin());
  Provenance::Computation computation(context.provenance);
  try {
    check_call(function, argument, whole.origin(), false, Use::evaluated);
    const bool is_raw = function.is_raw();
    Value resolved = is_raw ? argument : resolve(argument);
    if (resolved.is_undefined()) resolved = Value::null();
    HeatCall call_(*this, function.entry->signature, whole.origin(), resolved, false);
    Value result = invoke(function, call_);
    if (result.is_undefined()) return result;
    if (context.provenance.recording() && whole.origin() != 0) {
      const OriginId origin = context.sources.chain(whole.origin(), Via::expression, result.origin());
      context.provenance.read(result.origin());
      computation.made(origin);
      result = std::move(result).with_origin(origin);
    }
    step.done(result);
    return result;
  } catch (Error& error) {
    if (error.diagnostic.where == 0) error.diagnostic.where = whole.origin();
    throw;
  }
}

// The result without marks of hidden values: Heat shows outputs of hidden parameters in clear text. Unmarked parts are
// shared, not copied.
Value Stack::without_marks(const Value& value) {
  const Depth depth = context.budget.enter();
  context.budget.step();
  Value result = value.with_sensitive(false);
  if (value.is_list()) {
    for (std::size_t at = 0; at < value.as_list().size(); ++at) {
      Value item = without_marks(value.as_list()[at]);
      if (!item.same_as(value.as_list()[at]) || value.as_list()[at].sensitive())
        result.edit_list()[at] = std::move(item);
    }
  } else if (value.is_map()) {
    for (std::size_t at = 0; at < value.as_map().size(); ++at) {
      const Value before = value.as_map().entry(at).value;
      Value item = without_marks(before);
      if (!item.same_as(before) || before.sensitive()) result.edit_map().value_at(at) = std::move(item);
    }
  }
  return result;
}

}  // namespace evalground::heat
