// Conditions: the section of a template that names them, and those of resources, outputs and `if`.
//
// They follow other rules than values: a string is the name of a condition, and only some functions are allowed. A
// named condition is evaluated once, on first use. A condition that needs itself is an error.

#include "base/indexed.hpp"
#include "base/scoped_value.hpp"
#include "base/text/text.hpp"
#include "dialects/heat/catalogue.hpp"
#include "dialects/heat/stack.hpp"
#include "dialects/heat/syntax.hpp"

namespace evalground::heat {

// Every definition is checked. A condition is evaluated only when something uses it, so an unused condition may name a
// parameter that does not exist.
void Stack::read_conditions() {
  if (version < Version::v2016_10_14) return;
  const Value* definitions = document.as_map().find("conditions");
  if (definitions == nullptr) return;
  if (!definitions->is_map()) {
    context.fail(definitions->origin(), "invalid-template",
                 "Condition definitions must be a map, not " + short_text(*definitions, 60) + ".");
  }
  check_names("conditions", definitions->as_map());
  for (const auto& [name, definition] : definitions->as_map()) {
    const auto note = [&, &key = name](std::size_t number) { condition_numbers_.emplace(text_of(key), number); };
    append_indexed(conditions, note, Condition{name, definition});
  }
  for (const Condition& condition_ : conditions) {
    const Value& definition = condition_.definition;
    if (definition.kind() != Kind::boolean && !is_call(definition, true)) invalid_definition(condition_, definition);
    check_condition(definition);
  }
}

// Checks the functions of a condition without evaluating them. Fewer functions are allowed in conditions than in
// values. One that is allowed only in values gets its own message. A map with another single key is data.
void Stack::check_condition(const Value& value) {
  if (!value.is_map() && !value.is_list()) return;
  const Depth depth = context.budget.enter();
  context.budget.step();
  if (value.is_list()) {
    for (const Value& item : value.as_list()) check_condition(item);
    return;
  }
  for (const auto& entry : value.as_map()) check_condition(entry.value);
  const Map::Entry* entry = single_entry(value);
  const Intrinsic* found = entry == nullptr ? nullptr : find_intrinsic(entry->key.as_string());
  if (found == nullptr) return;
  if (found->is_in_conditions(version)) {
    check_call(*found, entry->value, value.origin(), true, Use::checked);
  } else if (found->in_values(version) >= Availability::present) {
    context.fail(entry->key.origin(), "invalid-function",
                 "The function \"" + std::string(entry->key.as_string()) + "\" is invalid in this context.");
  }
}

// The state of the condition detects one that needs itself, directly or through others.
bool Stack::named_condition(const Value& name) {
  const auto found = condition_numbers_.find(text_of(name));
  if (found == condition_numbers_.end()) {
    context.fail(name.origin(), "invalid-condition", "Invalid condition \"" + shown_name(name) + "\".");
  }
  Condition& known = conditions[found->second];
  note_read("conditions", text_of(name));
  if (known.state == Condition::State::resolving) {
    context.fail(name.origin() != 0 ? name.origin() : known.definition.origin(), "circular-condition",
                 "Circular definition for condition \"" + text_of(known.name) + "\".");
  }
  if (known.state == Condition::State::unresolved) {
    {
      const ScopedValue<Condition::State> resolving(known.state, Condition::State::resolving);
      Provenance::Computation computation(context.provenance);
      known.has_failed = true;  // until it has a value
      const Value value = resolve_in_condition(known.definition);
      if (value.kind() != Kind::boolean) invalid_definition(known, value);
      known.holds = value.as_boolean();
      known.has_failed = false;
      computation.made(known.definition.origin());
    }
    known.state = Condition::State::resolved;
  }
  for (const OriginId read : context.provenance.reads(known.definition.origin())) context.provenance.read(read);
  return known.holds;
}

void Stack::invalid_definition(const Condition& condition, const Value& value) const {
  context.fail(
      condition.definition.origin(), "invalid-condition",
      "The definition of condition \"" + text_of(condition.name) + "\" is invalid: " + short_text(value, 60) + ".");
}

// Null counts as true, also the value of an `if` without a second value.
bool Stack::holds(const Value& value, OriginId where) {
  if (value.kind() == Kind::boolean) return value.as_boolean();
  if (value.is_null() || value.is_undefined()) return true;
  if (value.is_string()) return named_condition(value);
  context.fail(value.origin() != 0 ? value.origin() : where, "invalid-condition",
               "Invalid condition " + short_text(value, 60) + ".");
}

// The condition of a resource, an output or an `if`, and what it decides about. For a name its definition is noted.
bool Stack::decides(const Value& value, const Value& subject, const Value& otherwise) {
  const auto named = value.is_string() ? condition_numbers_.find(text_of(value)) : condition_numbers_.end();
  const OriginId where =
      named == condition_numbers_.end() ? value.origin() : conditions[named->second].definition.origin();
  Decisions::Condition noted(context.decisions, where);
  const bool is_true = condition(value);
  noted.decides(is_true, subject.origin());
  noted.decides(is_true, otherwise.origin(), false);
  return is_true;
}

// A boolean, a name, or a function.
bool Stack::condition(const Value& value) {
  const Depth depth = context.budget.enter();
  return holds(resolve_in_condition(value), value.origin());
}

}  // namespace evalground::heat
