// The constraints of TOSCA: `constraints: [{greater_than: 0}, {max_length: 8}]`. All items of the list must hold.
//
// One table has their names, the words of their messages, and the tests. A test that cannot be made, such as the length
// of a number, is not an error of its own: the constraint does not hold.
#include "dialects/unfurl/tosca/constraints.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_set>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/unfurl/values/collection.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "dialects/unfurl/values/scalar.hpp"
#include "value/compare.hpp"
#include "value/python_text.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::string_view bad_pattern = "bad-pattern";

// The order of a value and a limit. For a scalar, the limit's text is also parsed as a scalar.
Order order(Context& context, const Value& value, const Value& limit) {
  if (limit.is_string() && limit.as_string() == "UNBOUNDED") return Order::less;
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
};

// Both ends belong to the range, and each may be UNBOUNDED. order() takes an upper UNBOUNDED as greater than all
// values.
bool in_range(const Check& check, const Value& value) {
  if (!check.operand.is_list() || check.operand.as_list().size() != 2) return false;
  const Value& least = check.operand.as_list()[0];
  const Value& most = check.operand.as_list()[1];
  const bool is_above = (least.is_string() && least.as_string() == "UNBOUNDED") ||
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

// The pattern must match the whole text. An invalid pattern is its own Error, not a violated constraint.
bool matches_pattern(const Check& check) {
  if (!check.value.is_string() || !check.operand.is_string()) return false;
  const CompiledRegex compiled = check.context.regexes.compile(RegexSyntax::python, check.operand.as_string());
  if (!compiled) {
    throw Error(std::string(bad_pattern),
                "The pattern " + quote(check.operand.as_string()) +
                    " is no regular expression: " + compiled.error.message + ".",
                check.operand.origin());
  }
  return compiled.regex->matches(check.value.as_string(), RegexAnchor::both, check.context.budget);
}

struct Constraint {
  std::string_view name;
  std::string_view message;  // the words between the value and the operand
  bool (*holds)(const Check& check);
};

constexpr Constraint constraints[] = {
    {"equal", "is not equal to", [](const Check& c) { return equals(c.context, c.value, c.operand); }},
    {"greater_than", "must be greater than",
     [](const Check& c) { return order(c.context, c.value, c.operand) == Order::greater; }},
    {"greater_or_equal", "must be greater than or equal to",
     [](const Check& c) {
       const Order found = order(c.context, c.value, c.operand);
       return found == Order::greater || found == Order::equal;
     }},
    {"less_than", "must be less than",
     [](const Check& c) { return order(c.context, c.value, c.operand) == Order::less; }},
    {"less_or_equal", "must be less than or equal to",
     [](const Check& c) {
       const Order found = order(c.context, c.value, c.operand);
       return found == Order::less || found == Order::equal;
     }},
    {"in_range", "is out of range",
     [](const Check& c) {
       if (!c.value.is_list()) return in_range(c, c.value);
       const List& bounds = c.value.as_list();
       return std::all_of(bounds.begin(), bounds.end(), [&](const Value& bound) { return in_range(c, bound); });
     }},
    {"valid_values", "is not valid; expected one of",
     [](const Check& c) {
       if (!c.operand.is_list()) return false;
       const List& values = c.operand.as_list();
       return std::any_of(values.begin(), values.end(),
                          [&](const Value& one) { return equals(c.context, c.value, one); });
     }},
    {"length", "has a length that must be equal to",
     [](const Check& c) { return compare_length(c, [](auto length, auto wanted) { return length == wanted; }); }},
    {"min_length", "has a length that must be at least",
     [](const Check& c) { return compare_length(c, [](auto length, auto wanted) { return length >= wanted; }); }},
    {"max_length", "has a length that must be no greater than",
     [](const Check& c) { return compare_length(c, [](auto length, auto wanted) { return length <= wanted; }); }},
    {"pattern", "does not match pattern", matches_pattern},
};

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
void check_constraints(Context& context, const Value& list, const Value& value, std::string_view name) {
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
    const auto* found = std::find_if(std::begin(constraints), std::end(constraints),
                                     [wanted = key.as_string()](const Constraint& one) { return one.name == wanted; });
    if (found == std::end(constraints)) {
      std::vector<std::string_view> known;
      for (const Constraint& one : constraints) known.push_back(one.name);
      context.fail_name(key.origin(), "unknown-constraint", "Unknown constraint " + quote(key.as_string()) + ".",
                        key.as_string(), nearest(key.as_string(), known));
    }
    const Check check{context, value, operand};
    const bool holds = recover([&] { return found->holds(check); },
                               [](const Error& error) {
                                 if (error.diagnostic.code == bad_pattern) throw error;
                                 return false;
                               });
    if (holds) continue;
    context.fail(value.origin(), "constraint",
                 "The value " + (value.sensitive() ? "" : shown(context, value) + " ") + "of " + quote(name) + " " +
                     std::string(found->message) + " " + python_str(operand, context.budget) + ".");
  }
}

}  // namespace evalground::unfurl
