// Validates and converts values by their declarations.
//
//   disk: {type: scalar-unit.size, constraints: [{greater_than: 1 GB}]}
//
// converts the text "5 GB" to a scalar, and rejects "5 apples" and "10 MB" with an Error. A value passes these steps:
//
//   sensitive   marked if the declaration's metadata says so, first: no later step may show it
//   transform   an expression of the declaration's metadata, with the value as $value
//   null        allowed only if the declaration says `required: false`
//   type        conversion to a simple type, or the properties of a data type, each with its own declaration
//   constraints of the declaration
//
// This happens twice: while a document is loaded, for literal values (without a resource: expressions are skipped), and
// when an attribute is read, for the value of its definition (AttributeRule).
//
// Invariants: a value keeps its origin through conversion. A lazy list or map is evaluated as a whole only where a rule
// needs its members (`entry_schema`, the properties of a data type). Otherwise it stays lazy.
//
// The rules are those of the TOSCA parser that Unfurl uses (`DataEntity.validate_datatype`).
#include "dialects/unfurl/topology/conform.hpp"

#include <algorithm>
#include <cmath>

#include "base/scoped_value.hpp"
#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "dialects/unfurl/expression/evaluator.hpp"
#include "dialects/unfurl/expression/expression.hpp"
#include "dialects/unfurl/tosca/constraints.hpp"
#include "dialects/unfurl/tosca/timestamp.hpp"
#include "dialects/unfurl/tosca/version.hpp"
#include "dialects/unfurl/values/collection.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "dialects/unfurl/values/scalar.hpp"
#include "runtime/sensitive.hpp"
#include "value/compare.hpp"
#include "value/python_text.hpp"

namespace evalground::unfurl {
namespace {

// The types to which literal values are converted. Computed values are not converted to them.
constexpr std::string_view converted_types[] = {"integer", "float", "number", "boolean", "version"};
constexpr std::string_view scalar_prefix = "scalar-unit.";

bool is_range(const Value& value) {
  if (!value.is_list() || value.as_list().size() != 2) return false;
  const Value& least = value.as_list()[0];
  const Value& most = value.as_list()[1];
  const auto is_bound = [](const Value& bound) {
    return bound.kind() == Kind::integer || (bound.is_string() && bound.as_string() == "UNBOUNDED");
  };
  if (!is_bound(least) || !is_bound(most)) return false;
  if (least.is_string() || most.is_string()) return true;
  return least.as_integer() <= most.as_integer();
}

// The simple type that a data type is based on ("integer" for PortDef); empty for one with properties.
std::string_view simple_base(const Type& type) {
  if (const Value* base = type.inherited("type"); base != nullptr && base->is_string()) return base->as_string();
  const Value* derived_from = type.inherited("derived_from");
  if (derived_from != nullptr && derived_from->is_string() && is_simple_type(derived_from->as_string())) {
    return derived_from->as_string();
  }
  return {};
}

const Value* metadata_of(const Map& declaration, std::string_view key) {
  const Value* metadata = declaration.find("metadata");
  return metadata != nullptr && metadata->is_map() ? metadata->as_map().find(key) : nullptr;
}

// One value on its way through the steps above.
class Conformity {
 public:
  Conformity(Types& types, Evaluator& evaluator, Resource* resource, bool is_computed)
      : types_(types),
        evaluator_(evaluator),
        context_(evaluator.context),
        resource_(resource),
        is_computed_(is_computed) {}

  // A member of a list, a map or a data type is validated by its declaration, but not converted. It may be null.
  Value apply_member(const Value& written, const Expected& expected) {
    if (written.is_null()) return written;
    Value value = apply(written, expected, true);
    const Value* type = expected.declaration.find("type");
    const bool is_simple = type != nullptr && type->is_string() && is_simple_type(type->as_string()) &&
                           type->as_string() != "list" && type->as_string() != "map";
    // A scalar-unit is one when it is read, also as a member.
    const bool is_scalar = resource_ != nullptr && is_simple && type->as_string().starts_with(scalar_prefix);
    const bool is_plain = is_simple && !is_scalar && expected.declaration.find("metadata") == nullptr;
    return is_plain ? written : value;
  }

  Value apply(const Value& written, const Expected& expected, bool is_member = false) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    const bool is_declared_secret = is_sensitive_declaration(expected.declaration);
    const ScopedValue<bool> secret(is_secret_, is_secret_ || is_declared_secret || written.sensitive());
    Value value = is_declared_secret ? marked_sensitive(context_, written) : written;
    // The steps are in the order of the reference: constraints see the converted value.
    if (const Value* transform = metadata_of(expected.declaration, "transform"))
      value = transformed(value, *transform, expected);
    if (value.is_null()) {
      if (!is_required(expected.declaration)) return value;
      fail(value, "null-value", quote(expected.name) + " cannot be null.");
    }
    if (const Value* type = expected.declaration.find("type")) value = of_type(value, *type, expected, is_member);
    if (const Value* constraints = expected.declaration.find("constraints")) {
      check_constraints(context_, *constraints, for_message(value), expected.name, constrained_type(expected));
    }
    if (!is_member) validate(value, expected);
    if (is_declared_secret) value = marked_sensitive(context_, evaluator_.plain(value));
    return value;
  }

 private:
  [[noreturn]] void fail(const Value& value, std::string_view code, std::string message) const {
    context_.fail(value.origin(), code, std::move(message));
  }
  [[noreturn]] void fail_type(const Value& value, std::string_view wanted, const Expected& expected) const {
    fail(value, "wrong-type",
         shown(context_, for_message(value)) + " is not " + std::string(wanted) + ", as " + quote(expected.name) +
             " must be.");
  }
  // Members of a sensitive value, and their keys, have no mark of their own.
  Value for_message(const Value& value) const { return is_secret_ ? value.with_sensitive() : value; }

  // The scope of the expressions in a declaration's metadata.
  Scope metadata_scope(const Value& value, std::string_view property) const {
    Scope scope = Evaluator::scope_of(*resource_);
    scope.variables = Ref<Variables>(
        new Variables(evaluator_.memos, scope.variables, {{"value", value}, {"property", Value::string(property)}}));
    return scope;
  }

  Value transformed(const Value& value, const Value& transform, const Expected& expected) {
    if (resource_ == nullptr) return value;
    const Scope scope = metadata_scope(evaluator_.plain(value), expected.name);
    return evaluator_.map_value(transform, scope).with_origin(value.origin());
  }

  // `validation` in the metadata of the declaration, or else of its data type: an expression about $value and $property
  // that must be true. A scalar is its text there, as in the reference.
  void validate(const Value& value, const Expected& expected) {
    if (resource_ == nullptr) return;
    const Value* validation = metadata_of(expected.declaration, "validation");
    if (validation == nullptr || !python_truth(*validation)) validation = validation_of_type(expected);
    if (validation == nullptr || !python_truth(*validation)) return;
    const Value plain = evaluator_.plain(value);
    const auto* scalar = object_cast<Scalar>(plain);
    const Value subject = scalar != nullptr ? Value::string(scalar->text()).with_sensitive(value.sensitive()) : plain;
    const Scope scope = metadata_scope(subject, expected.name);
    const List matches = evaluator_.evaluate(*validation, scope).list;
    if (!matches.empty() && evaluator_.truth(matches.front())) return;
    fail(value, "constraint",
         "The value " + (is_secret_ ? "" : shown(context_, value) + " ") + "of " + quote(expected.name) +
             " does not pass the `validation` of its declaration.");
  }

  // Of the type's own definition: the reference looks at no base.
  const Value* validation_of_type(const Expected& expected) {
    const std::string_view name = text_field(expected.declaration, "type");
    if (name.empty() || is_simple_type(name)) return nullptr;
    const Type& type = types_.get(TypeKind::data, name, expected.names, 0);
    return metadata_of(type.definition.as_map(), "validation");
  }

  // The type whose constraints a declaration may use: a data type that stands for a simple one has that one's. Without
  // a type, an input or output takes any value.
  std::string_view constrained_type(const Expected& expected) {
    const Value* written = expected.declaration.find("type");
    if (written == nullptr || !written->is_string()) return "any";
    const std::string_view name = written->as_string();
    if (is_parameter_type(name)) return name;
    const std::string_view base = simple_base(types_.get(TypeKind::data, name, expected.names, written->origin()));
    return base.empty() ? name : base;
  }

  // The value as a type wants it.
  Value of_type(const Value& value, const Value& type, const Expected& expected, bool is_member) {
    if (!type.is_string()) {
      fail(type.is_null() ? value : type, "wrong-type",
           std::string(invalid) + "the type of " + quote(expected.name) + " must be of type string, not " +
               kind_text(type) + ".");
    }
    const std::string_view name = type.as_string();
    if (is_member && name == "string" && !value.is_string() && !value.is_object()) {
      fail_type(value, "a string", expected);
    }
    const Value conforming =
        is_simple_type(name) ? simple(value, name, expected) : data(value, name, type.origin(), expected, is_member);
    // What an expression gave is not converted either, except to a scalar.
    return is_computed_ && is_among(converted_types, name) ? value : conforming;
  }

  Value simple(const Value& value, std::string_view type, const Expected& expected) {
    if (type == "string") return string(value);
    if (type == "integer") return integer(value, expected);
    if (type == "float" || type == "number") return real(value, type == "number", expected);
    if (type == "boolean") return boolean(value, expected);
    if (type == "list") {
      if (!is_list_like(value)) fail_type(value, "a list", expected);
      return items(value, expected);
    }
    if (type == "map") {
      if (!is_map_like(value)) fail_type(value, "a map", expected);
      return members(value, expected);
    }
    if (type == "range") {
      const Value plain = evaluator_.plain(value);
      if (!is_range(plain)) fail_type(plain, "a valid range", expected);
      return plain;
    }
    if (type == "timestamp" && !(value.is_string() && is_date(value.as_string()))) {
      fail_type(value, "a valid timestamp", expected);
    }
    if (type == "version") {
      Value text = value.is_string() ? value : text_of(value);
      if (!is_version(text.as_string())) fail_type(value, "a valid version", expected);
      return text;
    }
    return type.starts_with(scalar_prefix) ? scalar(value, type, expected) : value;
  }

  bool is_date(std::string_view text) const {
    return is_timestamp(text, civil_time(context_.clock.now()), context_.budget);
  }

  Value string(const Value& value) {
    if (is_computed_) return value;  // the reference converts only what is written
    if (!value.is_string() && value.kind() != Kind::bytes && !value.is_object()) return text_of(value);
    return is_list_like(value) || is_map_like(value) ? text_of(evaluator_.plain(value)) : value;
  }

  Value text_of(const Value& value) {
    return Value::string(python_str(value, context_.budget))
        .with_origin(value.origin())
        .with_sensitive(value.sensitive());
  }

  Value integer(const Value& value, const Expected& expected) {
    if (value.kind() == Kind::integer || value.kind() == Kind::boolean) return value;
    if (value.kind() == Kind::real && std::abs(value.as_real()) < 9e18) {
      return Value::integer(static_cast<std::int64_t>(value.as_real())).with_origin(value.origin());
    }
    const auto number = value.is_string() ? parse_loose_integer(trim(value.as_string()))
                                          : ParsedNumber<std::int64_t>{0, NumberFault::not_a_number};
    if (!number) fail_type(value, "an integer", expected);
    return Value::integer(number.value).with_origin(value.origin());
  }

  Value real(const Value& value, bool keeps_integers, const Expected& expected) {
    if (value.kind() == Kind::real || (keeps_integers && value.kind() == Kind::integer)) return value;
    if (value.kind() == Kind::integer) return Value::real(value.as_real()).with_origin(value.origin());
    const auto measure = value.is_string() ? parse_measure(value.as_string()) : std::nullopt;
    if (!measure || measure->unit != nullptr) fail_type(value, "a float", expected);
    return Value::real(measure->number.as_real()).with_origin(value.origin());
  }

  Value boolean(const Value& value, const Expected& expected) {
    if (value.kind() == Kind::boolean) return value;
    const std::string_view text = value.is_string() ? value.as_string() : std::string_view();
    const bool is_true = text == "true" || text == "True" || text == "TRUE";
    if (!is_true && text != "false" && text != "False" && text != "FALSE") fail_type(value, "a boolean", expected);
    return Value::boolean(is_true).with_origin(value.origin());
  }

  Value scalar(const Value& value, std::string_view type, const Expected& expected) {
    const Value parsed = value.is_string() ? parse_scalar(value.as_string()) : value;
    const auto* found = object_cast<Scalar>(parsed);
    if (found == nullptr || dimension_name(found->unit().dimension) != type.substr(scalar_prefix.size())) {
      fail_type(value, "a valid scalar-unit", expected);
    }
    return parsed.with_origin(value.origin());
  }

  // The declaration of members: `entry_schema`, or the type that it names. Empty when absent.
  static Map entry_declaration(const Expected& expected) {
    const Value* schema = expected.declaration.find("entry_schema");
    if (schema == nullptr) return {};
    if (schema->is_map()) return schema->as_map();
    Map declaration;
    if (schema->is_string()) declaration.set("type", *schema);
    return declaration;
  }

  Value items(const Value& value, const Expected& expected) {
    const Map declaration = entry_declaration(expected);
    if (declaration.empty()) return value;
    Value plain = evaluator_.plain(value);
    List converted;
    for (const Value& item : plain.as_list())
      converted.push_back(apply_member(item, {declaration, expected.names, expected.name}));
    return Value::list(std::move(converted)).with_origin(value.origin()).with_sensitive(plain.sensitive());
  }

  Value members(const Value& value, const Expected& expected) {
    const Map declaration = entry_declaration(expected);
    const Value* of_keys = expected.declaration.find("key_schema");
    if (declaration.empty() && of_keys == nullptr) return value;
    const Value plain = evaluator_.plain(value);
    if (of_keys != nullptr && of_keys->is_map()) {
      for (const auto& entry : plain.as_map()) {
        apply_member(entry.key, {of_keys->as_map(), expected.names, expected.name});
      }
    }
    if (declaration.empty()) return value;
    Map converted;
    for (const auto& entry : plain.as_map()) {
      converted.set(entry.key, apply_member(entry.value, {declaration, expected.names, expected.name}));
    }
    return Value::map(std::move(converted)).with_origin(value.origin()).with_sensitive(plain.sensitive());
  }

  Value data(const Value& written, std::string_view name, OriginId where, const Expected& expected, bool is_member) {
    const Type& type = types_.get(TypeKind::data, name, expected.names, where);
    // The type may define its own `transform`.
    Value value = written;
    const Value* metadata = type.inherited("metadata");
    const Value* transform = metadata != nullptr && metadata->is_map() ? metadata->as_map().find("transform") : nullptr;
    if (transform != nullptr) value = transformed(value, *transform, expected);
    if (const std::string_view base = simple_base(type); !base.empty()) {
      value = simple(value, base, expected);
      // The reference ignores the constraints of the document's simple types, except for members.
      const Value* constraints = type.is_builtin || is_member ? type.inherited("constraints") : nullptr;
      if (constraints != nullptr) check_constraints(context_, *constraints, for_message(value), expected.name, base);
      return value;
    }
    if (!is_map_like(value)) fail_type(value, "a map", expected);
    return fields(evaluator_.plain(value), type, expected);
  }

  // The value of a data type with properties.
  Value fields(const Value& value, const Type& type, const Expected& expected) {
    // The members that are present, each by its declaration.
    Map result;
    for (const auto& entry : value.as_map()) {
      const Declaration* field = type.property(entry.key);
      if (field != nullptr) {
        const std::string name = field_name(expected, entry.key);
        result.set(entry.key, apply_member(entry.value, {field->definition, *field->names, name}));
      } else if (type.takes_any_property.value_or(false)) {
        result.set(entry.key, entry.value);
      } else {
        if (is_secret_) {
          fail(value, "unknown-field",
               std::string(invalid) + "the sensitive value of " + quote(expected.name) + " has an unknown field.");
        }
        fail_unknown_field(context_, entry.key, "the value of " + quote(expected.name),
                           nearest(key_text(entry.key), names_of(type.properties)));
      }
    }
    // Missing members: their default, or an error for required ones.
    for (const Declaration& field : type.properties) {
      if (value.as_map().contains(field.name)) continue;
      const std::string name = field_name(expected, field.name);
      check_type_of(field);
      if (const Value* fallback = field.definition.find("default")) {
        if (resource_ == nullptr) continue;
        const Value evaluated = evaluator_.map_value(*fallback, Evaluator::scope_of(*resource_));
        result.set(field.name, apply_member(evaluated, {field.definition, *field.names, name}));
      } else if (field.is_property && is_required(field.definition)) {
        fail(value, "missing-field",
             std::string(invalid) + "the value of " + quote(expected.name) + " is missing required field " +
                 quote(key_text(field.name)) + ".");
      }
    }
    return Value::map(std::move(result)).with_origin(value.origin()).with_sensitive(value.sensitive());
  }

  // Even the type of an absent member must exist.
  void check_type_of(const Declaration& field) {
    const Value* type = field.definition.find("type");
    if (type == nullptr || !type->is_string() || is_simple_type(type->as_string())) return;
    if (!types_.knows(type->as_string(), *field.names)) {
      types_.get(TypeKind::data, type->as_string(), *field.names, type->origin());
    }
  }

  // The name of a field whose key the type declares.
  std::string field_name(const Expected& expected, const Value& key) {
    return std::string(expected.name) + "." + python_str(key, context_.budget);
  }

  Types& types_;
  Evaluator& evaluator_;
  Context& context_;
  Resource* resource_;
  const bool is_computed_;
  bool is_secret_ = false;  // the value, or one that contains it, is sensitive
};

class DeclarationRule final : public AttributeRule {
 public:
  DeclarationRule(Types& types, const Declaration& declaration) : types_(types), declaration_(declaration) {}

  Value apply(Evaluator& evaluator, Resource& resource, const Value& written, Value value) const override {
    const Map& definition = declaration_.definition;
    if (value.is_null() && (declaration_.is_attribute || written.is_null())) return value;
    const std::string_view name = declaration_.name.is_string() ? declaration_.name.as_string() : std::string_view();
    // The value of an attribute counts as computed: it is validated, but not converted.
    const bool is_computed = !declaration_.is_property || holds_expressions(written, evaluator.context.budget);
    return conform(types_, evaluator, &resource, value, {definition, *declaration_.names, name}, is_computed);
  }
  bool is_sensitive() const override { return is_sensitive_declaration(declaration_.definition); }

 private:
  Types& types_;
  const Declaration& declaration_;
};

}  // namespace

bool is_sensitive_declaration(const Map& declaration) {
  const Value* mark = metadata_of(declaration, "sensitive");
  return mark != nullptr && python_truth(*mark);
}

bool is_required(const Map& declaration) {
  const Value* required = declaration.find("required");
  return required == nullptr || required->kind() != Kind::boolean || required->as_boolean();
}

void check_input(Types& types, Evaluator& evaluator, const Value& value, const Expected& expected, OriginId declared) {
  try {
    Conformity(types, evaluator, nullptr, false).apply(value, expected, true);
  } catch (Error& error) {
    OriginId& where = error.diagnostic.where;
    if (!evaluator.context.is_in_text(where)) where = declared;
    throw;
  }
}

Value conform(Types& types, Evaluator& evaluator, Resource* resource, const Value& value, const Expected& expected,
              bool is_computed) {
  return Conformity(types, evaluator, resource, is_computed).apply(value, expected);
}

const AttributeRule* Rules::rule_of(const Declaration& declaration) {
  auto& rule = rules_[&declaration];
  if (rule == nullptr) rule = std::make_unique<DeclarationRule>(types_, declaration);
  return rule.get();
}

const AttributeRule* Rules::with_constraints(const Declaration& declaration, List constraints) {
  Declaration changed = declaration;
  if (const Value* own = declaration.definition.find("constraints"); own != nullptr && own->is_list()) {
    constraints.insert(constraints.begin(), own->as_list().begin(), own->as_list().end());
  }
  changed.definition.set("constraints", Value::list(std::move(constraints)));
  declarations_.push_back(std::move(changed));
  return rule_of(declarations_.back());
}

}  // namespace evalground::unfurl
