// The promise types: vars, meta and defaults set variables, methods call bundles. For `classes` see class_promises.cpp,
// for `reports` reports.cpp.
//
// Each keep_…() first expands the promiser. If that still contains a reference, the promise waits. Then it evaluates
// the attribute that gives the value. An undefined value has a reason (Evaluator::reason): a call in it failed, or it
// waits for a variable, and the record shows which. Finally note() records kept or repaired.
//
// A variable may not refer to itself: "$(n)x" as the value of n would grow on every pass, so it aborts the run, as in
// the reference.
#include <algorithm>

#include "base/scoped_value.hpp"
#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "data/yaml/load.hpp"
#include "dialects/cfengine/agent/agent.hpp"
#include "dialects/cfengine/data/characters.hpp"
#include "dialects/cfengine/data/container.hpp"
#include "dialects/cfengine/data/documents.hpp"
#include "dialects/cfengine/data/number.hpp"
#include "dialects/cfengine/data/patterns.hpp"
#include "dialects/cfengine/policy/arguments.hpp"
#include "dialects/cfengine/policy/checks.hpp"

namespace evalground::cfengine {
namespace {

// "a_1" -> true; "", "a-b" and "a.b" -> false.
bool is_variable_name(std::string_view base) {
  return !base.empty() && std::all_of(base.begin(), base.end(), is_word_byte);
}

// "[a][b]" -> true; "[a]b", "[a" and "[]" -> false. Within brackets any text is allowed.
bool is_index(std::string_view indices) {
  if (indices.empty()) return true;
  return indices.size() > 2 && indices.ends_with(']') &&
         std::count(indices.begin(), indices.end(), '[') == std::count(indices.begin(), indices.end(), ']');
}

// Deliberately broad: any `$` or `@` counts, even one that begins no reference. A false alarm costs only one more
// evaluation.
bool is_unresolved_value(const Value& value) {
  const auto holds_mark = [](const Value& text) {
    return text.is_string() && text.as_string().find_first_of("$@") != std::string_view::npos;
  };
  if (!value.is_list()) return holds_mark(value);
  return std::any_of(value.as_list().begin(), value.as_list().end(), holds_mark);
}

// "ns:lib" -> {"ns", "lib"}; "lib" -> {space, "lib"}.
std::pair<std::string_view, std::string_view> split_space(std::string_view name, std::string_view space) {
  const std::size_t colon = name.find(':');
  if (colon == std::string_view::npos) return {space, name};
  return {name.substr(0, colon), name.substr(colon + 1)};
}

}  // namespace

// Dispatches by type. Only `meta` is left at the end: its variables live in a scope of their own, `<bundle>_meta`, so
// they cannot collide with those of `vars`.
void Agent::keep(const Promise& promise) {
  if (promise.type == "vars") return keep_variable(promise, *evaluator.frame->scope);
  if (promise.type == "defaults") return keep_default(promise);
  if (promise.type == "classes") return keep_class(promise);
  if (promise.type == "reports") return keep_report(promise);
  if (promise.type == "methods") return keep_method(promise);
  const Bundle& bundle = *promise.bundle;
  keep_variable(promise, evaluator.variables.scope(bundle.space, std::string(bundle.name) + "_meta"));
}

// The expanded promiser. In it, `bundle.x` means the promise's own namespace.
std::string Agent::expand_promiser(const Promise& promise) {
  const ScopedValue<std::string_view> own(evaluator.unqualified_space, promise.bundle->space);
  return evaluator.expand(promise.promiser);
}

// vars, meta, defaults

// The text of an attribute, literal or from a call; undefined without text.
Value Agent::text_of(const Rvalue& value) {
  const Value text = class_text(evaluator.evaluate(value));
  return text.is_string() ? text : Value();
}

void Agent::keep_variable(const Promise& promise, VariableScope& scope) {
  const Attribute* typed = typed_attribute(promise);
  if (typed == nullptr) return note(promise, PromiseStatus::skipped, "It names no type, such as `string`.");
  const std::string name = expand_promiser(promise);
  const Name parts = parse_name(name);
  const DataType type = type_of(typed->name);
  // policy => "constant": this promise does not replace a value, but a later promise without it may.
  const Rvalue* policy = promise.attribute("policy");
  if (policy != nullptr && policy->text.source == "constant" && scope.find(name) != nullptr) {
    return note(promise, PromiseStatus::kept, "");
  }
  // The value is computed before the name is checked, because a call in it may fail or abort the run, whatever the name
  // is.
  Provenance::Computation computation(evaluator.context.provenance);
  const Value value = variable_value(promise, *typed, type, name).with_origin(typed->value->where);
  if (value.is_undefined()) {
    refuse_failed_call(*typed->value, type);
    return note_reason(promise);
  }
  if (is_unresolved(name))
    return note(promise, PromiseStatus::waiting, "Its name " + quote(name) + " is not resolved.");
  VariableScope* target = scope_of_name(promise, parts, scope);
  if (target == nullptr) {
    evaluator.set_reason(
        true, promise.where,
        quote(name) + " is no name for a variable here: use letters, digits and \"_\", and indices in \"[ ]\".");
    return note_reason(promise);
  }
  if (type == DataType::data && !parts.indices.empty()) {
    evaluator.set_reason(true, promise.where,
                         "The element " + quote(name) + " of an array cannot be a data container.");
    return note_reason(promise);
  }
  computation.made(value.origin());
  const bool was_known = target->find(parts.local) != nullptr;
  if (target->set(parts.local, type, value, &promise, tags_of(promise), evaluator.context.budget)) {
    note_variable(*target, parts.local, value);
    // A changed or still unresolved value may change promises that were already evaluated: ask for another evaluation.
    if (was_known || is_unresolved_value(value)) ++evaluator.unsettled;
  }
  effect_.outcome = PromiseOutcome::kept;
  note_kept(promise, PromiseStatus::kept, value);
}

// The scope of a promised variable: its bundle's, also if the name contains that bundle. A name with an unknown bundle
// gets a scope of its own. Null for the name of another bundle, and for an invalid name.
VariableScope* Agent::scope_of_name(const Promise& promise, const Name& name, VariableScope& scope) {
  if (!name.space.empty() || !is_variable_name(name.base) || !is_index(name.indices)) return nullptr;
  if (name.bundle.empty() || name.bundle == promise.bundle->name) return &scope;
  for (const Bundle& bundle : evaluator.policy.bundles) {
    if (bundle.name == name.bundle) return nullptr;
  }
  return &evaluator.variables.scope(promise.bundle->space, name.bundle);
}

// A `string` accepts the results of functions that do not return text, but only if they have one: a call that fails or
// waits aborts the run, as in the reference. Functions that no sandbox can call are exempt.
void Agent::refuse_failed_call(const Rvalue& value, DataType type) {
  if (type != DataType::string || value.kind != RvalueKind::call || value.function == nullptr) return;
  if (value.function->signature.returns == "string" || evaluator.reason.diagnostic.code == "unavailable") return;
  evaluator.abort_run(value.where, "A variable of type string takes what " + std::string(value.text.source) +
                                       " gives, but it gives nothing: " + evaluator.reason.diagnostic.message);
}

Value Agent::variable_value(const Promise& promise, const Attribute& typed, DataType type, std::string_view name) {
  if (is_list_type(type)) return list_value(promise, *typed.value, name);
  if (type == DataType::data) return data_value(*typed.value);
  return scalar_value(*typed.value, type, name);
}

// The value of `string`, `int` or `real`; undefined with a reason if it cannot be computed yet or never will be. "1k"
// as an int becomes "1000": numbers are stored as canonical text. A string may stay unresolved, `"$(x)y"`, and is
// expanded when it is read. A number may not.
Value Agent::scalar_value(const Rvalue& rvalue, DataType type, std::string_view name) {
  const Value value = class_text(evaluator.evaluate(rvalue));
  if (value.is_undefined()) return {};
  if (!value.is_string()) {
    evaluator.set_reason(
        true, rvalue.where,
        "A collection cannot be the value of a variable of type " + std::string(type_name(type)) + ".");
    return {};
  }
  refuse_self_reference(value, name, rvalue.where);
  const Value whole = evaluator.expand_again(value);
  const std::string_view text = whole.as_string();
  // `@(x)` for a list stands for the whole list, which ends the run. For anything else it is text.
  const std::optional<Found> list = list_reference(text).empty() ? std::nullopt : evaluator.find(list_reference(text));
  if (list && is_list_type(list->type)) {
    evaluator.abort_run(rvalue.where, quote(text) + " is a list, but the variable " + quote(name) + " is of type " +
                                          std::string(type_name(type)) + ".");
  }
  if (type == DataType::string) return whole;
  effect_.satisfies = false;  // unless the text is a number
  if (is_unresolved(text)) {
    evaluator.set_reason(false, rvalue.where, quote(text) + " is not resolved.");
    return {};
  }
  std::optional<std::string> number;
  if (type == DataType::integer) {
    if (const auto integer = evaluator.integer(text)) number = std::to_string(*integer);
  } else if (const auto real = real_of(text)) {
    number = fixed_text(*real);
  }
  effect_.satisfies = number.has_value();
  if (number) return Value::string(*number);
  evaluator.set_reason(true, rvalue.where,
                       quote(text) + (type == DataType::integer ? " is no integer." : " is no number."));
  return {};
}

// The value of `slist`, `ilist` or `rlist`. An item `@(x)` inserts the items of the list x. `policy => "ifdefined"`
// drops the items that refer to unknown lists. Items may keep unresolved references, as texts may. Most lists contain
// no reference, so those are returned without a copy.
Value Agent::list_value(const Promise& promise, const Rvalue& rvalue, std::string_view name) {
  const Rvalue* policy = promise.attribute("policy");
  const bool drops_unknown = policy != nullptr && policy->text.source == "ifdefined";
  Value list;
  if (rvalue.kind == RvalueKind::list) {
    list = evaluator.evaluate_list(rvalue, false);
    if (drops_unknown) {
      // A list that contains itself is still an error.
      for (const Value& item : list.is_list() ? list.as_list() : List())
        refuse_self_reference(item, name, rvalue.where);
      list = evaluator.flattened(list, rvalue.where, true);
    }
  } else {
    list = evaluator.evaluate(rvalue);
    if (list.is_undefined()) return list;
    if (!list.is_list()) {
      evaluator.set_reason(true, rvalue.where, "A list is expected, not " + quote(short_text(list, 40)) + ".");
      return {};
    }
    // The result of a call is treated like a literal: its item "@(x)" inserts the list x.
    list = evaluator.flattened(list, rvalue.where, drops_unknown);
  }
  if (list.is_undefined()) return list;
  const auto holds_mark = [](const Value& item) {
    return item.as_string().find_first_of("$@") != std::string_view::npos;
  };
  if (std::none_of(list.as_list().begin(), list.as_list().end(), holds_mark)) return list;
  List items = list.as_list();
  for (Value& item : items) {
    refuse_self_reference(item, name, rvalue.where);
    item = evaluator.expand_again(item);
  }
  return Value::list(std::move(items)).with_origin(list.origin());
}

// The value of `data`, tried in this order: a collection from a call, the collection that `@(x)` names, YAML if the
// text starts with "---", else JSON. JSON may be followed by other text, and its bare words are names of variables. A
// YAML document with a mistake after its first part is used, with a warning.
Value Agent::data_value(const Rvalue& rvalue) {
  Budget& budget = evaluator.context.budget;
  Value value = evaluator.evaluate(rvalue);
  if (value.is_undefined()) return {};
  const bool is_from_call = rvalue.kind == RvalueKind::call;  // data_expand() of an element may give a scalar
  if (value.is_list() || value.is_map() || is_from_call) return stored(value, budget);
  const std::string_view text = value.as_string();
  if (const std::string_view name = list_reference(text); !name.empty()) {
    const Value named = evaluator.named_collection(name);
    if (!named.is_undefined()) return stored(named, budget);
  }
  if (is_unresolved(text)) {
    evaluator.set_reason(false, rvalue.where, quote(text) + " is not resolved.");
    return {};
  }
  const auto read = [&]() -> Value {
    if (text.size() > 3 && text.starts_with("---")) {
      YamlReading reading = read_yaml(text, budget);
      if (!reading.mistake.empty()) {
        if (reading.value.is_undefined()) throw Error("yaml-syntax", std::move(reading.mistake));
        evaluator.log(Severity::warning, "yaml-syntax", reading.mistake, rvalue.where);
      }
      return std::move(reading.value);
    }
    JsonReading reading;
    reading.may_trail = true;
    const std::string_view json = trim_start(text);
    if (json.starts_with('{') || json.starts_with('['))
      reading.word = [&](std::string_view word) { return evaluator.word_value(word); };
    return read_json(text, budget, reading);
  };
  const Value data = recover(read, [&](const Error& error) {
    evaluator.set_reason(true, rvalue.where, error.diagnostic.message);
    return Value();
  });
  if (data.is_undefined() || data.is_list() || data.is_map()) return stored(data, budget);
  evaluator.set_reason(true, rvalue.where,
                       quote(text) + " is no container; JSON or YAML of a list or a map is expected.");
  return {};
}

// Aborts the run if an expanded text refers to its own variable: "$(n)x" for n, directly or through other variables.
void Agent::refuse_self_reference(const Value& value, std::string_view name, OriginId where) {
  Value text = value;
  // Follows the references for at most five rounds. A cycle through the variable is found when its name appears in a
  // round. Text that no longer changes has no cycle.
  for (int level = 0; level < 5; ++level) {
    const std::string_view held = text.as_string();
    for (std::size_t at = held.find_first_of("$@"); at != std::string_view::npos;
         at = held.find_first_of("$@", at + 1)) {
      const std::size_t end = reference_end(held, at);
      if (end == 0) continue;
      const Name parts = parse_name(held.substr(at + 2, end - at - 3));
      const Bundle& bundle = *evaluator.frame->bundle;
      const bool is_own = parts.local == name && (parts.bundle.empty() || parts.bundle == bundle.name) &&
                          (parts.space.empty() || parts.space == bundle.space);
      if (is_own) {
        evaluator.abort_run(where,
                            "The variable " + quote(name) + " contains itself: its value is " + quote(held) + ".");
      }
    }
    Value next = evaluator.expand_again(text);
    if (next.as_string() == held) return;
    text = std::move(next);
  }
}

void Agent::keep_default(const Promise& promise) {
  // A text stays unless it matches the pattern. A list stays if there is a pattern and none of its items matches.
  const std::string name = expand_promiser(promise);
  const std::optional<Found> known = evaluator.find(name);
  if (known && known->type != DataType::data) {
    const Rvalue* pattern = promise.attribute("if_match_regex");
    const Value written = pattern != nullptr ? text_of(*pattern) : Value();
    const auto matches_pattern = [&](const Value& text) {
      return text.is_string() && written.is_string() &&
             matches(evaluator.context, written.as_string(), text.as_string());
    };
    const Value value = known->value;
    bool fits = value.is_list();
    if (pattern != nullptr) {
      fits = value.is_list() ? std::any_of(value.as_list().begin(), value.as_list().end(), matches_pattern)
                             : matches_pattern(value);
    }
    if (!fits) return note(promise, PromiseStatus::skipped, quote(name) + " has a value.");
  }
  keep_variable(promise, *evaluator.frame->scope);
  if (effect_.outcome == PromiseOutcome::kept) return;
  // The old value is removed even if nothing replaces it, for example when the name belongs to another bundle.
  const Name parts = parse_name(name);
  const std::string_view space = parts.space.empty() ? promise.bundle->space : parts.space;
  const std::string_view bundle = parts.bundle.empty() ? promise.bundle->name : parts.bundle;
  if (evaluator.variables.find_scope(space, bundle) == nullptr) return;
  VariableScope& scope = evaluator.variables.scope(space, bundle);
  evaluator.context.budget.step(scope.all().size());
  scope.remove(parts.local);
}

// The list of an attribute: literal, from `@(x)`, or from a call. Anything else ends the run.
Value Agent::list_by(const Rvalue& value, std::string_view attribute) {
  if (value.kind == RvalueKind::list) return evaluator.evaluate_list(value, false);
  const Value given = class_text(evaluator.evaluate(value));
  const std::string_view name = given.is_string() ? list_reference(given.as_string()) : std::string_view();
  const std::optional<Found> found = name.empty() ? std::nullopt : evaluator.find(name);
  if (found && is_list_type(found->type)) return found->value;
  if (!given.is_list()) evaluator.abort_run(value.where, "`" + std::string(attribute) + "` takes a list.");
  return given;
}

// `meta => { "inventory" }` -> {"source=promise", "inventory"}. Without `meta` there are no tags at all, not even the
// source.
Value Agent::tags_of(const Promise& promise) {
  const Rvalue* meta = promise.attribute("meta");
  if (meta == nullptr) return {};
  if (meta->kind == RvalueKind::call) evaluator.abort_run(meta->where, "`meta` takes a list, and none by a call.");
  const Value more = list_by(*meta, "meta");
  List tags{Value::string("source=promise")};
  if (more.is_list()) tags.insert(tags.end(), more.as_list().begin(), more.as_list().end());
  return Value::list(std::move(tags));
}

// The rest of a promise's identity, after its type and promiser: the bundle, and the attributes after expansion. Calls
// count by their values. Guards that are calls do not count, because they were all true. Promises with equal identities
// are one promise for the agent: its report prints once, its method is called once.
std::string Agent::identity(const Promise& promise) {
  std::string key = std::string(promise.bundle->space) + ":" + std::string(promise.bundle->name);
  const auto append = [&](const Rvalue& value) {
    key += '\n';
    key += evaluator.expand(value.text);
    for (const Rvalue* item : value.items) key += '\n' + evaluator.expand(item->text);
  };
  if (promise.is_context_quoted && promise.context != nullptr) key += "\n" + evaluator.expand(*promise.context);
  for (const Attribute& attribute : promise.attributes) {
    key.append("\n").append(attribute.name);
    const bool is_guard = attribute.name == "if" || attribute.name == "ifvarclass" || attribute.name == "unless";
    // An unresolved text counts verbatim, although its `$(with)` still has the value of the previous combination.
    const bool is_text = attribute.value->kind == RvalueKind::text;
    if (attribute.name == "with" && !is_text) {
      key += with_.is_undefined() ? evaluator.context.sources.text_of(attribute.value->where) : with_.as_string();
    } else if (!is_guard || is_text) {
      append(*attribute.value);
    }
    if (const std::vector<BodyText>* texts = evaluator.texts_of_body(promise, attribute)) {
      for (const BodyText& one : *texts) key += '\n' + evaluator.expand(one.text);
    }
  }
  return key;
}

// methods

// A name without a namespace is looked up in the namespace of the calling bundle.
const Bundle* Agent::find_bundle(std::string_view name) const {
  const auto [space, plain] = split_space(name, evaluator.frame->bundle->space);
  return evaluator.policy.find_bundle(space, plain);
}

// `@(list)` passes the whole collection, not its text. A call passes a text only: the agent drops a list or a container
// that a call gives. Nothing while the argument has no value.
std::optional<Agent::Argument> Agent::argument_of(const Rvalue& rvalue, std::string_view parameter) {
  const Value value = class_text(evaluator.evaluate(rvalue));
  if (value.is_undefined()) return std::nullopt;
  if (!value.is_string()) {
    evaluator.log(Severity::warning, "wrong-argument",
                  "The parameter " + quote(parameter) +
                      " is not defined: a bundle takes no list or container from a "
                      "call. Set a variable to what " +
                      std::string(rvalue.text.source) + " gives, and pass it as `@(name)`.",
                  rvalue.where);
    return std::nullopt;
  }
  if (const std::string_view name = list_reference(value.as_string()); !name.empty()) {
    // `bundle.list` is looked up in the current namespace first.
    std::optional<Found> found;
    {
      const ScopedValue<std::string_view> own(evaluator.unqualified_space, evaluator.frame->bundle->space);
      found = evaluator.find(name);
    }
    if (!found) found = evaluator.find(name);
    if (found && !found->value.is_string()) return Argument{parameter, found->type, found->value};
  }
  return Argument{parameter, DataType::string, value};
}

// Calls a bundle. The called name is the promiser if `usebundle` is missing. A call is identified by its attributes,
// label, name and arguments, so the second and third pass do not call the bundle again.
void Agent::keep_method(const Promise& promise) {
  const Rvalue* use = promise.attribute("usebundle");
  const std::string label = expand_promiser(promise);
  const std::string name = use == nullptr ? label : evaluator.expand(use->text);
  const OriginId where = use == nullptr ? promise.where : use->where;
  effect_.satisfies = false;
  if (only_warns(promise)) return note_warning(promise);
  const Bundle* bundle = find_bundle(name);
  if (bundle == nullptr && ignores_missing_bundles_)
    return note(promise, PromiseStatus::skipped,
                "The bundle " + quote(name) + " is not defined, so the call is ignored.");
  if (bundle == nullptr) evaluator.abort_run(where, "The bundle " + quote(name) + " to call is not defined.");
  const std::size_t given = use != nullptr && use->kind == RvalueKind::call ? use->items.size() : 0;
  // Called without arguments, a bundle runs with undefined parameters.
  if (given != 0 && given != bundle->parameters.size()) {
    evaluator.abort_run(where, "The bundle " + quote(name) + " takes " + std::to_string(bundle->parameters.size()) +
                                   " arguments, not " + std::to_string(given) + ".");
  }
  // The arguments. A repeated call with equal arguments and attributes has no effect.
  std::vector<Argument> arguments;
  std::string key = "method " + identity(promise) + "\n" + label + "\n" + name;
  for (std::size_t i = 0; i < given; ++i) {
    std::optional<Argument> argument = argument_of(*use->items[i], bundle->parameters[i]);
    // A missing value leaves the parameter undefined.
    // The separator differs, so that an undefined argument and an empty text are different calls.
    key += argument ? '\n' : '\0';
    if (!argument) continue;
    // A list counts by its name, whatever its current value.
    const Rvalue& given_text = *use->items[i];
    const std::string text = given_text.kind == RvalueKind::text ? evaluator.expand(given_text.text) : std::string();
    if (argument->value.is_string()) {
      key += argument->value.as_string();
    } else {
      key += list_reference(text).empty() ? json_text(argument->value, evaluator.context.budget) : text;
    }
    arguments.push_back(std::move(*argument));
  }
  if (!is_first(std::move(key))) return note(promise, PromiseStatus::repaired, name);
  {
    const ScopedValue<int> deeper(level_, level_ + 1);
    run_bundle(*bundle, arguments, &promise);
  }
  effect_ = {true, PromiseOutcome::kept};
  const Rvalue* target = promise.attribute("useresult");
  const Value array = target != nullptr ? text_of(*target) : Value();
  if (array.is_string()) take_results(promise, *bundle, array.as_string());
  // The parameters are removed last, so the table may grow before that.
  VariableScope& called = evaluator.variables.scope(bundle->space, bundle->name);
  for (const Argument& argument : arguments) called.remove(argument.name);
  note(promise, PromiseStatus::repaired, name);
}

// Copies what the reports of a called bundle returned, in the order of the agent's table.
void Agent::take_results(const Promise& promise, const Bundle& bundle, std::string_view array) {
  Budget& budget = evaluator.context.budget;
  const VariableScope& called = evaluator.variables.scope(bundle.space, bundle.name);
  for (const Variable* result : called.elements(returned_array, budget)) {
    const std::string element = std::string(array) + std::string(parse_name(result->name.as_string()).indices);
    evaluator.frame->scope->set(element, DataType::string, result->value, &promise, {}, budget);
    note_variable(*evaluator.frame->scope, element, result->value);
  }
}

// Bodies.

// The value of an attribute of a body, whose contexts are evaluated now. The last line that holds wins. If the body has
// no value, the inherited body is asked, and so on up the chain. enter() bounds a chain that is circular.
Value Agent::body_value(const Body& body, const Map& arguments, std::string_view attribute) {
  const Depth depth = evaluator.context.budget.enter();
  Value value;
  const Rvalue* inherited = nullptr;
  {
    const ScopedValue<const Map*> bound(evaluator.parameters, &arguments);
    for (const BodyLine& line : body.lines) {
      const bool holds = line.context == nullptr || evaluator.holds(line.context->source, line.attribute.where);
      if (holds && line.attribute.name == attribute) value = class_text(evaluator.evaluate(*line.attribute.value));
      if (line.attribute.name == "inherit_from") inherited = line.attribute.value;
    }
    // The arguments of the inherited body may contain this body's parameters.
    if (value.is_undefined() && inherited != nullptr) return body_value(body.type, *inherited, attribute);
  }
  return value;
}

// The same for a use such as `action => warn_only("60")`: looks the body up and binds its parameters. If a part of the
// standard library is missing from the workspace, an unknown body is expected and causes no warning.
Value Agent::body_value(std::string_view type, const Rvalue& use, std::string_view attribute) {
  const auto [space, name] = split_space(use.text.source, evaluator.frame->bundle->space);
  const Body* body = evaluator.policy.find_body(type, space, name);
  if (body == nullptr && evaluator.policy.missing_library != 0) return {};
  if (body == nullptr) {
    evaluator.log(Severity::warning, "unknown-body",
                  "The body " + quote(use.text.source) + " of type " + std::string(type) +
                      " is not defined in the namespace " + quote(space) + ".",
                  use.where);
    return {};
  }
  Map arguments;
  for (std::size_t i = 0; i < use.items.size() && i < body->parameters.size(); ++i) {
    const Value value = class_text(evaluator.evaluate(*use.items[i]));
    if (value.is_string()) arguments.set(body->parameters[i], value);
  }
  return body_value(*body, arguments, attribute);
}

std::optional<std::string> Agent::body_text(std::string_view type, const Rvalue& use, std::string_view attribute) {
  const Value value = body_value(type, use, attribute);
  return value.is_string() ? std::optional<std::string>(value.as_string()) : std::nullopt;
}

}  // namespace evalground::cfengine
