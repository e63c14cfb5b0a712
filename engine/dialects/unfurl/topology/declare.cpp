// Puts together what a resource has: what the template assigns, what filters of requirements adjust, and what the type
// declares.
//
//   type        port: {type: integer, default: 80}, host: {type: string}
//   template    host: web
//   filter      port: 8080
//   resource    host: web, port: 8080
//
// Nothing is evaluated here. Each property keeps its definition with the rule of its declaration, which is applied when
// the property is read.
#include "dialects/unfurl/topology/declare.hpp"

#include "base/text/text.hpp"
#include "dialects/unfurl/expression/evaluator.hpp"
#include "dialects/unfurl/expression/expression.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "value/python_text.hpp"

namespace evalground::unfurl {
namespace {

// A default as a resource gets it: its origin includes the place that names the type.
// A reader who follows a value to its source sees the default, and from there the place that chose the type.
Value default_value(Context& context, const Value& value, OriginId where) {
  const OriginId place = value.origin() != 0 ? value.origin() : where;
  const OriginId previous = value.origin() != 0 ? where : 0;
  return value.with_origin(context.sources.chain(place, Via::fallback, previous));
}

// For a property of type string, a literal list or map stands for its text. Only templates in it are evaluated.
Value written_value(Context& context, const Declaration& declaration, const Value& value) {
  if (!declaration.is_property || text_field(declaration.definition, "type") != "string" ||
      !(value.is_map() || value.is_list()))
    return value;
  if (is_expression_map(value) || !holds_expressions(value, context.budget)) return value;
  return Value::string(python_str(value, context.budget)).with_origin(value.origin()).with_sensitive(value.sensitive());
}

const Adjustment* find(const Adjustments& adjustments, const Value& name) {
  const auto found = name.is_string() ? adjustments.find(std::string(name.as_string())) : adjustments.end();
  return found == adjustments.end() ? nullptr : &found->second;
}

}  // namespace

// For `.super`: what each property would be one layer farther down. If the template sets it, that is the type's
// default, else the default of the first base.
std::vector<InheritedDefault> Declarer::inherited_defaults(const Type& type, const Map& assigned) {
  std::vector<InheritedDefault> defaults;
  for (const Declaration& declaration : type.properties) {
    const Value* fallback = declaration.definition.find("default");
    if (fallback == nullptr) continue;
    const Declaration* source = &declaration;
    if (!assigned.contains(declaration.name)) {
      source = type.bases.empty() ? nullptr : type.bases.front()->property(declaration.name);
      fallback = source == nullptr ? nullptr : source->definition.find("default");
    }
    if (fallback != nullptr) defaults.push_back({&source->name, fallback, rules_.rule_of(*source)});
  }
  return defaults;
}

void Declarer::define(Resource& resource, const Type& type, const Map& assigned, OriginId where,
                      const Adjustments& adjustments, const Map& metadata) {
  Context& context = evaluator_.context;
  resource.type = &type;
  // A requirement's filter may add constraints to the rule of a declaration.
  resource.inherited = inherited_defaults(type, assigned);
  const auto rule = [&](const Declaration& declaration) {
    const Adjustment* adjustment = find(adjustments, declaration.name);
    return adjustment == nullptr || adjustment->constraints.empty()
               ? rules_.rule_of(declaration)
               : rules_.with_constraints(declaration, adjustment->constraints);
  };
  const bool takes_any = takes_any_property(type, metadata);
  // The assigned properties, in order. Undeclared ones are dropped, unless the type or template allows any.
  for (const auto& [name, value] : assigned) {
    context.budget.step();
    const Adjustment* adjustment = find(adjustments, name);
    const Value& used = adjustment != nullptr && !adjustment->value.is_undefined() ? adjustment->value : value;
    const Declaration* declaration = type.property(name);
    if (declaration != nullptr && declaration->is_property) {
      resource.properties.define(name, written_value(context, *declaration, used), rule(*declaration));
    } else if (declaration == nullptr && takes_any) {
      resource.properties.define(name, used);
    }
  }
  // The other properties: a filter's value, else the default, else null for an attribute.
  for (const Declaration& declaration : type.properties) {
    context.budget.step();
    if (resource.properties.has(declaration.name)) continue;
    const Adjustment* adjustment = find(adjustments, declaration.name);
    if (adjustment != nullptr && !adjustment->value.is_undefined()) {
      resource.properties.define(declaration.name, adjustment->value, rule(declaration));
    } else if (const Value* fallback = declaration.definition.find("default")) {
      const Value value = default_value(context, *fallback, where);
      resource.properties.define(declaration.name, written_value(context, declaration, value), rule(declaration));
    } else if (declaration.is_attribute) {
      resource.properties.define(declaration.name, default_value(context, Value::null(), where), rule(declaration));
    }
  }
  // A filter may set properties that no type declares.
  for (const auto& [name, adjustment] : adjustments) {
    context.budget.step();
    const Value key = Value::string(name);
    if (!adjustment.value.is_undefined() && !resource.properties.has(key)) {
      resource.properties.define(key, adjustment.value);
    }
  }
}

// Plain values only. A value with an expression is checked when it is read, because its type is not known before.
void Declarer::check(const Type& type, const Map& assigned, std::string_view what, OriginId where) {
  Context& context = evaluator_.context;
  for (const Declaration& declaration : type.properties) {
    context.budget.step();
    if (!declaration.is_property) continue;
    const Value* value = assigned.find(declaration.name);
    const Value* used = value != nullptr ? value : declaration.definition.find("default");
    if (used == nullptr) {
      if (!is_required(declaration.definition)) continue;
      context.fail(where, "missing-field",
                   std::string(invalid) + "the properties of " + std::string(what) + " are missing required field " +
                       quote(key_text(declaration.name)) + ".");
    }
    if (holds_expressions(*used, context.budget)) continue;
    if (value == nullptr && (type.is_builtin || used->is_null())) continue;  // built-in defaults are valid
    const std::string name = key_text(declaration.name);
    in_frame(value != nullptr ? value->origin() : where, "in property of " + std::string(what), name, [&] {
      conform(types_, evaluator_, nullptr, *used, {declaration.definition, *declaration.names, name});
    });
  }
}

void Declarer::check_types(const Type& type) {
  for (const Declaration& declaration : type.properties) {
    evaluator_.context.budget.step();
    const Value* name = declaration.definition.find("type");
    if (declaration.declared_by->is_builtin || name == nullptr) continue;
    if (!name->is_string()) {
      evaluator_.context.fail(name->origin() != 0 ? name->origin() : declaration.name.origin(), "wrong-type",
                              std::string(invalid) + "the type of " + quote(key_text(declaration.name)) +
                                  " must be of type string, not " + kind_text(*name) + ".");
    }
    if (!is_simple_type(name->as_string()) && !types_.knows(name->as_string(), *declaration.names)) {
      types_.get(TypeKind::data, name->as_string(), *declaration.names, name->origin());
    }
  }
}

Value Declarer::conforming(const Declaration& declaration, const Value& value) {
  const std::string name = key_text(declaration.name);
  return conform(types_, evaluator_, nullptr, value, {declaration.definition, *declaration.names, name});
}

const AttributeRule* Declarer::rule_of(const Type& type, const Value& name) {
  const Declaration* declaration = type.property(name);
  return declaration == nullptr ? nullptr : rules_.rule_of(*declaration);
}

// The declaration may be completed by a base in another file, which imports what this file does not. So the files of
// the bases are tried as well. The last call fails, with the message for the declaration's own file.
const Type& Declarer::type_of(TypeKind kind, const Value& name, const Declaration& declaration, const Type& declaring) {
  const std::string text = key_text(name);
  if (const Type* found = types_.find(kind, text, *declaration.names)) return *found;
  for (const Type* base : declaring.bases) {
    if (const Type* found = types_.find(kind, text, *base->names)) return *found;
  }
  return types_.get(kind, text, *declaration.names, name.origin());
}

}  // namespace evalground::unfurl
