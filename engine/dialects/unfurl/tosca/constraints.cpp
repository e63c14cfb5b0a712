// The constraints of TOSCA: `constraints: [{greater_than: 0}, {max_length: 8}]`. All items of the list must hold.
//
// One table has their names, the words of their messages, the types that they are for, what their operands must be, and
// the tests. A test that cannot be made, such as the length of a number, is not an error of its own: the constraint
// does not hold.
#include "dialects/unfurl/tosca/constraints.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "data/json_schema/json_schema.hpp"
#include "data/yaml/load.hpp"
#include "dialects/unfurl/tosca/types.hpp"
#include "dialects/unfurl/tosca/version.hpp"
#include "dialects/unfurl/values/collection.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "dialects/unfurl/values/scalar.hpp"
#include "value/compare.hpp"
#include "value/json.hpp"
#include "value/python_text.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::string_view bad_pattern = "bad-pattern";
// Problems of an operand. Any other Error of a test means that the constraint does not hold.
constexpr std::string_view operand_problems[] = {bad_pattern, "json-syntax", "invalid-schema"};
constexpr std::string_view unbounded = "UNBOUNDED";

// The order of a value and a limit. For a scalar, the limit's text is also parsed as a scalar.
Order order(Context& context, const Value& value, const Value& limit) {
  if (limit.is_string() && limit.as_string() == unbounded) return Order::less;
  const auto* scalar = object_cast<Scalar>(value);
  if (scalar == nullptr) return python_order(value, limit, context.budget);
  const Value parsed = limit.is_string() ? parse_scalar(limit.as_string()) : limit;
  const auto* other = object_cast<Scalar>(parsed);
  if (other == nullptr || other->unit().dimension != scalar->unit().dimension) return Order::unordered;
  return python_order(Value::real(scalar->base()), Value::real(other->base()), context.budget);
}

// A scalar also equals text that spells it: `equal: 1 GB` holds for 1000 MB.
bool equals(Context& context, const Value& value, const Value& other) {
  if (value.is_object()) return order(context, value, other) == Order::equal;
  return python_equal(value, other, context.budget);
}

// The length of a text in characters, or of a list or map in members.
std::optional<std::int64_t> length_of(const Value& value) {
  if (value.is_string()) return static_cast<std::int64_t>(count_code_points(value.as_string()));
  if (value.is_list()) return static_cast<std::int64_t>(value.as_list().size());
  if (value.is_map()) return static_cast<std::int64_t>(value.as_map().size());
  if (auto* collection = object_cast<Collection>(value)) return static_cast<std::int64_t>(collection->size());
  return std::nullopt;
}

struct Check {
  Context& context;
  const Value& value;
  const Value& operand;
  std::string_view type;  // the declared one; empty when unknown
};

// Both ends belong to the range, and each may be UNBOUNDED. order() takes an upper UNBOUNDED as greater than all
// values.
bool in_range(const Check& check, const Value& value) {
  if (!check.operand.is_list() || check.operand.as_list().size() != 2) return false;
  const Value& least = check.operand.as_list()[0];
  const Value& most = check.operand.as_list()[1];
  const bool is_above = (least.is_string() && least.as_string() == unbounded) ||
                        order(check.context, value, least) == Order::greater ||
                        order(check.context, value, least) == Order::equal;
  const Order upper = order(check.context, value, most);
  return is_above && (upper == Order::less || upper == Order::equal);
}

template <class Compare>
bool compare_length(const Check& check, Compare compare) {
  const auto length = length_of(check.value);
  return length && check.operand.kind() == Kind::integer && compare(*length, check.operand.as_integer());
}

// The first match from the beginning must reach the end: `a|ab` does not match "ab", as in Python's re.match. An
// invalid pattern is its own Error, not a violated constraint.
bool matches_pattern(const Check& check) {
  if (!check.value.is_string() || !check.operand.is_string()) return false;
  const CompiledRegex compiled = check.context.regexes.compile(RegexSyntax::python, check.operand.as_string());
  if (!compiled) {
    throw Error(std::string(bad_pattern),
                "The pattern " + quote(check.operand.as_string()) +
                    " is no regular expression: " + compiled.error.message + ".",
                check.operand.origin());
  }
  RegexMatch match;
  const std::string_view text = check.value.as_string();
  return compiled.regex->find(text, 0, RegexAnchor::start, match, check.context.budget) && match.end() == text.size();
}

// A list must consist of valid values. Any other value must be one.
bool is_among_values(const Check& check) {
  if (!check.operand.is_list()) return false;
  const List& valid = check.operand.as_list();
  const auto is_valid = [&](const Value& value) {
    return std::any_of(valid.begin(), valid.end(), [&](const Value& one) { return equals(check.context, value, one); });
  };
  if (!is_list_like(check.value)) return is_valid(check.value);
  const Value all = plain(check.context, check.value);
  return std::all_of(all.as_list().begin(), all.as_list().end(), is_valid);
}

// `schema: '{"type": "object"}'`. A string holds YAML or JSON, whose value is validated.
bool matches_schema(const Check& check) {
  Context& context = check.context;
  JsonSchemaOptions options;
  options.only = JsonSchemaDraft::draft_7;
  JsonSchemas schemas(context.regexes);
  const Value schema = parse_json(check.operand.as_string(), context.budget);
  const Ref<const JsonSchema> compiled = schemas.compile(schema, options, context.budget);
  if (check.type != "string" || !check.value.is_string()) {
    return compiled->accepts(without_objects(context, check.value), context.budget);
  }
  const std::uint32_t file = context.sources.add_file("", std::string(check.value.as_string()));
  return compiled->accepts(load_yaml(context.sources, file, context.budget), context.budget);
}

// ---- what an operand may be

bool is_scalar_type(std::string_view type) {
  return type.starts_with("scalar-unit.");
}

// A value of a scalar type is written with a unit of its dimension: "5 GB". Other types do not limit their values.
bool is_operand_of(const Value& operand, std::string_view type) {
  if (!is_scalar_type(type)) return true;
  const Value parsed = operand.is_string() ? parse_scalar(operand.as_string()) : Value();
  const auto* scalar = object_cast<Scalar>(parsed);
  return scalar != nullptr && type.ends_with(dimension_name(scalar->unit().dimension));
}

bool is_limit(const Value& operand, std::string_view type) {
  return is_scalar_type(type) ? is_operand_of(operand, type) : operand.is_number() || operand.kind() == Kind::boolean;
}

bool is_bounds(const Value& operand, std::string_view type) {
  if (!operand.is_list() || operand.as_list().size() != 2) return false;
  return std::all_of(operand.as_list().begin(), operand.as_list().end(), [&](const Value& bound) {
    return (bound.is_string() && bound.as_string() == unbounded) || is_limit(bound, type);
  });
}

bool is_list_of_operands(const Value& operand, std::string_view type) {
  return operand.is_list() && std::all_of(operand.as_list().begin(), operand.as_list().end(),
                                          [&](const Value& one) { return is_operand_of(one, type); });
}

bool is_length(const Value& operand, std::string_view) {
  return operand.kind() == Kind::integer;
}

bool is_text(const Value& operand, std::string_view) {
  return operand.is_string();
}

bool is_text_or_number(const Value& operand, std::string_view) {
  return operand.is_string() || operand.is_number();
}

// ---- the types that a constraint is for

constexpr std::string_view comparable_types[] = {
    "integer", "float", "number", "timestamp", "scalar-unit.size", "scalar-unit.frequency", "scalar-unit.time"};
constexpr std::string_view bounded_types[] = {"integer",          "float",
                                              "number",           "timestamp",
                                              "scalar-unit.size", "scalar-unit.frequency",
                                              "scalar-unit.time", "range",
                                              "PortDef",          "tosca.datatypes.network.PortDef"};
constexpr std::string_view text_types[] = {"string"};
constexpr std::string_view sized_types[] = {"string", "map", "list"};
constexpr std::string_view schema_types[] = {"string", "any"};
constexpr std::string_view versioned_types[] = {"integer", "float", "number", "version", "string"};

struct Constraint {
  std::string_view name;
  std::string_view message;                 // the words between the value and the operand
  std::span<const std::string_view> types;  // empty: all but data types with properties
  std::string_view operand_words;
  bool (*takes)(const Value& operand, std::string_view type);
  bool (*holds)(const Check& check);
};

constexpr std::string_view limit_words = "a number, or a value with a unit for a scalar-unit";
constexpr std::string_view length_words = "a whole number";

constexpr Constraint constraints[] = {
    {"equal",
     "is not equal to",
     {},
     "a value with a unit for a scalar-unit",
     is_operand_of,
     [](const Check& c) { return equals(c.context, c.value, c.operand); }},
    {"greater_than", "must be greater than", comparable_types, limit_words, is_limit,
     [](const Check& c) { return order(c.context, c.value, c.operand) == Order::greater; }},
    {"greater_or_equal", "must be greater than or equal to", comparable_types, limit_words, is_limit,
     [](const Check& c) {
       const Order found = order(c.context, c.value, c.operand);
       return found == Order::greater || found == Order::equal;
     }},
    {"less_than", "must be less than", comparable_types, limit_words, is_limit,
     [](const Check& c) { return order(c.context, c.value, c.operand) == Order::less; }},
    {"less_or_equal", "must be less than or equal to", comparable_types, limit_words, is_limit,
     [](const Check& c) {
       const Order found = order(c.context, c.value, c.operand);
       return found == Order::less || found == Order::equal;
     }},
    {"in_range", "is out of range", bounded_types, "a list of two limits, each of which may be UNBOUNDED", is_bounds,
     [](const Check& c) {
       if (!c.value.is_list()) return in_range(c, c.value);
       const List& bounds = c.value.as_list();
       return std::all_of(bounds.begin(), bounds.end(), [&](const Value& bound) { return in_range(c, bound); });
     }},
    {"valid_values", "is not valid; expected one of", {}, "a list of values", is_list_of_operands, is_among_values},
    {"length", "has a length that must be equal to", text_types, length_words, is_length,
     [](const Check& c) { return compare_length(c, [](auto length, auto wanted) { return length == wanted; }); }},
    {"min_length", "has a length that must be at least", sized_types, length_words, is_length,
     [](const Check& c) { return compare_length(c, [](auto length, auto wanted) { return length >= wanted; }); }},
    {"max_length", "has a length that must be no greater than", sized_types, length_words, is_length,
     [](const Check& c) { return compare_length(c, [](auto length, auto wanted) { return length <= wanted; }); }},
    {"pattern", "does not match pattern", text_types, "a regular expression", is_text, matches_pattern},
    {"schema", "does not match the JSON schema", schema_types, "the JSON text of a schema", is_text, matches_schema},
    {"version", "is not compatible with version", versioned_types, "a version or requirements such as \">= 1.2, < 2\"",
     is_text_or_number,
     [](const Check& c) {
       return fulfils_version(python_str(c.operand, c.context.budget), python_str(c.value, c.context.budget));
     }},
};

bool holds_unbounded(const Value& operand) {
  const auto is_unbounded = [](const Value& bound) { return bound.is_string() && bound.as_string() == unbounded; };
  return operand.is_list() && std::any_of(operand.as_list().begin(), operand.as_list().end(), is_unbounded);
}

const Constraint& constraint_named(Context& context, const Value& key) {
  const std::string_view name = key.as_string();
  const auto* found = std::find_if(std::begin(constraints), std::end(constraints),
                                   [&](const Constraint& one) { return one.name == name; });
  if (found != std::end(constraints)) return *found;
  std::vector<std::string_view> known;
  for (const Constraint& one : constraints) known.push_back(one.name);
  context.fail_name(key.origin(), "unknown-constraint", "Unknown constraint " + quote(name) + ".", name,
                    nearest(name, known));
}

// A mistake in the declaration: a constraint that its type does not have, or an operand of the wrong kind.
void check_form(const Constraint& constraint, const Check& check, OriginId where, std::string_view name) {
  if (check.type.empty()) return;
  const auto fail = [&](OriginId place, const std::string& message) {
    check.context.fail(
        place, "wrong-constraint",
        std::string(invalid) + "the constraint " + quote(constraint.name) + " of " + quote(name) + " " + message + ".");
  };
  const bool is_for_type =
      constraint.types.empty() ? is_parameter_type(check.type) : is_among(constraint.types, check.type);
  if (!is_for_type) {
    fail(where, "does not apply to the type " + quote(check.type) +
                    (constraint.types.empty() ? "" : ", only to " + join(constraint.types, ", ")));
  }
  const OriginId place = check.operand.origin() != 0 ? check.operand.origin() : where;
  if (!constraint.takes(check.operand, check.type)) {
    fail(place, "needs " + std::string(constraint.operand_words) + ", not " + kind_text(check.operand));
  }
  // The reference looks at the text of these operands instead of the scalar that it stands for.
  const bool is_unbounded = constraint.name == "in_range" && holds_unbounded(check.operand);
  if (!is_scalar_type(check.type) || !(constraint.name == "greater_than" || is_unbounded)) return;
  if (check.context.quirks()) fail(place, "expects comparable values");
  check.context.warn(place, "differs-from-reference",
                     "Unfurl refuses " + quote(constraint.name) + (is_unbounded ? " with UNBOUNDED" : "") +
                         " for a scalar-unit; here it is checked. `greater_or_equal` works in both.");
}

}  // namespace

std::string shown(Context& context, const Value& value) {
  if (value.sensitive()) return "The sensitive value";
  return quote(python_str(value, context.budget));
}

bool is_constraint(std::string_view name) {
  return std::any_of(std::begin(constraints), std::end(constraints),
                     [&](const Constraint& one) { return one.name == name; });
}

// The message leaves the value out if it is sensitive, but not the constraint, which the document shows anyway.
void check_constraints(Context& context, const Value& list, const Value& value, std::string_view name,
                       std::string_view type) {
  if (!list.is_list() && python_truth(list)) {
    context.fail(list.origin(), "unknown-constraint", "Constraints must be a list of maps of one key.");
  }
  if (!list.is_list()) return;
  for (const Value& item : list.as_list()) {
    context.budget.step();
    if (!item.is_map() || item.as_map().size() != 1 || !item.as_map().entry(0).key.is_string()) {
      context.fail(item.origin(), "unknown-constraint", "A constraint must be a map of one key: its name.");
    }
    const auto& [key, operand] = item.as_map().entry(0);
    const Constraint& constraint = constraint_named(context, key);
    const Check check{context, value, operand, type};
    check_form(constraint, check, key.origin(), name);
    const bool holds = recover([&] { return constraint.holds(check); },
                               [](const Error& error) {
                                 if (is_among(operand_problems, error.diagnostic.code)) throw error;
                                 return false;
                               });
    if (holds) continue;
    context.fail(value.origin(), "constraint",
                 "The value " + (value.sensitive() ? "" : shown(context, value) + " ") + "of " + quote(name) + " " +
                     std::string(constraint.message) + " " + python_str(operand, context.budget) + ".");
  }
}

}  // namespace evalground::unfurl
