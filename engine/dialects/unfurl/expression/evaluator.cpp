// The state of an evaluation, and the values that every expression can name.
#include "dialects/unfurl/expression/evaluator.hpp"

#include "base/text/text.hpp"
#include "dialects/unfurl/values/fields.hpp"

namespace evalground::unfurl {
Evaluator::Evaluator(Context& context_, const FunctionCatalogue& functions_, TemplateFactory make_templates)
    : context(context_), functions(functions_), tree(*this), make_templates_(make_templates) {}

Evaluator::~Evaluator() {
  memos.forget_all();
}

Scope Evaluator::scope_of(Resource& resource) {
  return {&resource, {}, {}, {}, {}};
}

// Made on first use: a document without templates does not pay for Jinja2.
TemplateRenderer& Evaluator::templates() {
  if (!templates_) templates_ = make_templates_(*this);
  return *templates_;
}

namespace {

// True for text that opens `{{`, `{%` or `{#`.
bool opens_template(std::string_view text) {
  for (std::size_t at = text.find('{'); at != std::string_view::npos && at + 1 < text.size();
       at = text.find('{', at + 1)) {
    if (text[at + 1] == '{' || text[at + 1] == '%' || text[at + 1] == '#') return true;
  }
  return false;
}

}  // namespace

Value Evaluator::render(const Value& text, const Scope& scope) {
  // Text that only closes braces, such as JSON, is returned unchanged: neither rendered nor parsed as a literal.
  if (!opens_template(text.as_string())) {
    return Value::string(trim(text.as_string()))
        .with_origin(text.origin())
        .with_sensitive(text.sensitive())
        .with_verbatim();
  }
  Provenance::Computation computation(context.provenance);
  const OriginId origin = computed(text.origin());
  // Not restored when an exception passes: a limit is reported at the place where it was reached.
  const OriginId outside = context.here;
  // A text that the workspace gives beside its documents stands in none: then the expression that reads it is shown.
  if (context.is_in_text(text.origin())) context.here = text.origin();
  Value result = templates().render(text, outside, scope).with_origin(origin);
  context.here = outside;
  computation.made(origin);
  return result;
}

// The origin of a value that was computed from a definition. One for each definition, so that all its readers share it.
OriginId Evaluator::computed(OriginId definition) {
  if (definition == 0) return 0;
  OriginId& known = computed_[definition];
  if (known == 0) {
    const Origin origin = context.sources.origin(definition);
    known = context.sources.chain(definition, Via::expression, origin.previous, origin.overrides);
  }
  return known;
}

// Variables of the expression, then constants and the roots of the tree, which a variable may hide. `start` cannot be
// hidden. A variable is evaluated on first use, in the scope of the expression that defines it.
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
  if (name == "ROOT" || name == "TOPOLOGY") {
    if (tree.application == nullptr) return Value::object(Ref<Object>(&tree.root()));
    // What templates see as the application: the node that substitutes the topology, the targets of its requirements,
    // inputs and outputs.
    Map result;
    for (const Value& key : tree.root().attribute_names()) result.set(key, attribute(tree.root(), key));
    for (Resource* requirement : tree.application->requirements) {
      if (requirement->target != nullptr)
        result.set(requirement->name, Value::object(Ref<Object>(requirement->target)));
    }
    result.set("app", Value::object(Ref<Object>(tree.application)));
    return Value::map(std::move(result));
  }
  return {};
}

void Evaluator::warn_unknown_variable(std::string_view name, const Scope& scope, OriginId where) {
  if (!missed_.insert(std::to_string(where) + "$" + std::string(name)).second) return;
  context.ask("vars", name, where);
  std::vector<std::string_view> known{"start", "true", "false", "null", "NODES", "ROOT", "TOPOLOGY"};
  Variables::add_names(scope.variables.get(), known);
  const std::string_view nearest_variable = nearest(name, known);
  if (nearest_variable.empty()) return;
  context.warn_name(where, "unknown-variable", "No variable is called " + quote(name) + ", so the result is null.",
                    name, nearest_variable);
}

void Evaluator::warn_unknown_resource(std::string_view name, OriginId where) {
  if (!missed_.insert(std::to_string(where) + ":" + std::string(name)).second) return;
  const std::string_view nearest_resource = tree.nearest(name);
  if (nearest_resource.empty()) return;
  context.warn_name(where, "unknown-resource", "No resource is called " + quote(name) + ", so the result is null.",
                    name, nearest_resource);
}

// A hint and not a warning, because null is a valid answer: some resources may have the attribute and others not.
void Evaluator::hint_unknown_key(std::string_view name, const Value& holder, OriginId where) {
  if (!missed_.insert(std::to_string(where) + "." + std::string(name)).second) return;
  List keys;
  if (auto* resource = object_cast<Resource>(holder)) {
    keys = resource->attribute_names();
  } else if (holder.is_map()) {
    for (const auto& entry : holder.as_map()) keys.push_back(entry.key);
  }
  std::vector<std::string_view> known;
  for (const Value& key : keys) {
    if (key.is_string()) known.push_back(key.as_string());
  }
  const std::string_view nearest_key = nearest(name, known);
  if (nearest_key.empty()) return;
  context.hint_name(where, "missing-key", "No " + quote(name) + " here, so the result is null.", name, nearest_key);
}

Value Evaluator::map_value(const Value& value, const Scope& scope) {
  return plain(lazy(value, scope));
}

// The rule of Unfurl for several results: none is null, one is itself, more are a list.
Value Evaluator::reduce(Matches matches) {
  if (!matches.stays_list && matches.list.empty()) return Value::null();
  if (!matches.stays_list && matches.list.size() == 1) return std::move(matches.list.front());
  return Value::list(std::move(matches.list));
}

}  // namespace evalground::unfurl
