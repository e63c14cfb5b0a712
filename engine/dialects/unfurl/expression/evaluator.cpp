// Expression maps: maps that stand for what they evaluate to.
//
//   {eval: people, vars: {least: 21}, foreach: name}
//
// The value under `eval` is the source: text is a query or a template, a map a call of the function that its first
// known key names, a list its items. It gives an ordered list of matches; `foreach` or `select` takes each of them
// through a loop, and where one value is wanted reduce() makes it: no match is null, one match is itself, several are a
// list.
//
// Invariants: expressions within an expression see its variables, but not the item of a loop around it unless that is a
// resource. Text that came out of a template is verbatim, and never evaluated again.
//
// The rules are those of `Ref` and `eval_ref` in Unfurl's eval.py.
#include "dialects/unfurl/expression/evaluator.hpp"

#include "base/text/text.hpp"
#include "dialects/unfurl/expression/unavailable.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "value/compare.hpp"

namespace evalground::unfurl {
namespace {

// Records the trace while it lives, where an expression asks for it by `trace: 1`.
class Recording {
 public:
  Recording(Trace& trace, const Value* level)
      : trace_(level != nullptr && level->kind() == Kind::integer && level->as_integer() > 0 ? &trace : nullptr),
        was_on_(trace_ != nullptr && trace_->record(true)) {}
  ~Recording() {
    if (trace_ != nullptr) trace_->record(was_on_);
  }
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

 private:
  Trace* trace_;  // null: not asked for
  bool was_on_;
};

}  // namespace

Evaluator::Evaluator(Context& context_, const FunctionCatalogue& functions_, TemplateFactory make_templates)
    : context(context_), functions(functions_), tree(*this), make_templates_(make_templates) {}

Evaluator::~Evaluator() {
  memos.forget_all();
}

Scope Evaluator::scope_of(Resource& resource) {
  return {&resource, {}, {}, {}, {}};
}

TemplateRenderer& Evaluator::templates() {
  if (!templates_) templates_ = make_templates_(*this);
  return *templates_;
}

Value Evaluator::render(const Value& text, const Scope& scope) {
  Provenance::Computation computation(context.provenance);
  const OriginId origin = computed(text.origin());
  const OriginId outside = context.here;
  if (text.origin() != 0) context.here = text.origin();
  Value result = templates().render(text, outside, scope).with_origin(origin);
  context.here = outside;
  computation.made(origin);
  return result;
}

OriginId Evaluator::computed(OriginId definition) {
  if (definition == 0) return 0;
  OriginId& known = computed_[definition];
  if (known == 0) {
    const Origin origin = context.sources.origin(definition);
    known = context.sources.chain(definition, Via::expression, origin.previous, origin.overrides);
  }
  return known;
}

Value Evaluator::variable(std::string_view name, const Scope& scope) {
  if (name == "start") return scope.start.is_undefined() ? scope.current() : scope.start;
  const auto [owner, variable] = Variables::find(scope.variables.get(), name);
  if (variable != nullptr) {
    Attribute& attribute = variable->attribute;
    if (attribute.state == Attribute::State::read) return attribute.value;
    const Ref<Variables> kept(owner);
    return in_frame(attribute.definition.origin(), "in variable", name, [&] { return read(attribute, kept->scope()); });
  }
  if (name == "true" || name == "false") return Value::boolean(name == "true");
  if (name == "null") return Value::null();
  if (name == "NODES") return Value::object(Ref<Object>(new AllResources(tree)));
  if (name == "ROOT" || name == "TOPOLOGY") return Value::object(Ref<Object>(&tree.root()));
  return {};
}

void Evaluator::warn_unknown_variable(std::string_view name, const Scope& scope, OriginId where) {
  if (!missed_.insert(std::to_string(where) + "$" + std::string(name)).second) return;
  context.ask("vars", name, where);
  std::vector<std::string_view> known{"start", "true", "false", "null", "NODES", "ROOT", "TOPOLOGY"};
  Variables::add_names(scope.variables.get(), known);
  const std::string_view nearest_variable = nearest(name, known);
  if (nearest_variable.empty()) return;
  context.warn_name(where, "unknown-variable",
                    "There is no variable " + quote(name) + ", and so nothing is found by it.", name, nearest_variable);
}

void Evaluator::warn_unknown_resource(std::string_view name, OriginId where) {
  if (!missed_.insert(std::to_string(where) + ":" + std::string(name)).second) return;
  const std::string_view nearest_resource = tree.nearest(name);
  if (nearest_resource.empty()) return;
  context.warn_name(where, "unknown-resource",
                    "There is no resource " + quote(name) + ", and so nothing is found by it.", name, nearest_resource);
}

Value Evaluator::map_value(const Value& value, const Scope& scope) {
  return plain(lazy(value, scope));
}

Value Evaluator::reduce(Matches matches) {
  if (!matches.stays_list && matches.list.empty()) return Value::null();
  if (!matches.stays_list && matches.list.size() == 1) return std::move(matches.list.front());
  return Value::list(std::move(matches.list));
}

Value Evaluator::one(const Value& expression, const Scope& scope) {
  Provenance::Computation computation(context.provenance);
  const OriginId origin = computed(expression.origin());
  Value result = reduce(evaluate(expression, scope)).with_origin(origin);
  computation.made(origin);
  return result;
}

Value Evaluator::argument(const Value& expression, const Scope& scope) {
  List matches = expression.is_map() && !is_expression_map(expression)
                     ? source_matches(expression, scope, expression.origin())
                     : evaluate(expression, scope).list;
  if (matches.empty()) return {};
  if (matches.size() == 1) return matches.front();
  return Value::list(std::move(matches)).with_origin(expression.origin());
}

Matches Evaluator::evaluate(const Value& expression, const Scope& scope) {
  context.budget.step();
  if (is_expression_map(expression)) return evaluate_map(expression, scope);
  return {source_matches(expression, scope, expression.origin()), false};
}

void Evaluator::add_variables(const Value& variables, Scope& scope) {
  if (!variables.is_map()) {
    context.fail(variables.origin(), "wrong-vars",
                 "`vars` must be a map of variables, not " + kind_text(variables) + ".");
  }
  scope.variables = Ref<Variables>(new Variables(memos, scope, variables));
  if (!variables.as_map().contains("start")) return;
  const Value start = read(Variables::find(scope.variables.get(), "start").second->attribute, scope);
  if (auto* resource = object_cast<Resource>(start)) {
    scope.resource = resource;
  } else {
    scope.item = start;
  }
}

// `strict: required` and `strict: notnull`.
void Evaluator::check_strict(const Map& map, const List& matches, OriginId where) {
  const std::string_view strict = text_field(map, "strict");
  if (strict != "required" && strict != "notnull") return;
  const auto fail = [&](std::string_view code, std::string_view what) {
    context.fail(where, code, "The expression " + short_text(*source_of(map), 80) + " " + std::string(what) + ".");
  };
  if (matches.empty()) fail("no-result", "must return results");
  if (strict == "notnull" && matches.size() == 1 && matches.front().is_null()) fail("null-result", "must not be null");
}

Matches Evaluator::evaluate_map(const Value& expression, const Scope& outer) {
  const Depth depth = context.budget.enter();
  const OriginId where = expression.origin();
  const Map& map = expression.as_map();
  const Value* source = source_of(map);
  const Recording recording(context.trace, source != nullptr ? map.find("trace") : nullptr);
  Trace::Scope step(context.trace, "expression", where);
  const OriginId outside = std::exchange(context.here, where);

  // An item that is no resource is seen by the text of a loop only, not by expressions within it.
  Scope scope = outer;
  scope.item = {};
  scope.start = {};
  Matches result;
  if (source == nullptr) {
    result.list = source_matches(expression, scope, where);
  } else {
    // The scope of the source. `base_dir` is evaluated in the scope outside; variables are evaluated with it.
    if (const Value* strict = field(map, "strict")) {
      scope.strictness = python_truth(*strict) ? Strictness::strict : Strictness::lenient;
    }
    if (const Value* directory = field(map, "base_dir")) scope.base_dir = map_value(*directory, outer);
    if (const Value* variables = field(map, "vars")) add_variables(*variables, scope);
    // A loop's items do not change where the expression started.
    scope.start = scope.current();
    result.list = source_matches(*source, scope, where);
    // The loop over what it matches: of the two keys `foreach` wins, and keeps the list.
    const Value* foreach = map.find("foreach");
    const Value* form = foreach != nullptr ? foreach : map.find("select");
    if (form != nullptr && !form->is_null() && !result.list.empty()) {
      result.list = loop(*form, std::move(result.list), scope, where);
    }
    result.stays_list = foreach != nullptr && !foreach->is_null();
    if (!result.stays_list) check_strict(map, result.list, where);
  }
  if (context.trace) {
    step.done(result.list.size() == 1 && !result.stays_list ? result.list.front() : Value::list(result.list));
  }
  context.here = outside;
  return result;
}

List Evaluator::source_matches(const Value& source, const Scope& scope, OriginId where) {
  if (source.verbatim()) return {source};
  switch (source.kind()) {
    case Kind::undefined:
    case Kind::null: return {};
    case Kind::string: return query(source, scope);
    case Kind::list: {
      List result;
      for (const Value& item : source.as_list()) result.push_back(lazy(item, scope));
      return result;
    }
    case Kind::map: break;
    default: return {source};
  }
  // A map: the first key that names a function is called, the others are its keyword arguments.
  const Map& map = source.as_map();
  for (const auto& [key, argument] : map) {
    if (!key.is_string()) continue;
    if (const auto* entry = functions.find("function", key.as_string())) {
      return call(*entry, key.as_string(), map, scope, source.origin() != 0 ? source.origin() : where);
    }
    if (const std::string_view reason = unavailable_function(key.as_string()); !reason.empty()) {
      context.fail(key.origin() != 0 ? key.origin() : where, "unavailable",
                   "The function " + quote(key.as_string()) + " " + std::string(reason) + ".");
    }
  }
  // Or an expression map within the expression map.
  if (source_of(map) == nullptr) fail_function_missing(source, where);
  return matches_of(lazy(source, scope), scope);
}

void Evaluator::fail_function_missing(const Value& source, OriginId where) {
  const std::string message = "Function missing in " + short_text(source, 80) + ".";
  for (const auto& [key, argument] : source.as_map()) {
    const std::string_view nearest = key.is_string() ? functions.nearest("function", key.as_string()) : "";
    if (nearest.empty()) continue;
    context.fail_name(key.origin() != 0 ? key.origin() : where, "function-missing", message, key.as_string(), nearest);
  }
  context.fail(source.origin() != 0 ? source.origin() : where, "function-missing", message);
}

List Evaluator::matches_of(const Value& result, const Scope& scope) {
  if (result.is_undefined() || result.is_null()) return {};
  if (is_template(result)) return {render(result, scope)};
  if (result.is_list() && !result.sensitive()) {
    List items = result.as_list();
    for (Value& item : items) {
      if (result.verbatim()) item = std::move(item).with_verbatim();
      item = lazy(item, scope);
    }
    return items;
  }
  if (auto* collection = object_cast<Collection>(result);
      collection != nullptr && collection->is_list() && !result.sensitive()) {
    List items;
    for (std::size_t index = 0; index < collection->size(); ++index) items.push_back(collection->item(index));
    return items;
  }
  return {result.is_map() ? lazy(result, scope) : result};
}

}  // namespace evalground::unfurl
