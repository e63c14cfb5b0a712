// Hot: compiled for speed in every module.
//
// Expands references and evaluates the values and class expressions of promises.
//
// Nothing here fails when a variable is missing. A text keeps its unresolved reference, a list keeps its `@(x)`, and a
// class expression is unknown. The promise is then evaluated again in a later pass. Where a value cannot be made at
// all, the result is undefined, and `reason` says why.
#include "dialects/cfengine/agent/evaluator.hpp"

#include <algorithm>

#include "base/scoped_value.hpp"
#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/cfengine/data/container.hpp"

namespace evalground::cfengine {
namespace {

constexpr std::size_t longest_class = 1023;  // bytes

}  // namespace

// A promise is evaluated many times: each message is logged once.
void Evaluator::log(Severity severity, std::string code, std::string message, OriginId where) {
  const std::string key = std::to_string(where) + message;
  if (logged_.contains(key)) return;
  logged_.set(key, Value::null());
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.code = std::move(code);
  diagnostic.message = std::move(message);
  diagnostic.where = where;
  context.diagnostics.push_back(std::move(diagnostic));
}

// `is_aborting_` tells call() that this error must not become a failed call.
void Evaluator::abort_run(OriginId where, std::string message, std::vector<Fix> fixes) {
  is_aborting_ = true;
  Error error("run-aborted", std::move(message), where);
  error.diagnostic.fixes = std::move(fixes);
  throw error;
}

// A promise with a failure is shown as not kept, one with an unresolved reference as waiting.
void Evaluator::set_reason(bool is_failure, OriginId where, std::string message) {
  reason.is_failure = is_failure;
  reason.diagnostic = Diagnostic();
  reason.diagnostic.severity = Severity::warning;
  reason.diagnostic.code = is_failure ? "function-failed" : "unresolved";
  reason.diagnostic.message = std::move(message);
  reason.diagnostic.where = where;
}

// References.

std::optional<Found> Evaluator::find(std::string_view name) const {
  std::optional<Found> found = variables.find(parse_name(name), *frame->scope, unqualified_space);
  if (found) context.provenance.read(found->variable->value.origin());
  return found;
}

void Evaluator::sort_keys(std::string_view name) {
  const Name parts = parse_name(name);
  const VariableScope* known = variables.scope_of(parts, *frame->scope, unqualified_space);
  const Variable* variable = known == nullptr ? nullptr : known->find(parts.base);
  if (variable == nullptr || variable->type != DataType::data) return;
  variables.scope(known->space, known->name).sort_keys(parts, context.budget);
}

namespace {

// While a list is mapped.
constexpr std::pair<std::string_view, Value MapItem::*> map_item_values[] = {{"this", &MapItem::item},
                                                                             {"this.k", &MapItem::key},
                                                                             {"this.k[1]", &MapItem::second_key},
                                                                             {"this.v", &MapItem::value}};

}  // namespace

// The special variables `this.…`. A mapped item comes first, since it exists only for the duration of a call.
std::optional<std::string> Evaluator::this_value(std::string_view name) const {
  if (item != nullptr) {
    for (const auto& [known, value] : map_item_values) {
      if (name != known) continue;
      const Value& found = item->*value;
      return found.is_undefined() ? std::nullopt : std::optional<std::string>(found.as_string());
    }
  }
  if (name == "this.bundle") return std::string(frame->bundle->name);
  if (name == "this.namespace") return std::string(frame->bundle->space);
  if (name == "this.calling_bundle" && frame->caller != nullptr) {
    const Bundle& caller = *frame->caller->bundle;
    return std::string(caller.space) + ":" + std::string(caller.name);
  }
  if (promise == nullptr) return std::nullopt;
  if (name == "this.promise_filename" || name == "this.promise_dirname") {
    const std::string* known = policy.path_of(promise->file);
    const std::string path = known != nullptr ? *known : Files::absolute(context.sources.path(promise->file));
    return name == "this.promise_filename" ? path : std::string(directory_name(path));
  }
  if (name == "this.promise_linenumber") return std::to_string(promise->line);
  if (name == "this.promiser" && promise->type != "reports") return std::string(promise->promiser.source);
  if (name == "this.handle") {
    const Rvalue* handle = promise->attribute("handle");
    if (handle != nullptr && handle->kind == RvalueKind::text) return std::string(handle->text.source);
    return "promise_" + canonify(base_name(context.sources.path(promise->file))) + "_" + std::to_string(promise->line);
  }
  return std::nullopt;
}

// The order of look-up: parameters of a body, `with`, `this.…`, then variables. A list has no text: the promise
// iterates over its items instead.
std::optional<std::string> Evaluator::scalar(std::string_view name) {
  if (parameters != nullptr) {
    if (const Value* parameter = parameters->find(name); parameter != nullptr && parameter->is_string()) {
      return std::string(parameter->as_string());
    }
  }
  if (name == "with" && !with.is_undefined()) return std::string(with.as_string());
  if (name.starts_with("this")) {
    if (std::optional<std::string> value = this_value(name)) return value;
  }
  const std::optional<Found> found = find(name);
  if (!found || is_list_type(found->type)) return std::nullopt;
  if (found->type != DataType::data) return std::string(found->value.as_string());
  if (found->value.is_null()) return std::string();
  if (!is_primitive(found->value)) return std::nullopt;
  return scalar_text(found->value);
}

// The list has few entries, one for each list that the promise mentions.
const LoopVariable* Evaluator::loop_variable(std::string_view name) const {
  for (const LoopVariable& one : loop_variables) {
    if (one.name == name && !one.value.is_undefined()) return &one;
  }
  return nullptr;
}

// Appends the value of one reference. False if it is unknown, and its text must be kept. Nested references are expanded
// first, to the name: `$(d[$(k)])` with k = x reads `d[x]`.
bool Evaluator::append_reference(const Reference& reference, std::string& out) {
  // A parameter of a body hides a list of the same name.
  const bool is_parameter = parameters != nullptr && parameters->contains(reference.name.source);
  if (const LoopVariable* own = is_parameter ? nullptr : loop_variable(reference.name.source)) {
    out += own->value.as_string();
    return true;
  }
  if (!reference.name.has_references) {
    const std::optional<std::string> value = scalar(reference.name.source);
    if (value) out += *value;
    return value.has_value();
  }
  const std::string name = expand(reference.name);
  const std::optional<std::string> value = is_unresolved(name) ? std::nullopt : scalar(name);
  if (value) {
    out += *value;
  } else if (const LoopVariable* own = parameters != nullptr ? loop_variable(name) : nullptr) {
    out += own->value.as_string();  // `$(main.$(x))` of a body whose parameter x is the name of a list
  } else {
    // Keep the reference, with its inner references resolved: "$(d[$(k)])" becomes "$(d[x])".
    out.append(reference.source.substr(0, 2)).append(name).append(reference.source.substr(reference.source.size() - 1));
  }
  return true;
}

// Steps grow with the output, so that repeated expansion of long texts is limited.
std::string Evaluator::expand(const Text& text) {
  if (!text.has_references) return std::string(text.source);
  const Depth depth = context.budget.enter();
  std::string out;
  for (const Segment& segment : text.segments) {
    context.budget.step(1 + out.size() / 4096);
    if (segment.reference == nullptr) {
      out += segment.literal;
    } else if (!append_reference(*segment.reference, out)) {
      out += segment.reference->source;
    }
  }
  return out;
}

// For computed text, which must be parsed first. The nodes are dropped afterwards.
std::string Evaluator::expand(std::string_view text) {
  if (text.find('$') == std::string_view::npos) return std::string(text);
  Arena arena;
  return expand(parse_text(arena, text, context.budget));
}

// Values.

Value Evaluator::evaluate(const Rvalue& rvalue) {
  const Depth depth = context.budget.enter();
  context.budget.step();
  switch (rvalue.kind) {
    case RvalueKind::text: return Value::string(expand(rvalue.text)).with_origin(rvalue.where);
    case RvalueKind::list: return evaluate_list(rvalue, false);
    case RvalueKind::call: return call(rvalue);
  }
  return {};
}

// Expands the result of an expansion: the value of a variable may itself contain references. Names in it belong to the
// current namespace.
Value Evaluator::expand_again(const Value& text) {
  if (text.as_string().find('$') == std::string_view::npos) return text;
  const ScopedValue<std::string_view> own(unqualified_space, frame->bundle->space);
  return Value::string(expand(text.as_string())).with_origin(text.origin());
}

// An unknown `@(x)` stays in the list, so that a later pass can resolve it.
void Evaluator::append_item(Value text, OriginId where, List& items) {
  std::string_view name = list_reference(text.as_string());
  // A parameter of a body has the value it was given: the list of `@(list)`, or a text.
  const Value* given = parameters != nullptr && !name.empty() ? parameters->find(name) : nullptr;
  if (given != nullptr && given->is_string()) {
    name = list_reference(given->as_string());
    if (name.empty()) return items.push_back(*given);
  }
  const std::optional<Found> found = name.empty() ? std::nullopt : find(name);
  if (!found) {
    items.push_back(std::move(text));
  } else if (is_list_type(found->type)) {
    const Value list = found->value;
    for (const Value& one : list.as_list()) items.push_back(one);
    context.budget.step(list.as_list().size());
  } else if (found->value.is_string() && found->type != DataType::data) {
    items.push_back(found->value);
  } else {
    log(Severity::warning, "not-a-list",
        quote(text.as_string()) + " names a variable of type " + std::string(type_name(found->type)) +
            ", not a list, and adds nothing.",
        where);
  }
}

namespace {

void drop_references(List& items) {
  std::erase_if(items, [](const Value& one) { return !list_reference(one.as_string()).empty(); });
}

}  // namespace

// Most lists contain no `@(x)`, and are returned without a copy.
Value Evaluator::flattened(const Value& list, OriginId where, bool drops_unknown) {
  const List& given = list.as_list();
  context.budget.step(given.size());
  if (std::none_of(given.begin(), given.end(), [](const Value& one) { return one.as_string().starts_with('@'); }))
    return list;
  List items;
  items.reserve(given.size());
  for (const Value& one : given) append_item(one, where, items);
  if (drops_unknown) drop_references(items);
  return Value::list(std::move(items)).with_origin(list.origin());
}

// Undefined as soon as one item is: a list with a failed call has no value. Lists that the promise iterates over were
// read before (`read_lists`).
Value Evaluator::evaluate_list(const Rvalue& list, bool drops_unknown) {
  List items;
  items.reserve(list.items.size());
  for (const Rvalue* part : list.items) {
    const auto read = read_lists.find(part);
    Value value = read != read_lists.end() ? read->second : class_text(evaluate(*part));
    if (value.is_undefined()) return {};
    if (value.is_list()) {
      for (const Value& one : value.as_list()) items.push_back(one);
      context.budget.step(value.as_list().size());
      continue;
    }
    if (!value.is_string()) {
      set_reason(true, part->where, "A list cannot hold a data container.");
      return {};
    }
    append_item(std::move(value), part->where, items);
  }
  if (drops_unknown) drop_references(items);
  return Value::list(std::move(items)).with_origin(list.where);
}

// Classes.

// A name without a namespace belongs to that of the bundle. Global classes of the namespace `default` are stored
// without a prefix.
bool Evaluator::is_class(std::string_view name) const {
  const auto is_hard = [&](std::string_view plain) {
    const Value* tags = global_classes.find(plain);
    if (tags == nullptr) return false;
    const List& list = tags->as_list();
    return std::any_of(list.begin(), list.end(), [](const Value& tag) { return tag.as_string() == "hardclass"; });
  };
  const std::size_t colon = name.find(':');
  const std::string_view space = colon == std::string_view::npos ? frame->bundle->space : name.substr(0, colon);
  if (colon != std::string_view::npos) name.remove_prefix(colon + 1);
  if (space == "default" ? global_classes.contains(name)
                         : global_classes.contains(std::string(space) + ":" + std::string(name)))
    return true;
  // Hard classes are visible unqualified from every namespace, local classes under any name.
  if (space != "default" && colon == std::string_view::npos && is_hard(name)) return true;
  for (const Frame* visible = frame; visible != nullptr; visible = visible->inherited) {
    if (visible->classes.contains(name)) return true;
  }
  return name == "any";
}

// Unresolved and invalid expressions are both unknown, but only an invalid one is a failure with a warning.
Truth Evaluator::truth(std::string_view expression, OriginId where) {
  if (expression.find_first_of("$@") != std::string_view::npos && mentions_reference(expression)) {
    set_reason(false, where, quote(expression) + " is not resolved.");
    return Truth::unknown;
  }
  const Truth truth =
      evaluate_expression(expression, context.budget, [this](std::string_view name) { return is_class(name); });
  if (truth != Truth::unknown) return truth;
  std::string message = quote(expression) + " is no class expression, and so counts as false.";
  set_reason(true, where, message);
  log(Severity::warning, "class-expression", std::move(message), where);
  return Truth::unknown;
}

// A function that returns a class gives a boolean directly.
Truth Evaluator::truth(const Rvalue& rvalue) {
  const Value value = evaluate(rvalue);
  if (value.is_undefined()) return Truth::unknown;
  if (value.kind() == Kind::boolean) return value.as_boolean() ? Truth::yes : Truth::no;
  if (value.is_string()) return truth(value.as_string(), rvalue.where);
  set_reason(true, rvalue.where, "A class expression must be text or a boolean call, not a collection.");
  return Truth::unknown;
}

// A local class is stored under its plain name and disappears with the frame.
bool Evaluator::define_class(std::string_view name, bool is_global, Value tags) {
  if (name.size() > longest_class) {
    log(Severity::warning, "reserved-name",
        "The class " + quote(name, 30) + " is not defined: its name is longer than " + std::to_string(longest_class) +
            " bytes.",
        promise == nullptr ? 0 : promise->where);
    return false;
  }
  if (!is_global) {
    frame->classes.set(name, std::move(tags));
    return true;
  }
  const std::string_view space = frame->bundle->space;
  const bool is_qualified = name.find(':') != std::string_view::npos || space == "default";
  if (name.starts_with("default:")) name.remove_prefix(8);
  global_classes.set(is_qualified ? std::string(name) : std::string(space) + ":" + std::string(name), std::move(tags));
  return true;
}

}  // namespace evalground::cfengine
