// The operators. Each function below tests the pairs of types in the order of yaql's overloads (yaql/standard_library)
// and calls no_operator() when no pair fits.
//
// Arithmetic is Python's, with one exception: `/` of two integers is floor division, `-7 / 2` -> -4 but `-7 / 2.0` ->
// -3.5.
//
// Hot: compiled for speed in every module.

#include <algorithm>
#include <cmath>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "dialects/yaql/evaluation/cursor.hpp"
#include "dialects/yaql/evaluation/evaluator.hpp"
#include "dialects/yaql/evaluation/quota.hpp"
#include "dialects/yaql/evaluation/text_search.hpp"
#include "dialects/yaql/evaluation/values.hpp"
#include "value/big_integer.hpp"
#include "value/compare.hpp"
#include "value/python_number.hpp"

namespace evalground::yaql {
namespace {

bool is_integral(const Value& value) {  // what an integer parameter accepts
  return value.kind() == Kind::boolean || is_integer(value);
}

// Integers beyond 64 bits are objects. A boolean is not numeric: `true + 1` has no operator.
bool is_numeric(const Value& value) {
  return value.is_number() || (value.is_object() && is_integer(value));
}

double real_of(const Value& value) {
  if (value.is_number()) return value.as_real();
  return big_integer_of(value).to_double().value_or(HUGE_VAL);
}

// Rounds to whole microseconds, half to even as Python does.
Value timespan_of(double microseconds) {
  if (!(std::abs(microseconds) < 1e20)) throw Error("overflow-error", "The time span is too long.");
  return timespan_value(static_cast<Microseconds>(std::nearbyint(microseconds)));
}

// A time span times a number. For an integer the result is exact; a float rounds.
Value times(Microseconds microseconds, const Value& count, Budget& budget) {
  if (!is_integer(count)) return timespan_of(static_cast<double>(microseconds) * real_of(count));
  const Value product = python_calculate(PythonOperator::multiply, integer_of(microseconds), count, budget);
  const std::optional<Microseconds> result = wide_integer(product);
  if (!result) throw Error("overflow-error", "The time span is too long.");
  return timespan_value(*result);
}

// Half of the range leaves room for the offset in datetime_value(), so nothing overflows before its own check.
Value shifted(const Datetime& datetime, Microseconds by) {
  const Microseconds instant = datetime.instant + by;
  if (instant < INT64_MIN / 2 || instant > INT64_MAX / 2) throw Error("overflow-error", "The date is out of range.");
  return datetime_value(static_cast<std::int64_t>(instant), datetime.offset);
}

// Python compares two dates with the same offset by their clocks and needs the offsets only when they differ. So an
// offset of a day or more is an error only then.
void check_offsets(const Datetime& a, const Datetime& b) {
  if (a.offset == b.offset) return;
  a.checked_offset();
  b.checked_offset();
}

// A large integer is never zero, because small ones are not stored as objects.
bool is_zero(const Value& number) {
  return number.is_number() && number.as_real() == 0;
}

// Tries 64 bits first. An overflow, a division by zero and a float fall through to Python's rules.
Value calculate_numbers(Operator op, const Value& left, const Value& right, Budget& budget) {
  if (left.kind() == Kind::integer && right.kind() == Kind::integer) {
    const std::int64_t a = left.as_integer();
    const std::int64_t b = right.as_integer();
    std::optional<std::int64_t> result;
    switch (op) {
      case Operator::add: result = checked_add(a, b); break;
      case Operator::subtract: result = checked_subtract(a, b); break;
      case Operator::multiply: result = checked_multiply(a, b); break;
      case Operator::divide: result = floor_divide(a, b); break;
      case Operator::modulo: result = floor_modulo(a, b); break;
      default: break;
    }
    if (result) return Value::integer(*result);
  }
  switch (op) {
    case Operator::add: return python_calculate(PythonOperator::add, left, right, budget);
    case Operator::subtract: return python_calculate(PythonOperator::subtract, left, right, budget);
    case Operator::multiply: return python_calculate(PythonOperator::multiply, left, right, budget);
    default: break;
  }
  if (is_zero(right)) {
    throw Error("zero-division",
                std::string(op == Operator::divide ? "Division" : "Remainder of a division") + " by zero.");
  }
  if (op == Operator::modulo) return python_calculate(PythonOperator::modulo, left, right, budget);
  const bool is_whole = is_integer(left) && is_integer(right);
  return python_calculate(is_whole ? PythonOperator::floor_divide : PythonOperator::true_divide, left, right, budget);
}

// The members of the first set come first. Steps for copying a set are charged by its size, even if it is shared.
Value union_of(const Value& a, const Value& b, Budget& budget) {
  Value result = set_of(a, budget);
  budget.step(result.as_map().size() / 8);
  const Value second = set_of(b, budget);
  for (const auto& entry : second.as_map()) {
    budget.step();
    result.edit_map().set(entry.key, Value::null());
  }
  return result;
}

Value difference_of(const Value& a, const Value& b, Budget& budget) {
  const Value first = set_of(a, budget);
  const Value second = set_of(b, budget);
  Map result;
  for (const auto& entry : first.as_map()) {
    budget.step();
    if (!second.as_map().contains(entry.key)) result.set(entry.key, Value::null());
  }
  return Value::set(std::move(result));
}

// Repeats a text or list. The quota counts the sum of the sizes of the copies. Their shared overhead (49 bytes of a str
// object, 56 of a list in CPython) counts once.
Value repeated(Evaluator& evaluator, const Value& value, const Value& times) {
  const auto count = static_cast<std::uint64_t>(std::max<std::int64_t>(clamped_integer(times), 0));
  if (count > 0 && evaluator.settings.quota) {
    const double shared = value.is_string() ? 49 : 56;
    const auto size = static_cast<double>(shallow_size(value));
    const double sum = static_cast<double>(count) * size - static_cast<double>(count - 1) * shared;
    evaluator.check_quota(static_cast<std::uint64_t>(std::clamp(sum, 0.0, 1e18)));
  }
  if (value.is_string()) {
    const std::string_view text = value.as_string();
    if (text.empty() || count == 0) return Value::string("");
    if (count > evaluator.context.budget.limits().memory) {
      throw LimitError(Limit::memory, evaluator.context.budget.limits().memory);
    }
    std::string result = text_with_room(text.size() * count);
    for (std::uint64_t at = 0; at < count; ++at) result += text;
    return Value::string(result);
  }
  List items;
  if (!value.as_list().empty()) {
    for (std::uint64_t at = 0; at < count; ++at) {
      evaluator.context.budget.step(value.as_list().size());
      items.insert(items.end(), value.as_list().begin(), value.as_list().end());
    }
  }
  return Value::list(std::move(items));
}

// The last of the overloads of `+`, and therefore the one that fails.
Value add_times(const Value& left, const Value& right) {
  const bool is_left_span = is_a(left, ObjectKind::timespan);
  const bool is_right_span = is_a(right, ObjectKind::timespan);
  if (is_left_span && is_right_span) return timespan_value(as_timespan(left) + as_timespan(right));
  if (is_a(left, ObjectKind::datetime) && is_right_span) return shifted(as_datetime(left), as_timespan(right));
  if (is_left_span && is_a(right, ObjectKind::datetime)) return shifted(as_datetime(right), as_timespan(left));
  Evaluator::no_operator(Operator::add, left, right);
}

// Only two texts, two dictionaries, collections, and times can be added. A dictionary's later entries win. Iterators
// are chained and not drawn.
Value add(Evaluator& evaluator, const Value& left, const Value& right) {
  Budget& budget = evaluator.context.budget;
  // Texts and dictionaries …
  if (left.is_string() && right.is_string()) {
    std::string text = text_with_room(left.text_size() + right.text_size());
    text.append(left.as_string()).append(right.as_string());
    return Value::string(text);
  }
  if (left.is_map() && right.is_map()) {
    evaluator.check_quota(shallow_size(left) + shallow_size(right));
    Value result = left;
    for (const auto& [key, value] : right.as_map()) {
      budget.step();
      result.edit_map().set(key, value);
    }
    return std::move(result).with_origin(0);
  }
  // … collections: two lists are a list, two sets a set, all others are gone through one after the other …
  if (evaluator.is_iterable(left) && evaluator.is_iterable(right)) {
    evaluator.check_length(left);
    evaluator.check_length(right);
    if (left.is_list() && right.is_list()) {
      evaluator.check_quota(shallow_size(left) + shallow_size(right));
      List items;
      items.reserve(left.as_list().size() + right.as_list().size());
      items.insert(items.end(), left.as_list().begin(), left.as_list().end());
      items.insert(items.end(), right.as_list().begin(), right.as_list().end());
      budget.step(items.size());
      return Value::list(std::move(items));
    }
    if (is_set(left) && is_set(right)) {
      evaluator.check_quota(shallow_size(left) + shallow_size(right));
      return union_of(left, right, budget).with_origin(0);
    }
    return generator([first = Cursor(evaluator, left), second = Cursor(evaluator, right)](Value& item) mutable {
      return first.next(item) || second.next(item);
    });
  }
  // … dates and time spans.
  return add_times(left, right);
}

// Sets, and the combinations of dates and time spans that have a meaning. Lists cannot be subtracted.
Value subtract(Evaluator& evaluator, const Value& left, const Value& right) {
  if (is_set(left) && is_set(right)) return difference_of(left, right, evaluator.context.budget);
  const YaqlObject* a = yaql_object(left);
  const YaqlObject* b = yaql_object(right);
  if (a != nullptr && b != nullptr) {
    if (a->kind == ObjectKind::timespan && b->kind == ObjectKind::timespan)
      return timespan_value(as_timespan(left) - as_timespan(right));
    if (a->kind == ObjectKind::datetime && b->kind == ObjectKind::timespan)
      return shifted(as_datetime(left), -as_timespan(right));
    if (a->kind == ObjectKind::datetime && b->kind == ObjectKind::datetime) {
      check_offsets(as_datetime(left), as_datetime(right));
      return timespan_value(Microseconds{as_datetime(left).instant} - as_datetime(right).instant);
    }
  }
  Evaluator::no_operator(Operator::subtract, left, right);
}

// `"ab" * 3` -> "ababab" and `[1] * 2` -> [1, 1], with the operands in either order.
Value multiply(Evaluator& evaluator, const Value& left, const Value& right) {
  if ((left.is_string() || left.is_list()) && is_integral(right)) return repeated(evaluator, left, right);
  if ((right.is_string() || right.is_list()) && is_integral(left)) return repeated(evaluator, right, left);
  const bool has_left = is_a(left, ObjectKind::timespan);
  if (has_left && is_numeric(right)) return times(as_timespan(left), right, evaluator.context.budget);
  if (!has_left && is_numeric(left) && is_a(right, ObjectKind::timespan)) {
    return times(as_timespan(right), left, evaluator.context.budget);
  }
  Evaluator::no_operator(Operator::multiply, left, right);
}

// A time span by a time span is a ratio; by a number it is a shorter span. An integer divisor is exact, because a float
// could round twice.
Value divide(const Value& left, const Value& right) {
  if (is_a(left, ObjectKind::timespan)) {
    const auto dividend = static_cast<double>(as_timespan(left));
    const bool is_ratio = is_a(right, ObjectKind::timespan);
    if (is_ratio || is_numeric(right)) {
      const double divisor = is_ratio ? static_cast<double>(as_timespan(right)) : real_of(right);
      if (divisor == 0) throw Error("zero-division", "Division by zero.");
      if (is_integer(right)) {
        const auto quotient =
            BigInt::true_quotient(big_integer_of(integer_of(as_timespan(left))), big_integer_of(right));
        return timespan_of(quotient.value_or(0));
      }
      return is_ratio ? Value::real(dividend / divisor) : timespan_of(dividend / divisor);
    }
  }
  Evaluator::no_operator(Operator::divide, left, right);
}

// Both are maps whose keys are the members of a set.
bool is_subset(const Map& a, const Map& b) {
  return std::all_of(a.begin(), a.end(), [&](const Map::Entry& entry) { return b.contains(entry.key); });
}

// Whether a comparison with that result, negative for less, is what an operator asks for.
bool satisfies(Operator op, int sign) {
  switch (op) {
    case Operator::less: return sign < 0;
    case Operator::less_equal: return sign <= 0;
    case Operator::greater: return sign > 0;
    default: return sign >= 0;
  }
}

// Sets are compared by what they hold: `<` is a proper subset.
bool order_sets(Operator op, const Value& left, const Value& right, Budget& budget) {
  const Value first = set_of(left, budget);
  const Value second = set_of(right, budget);
  const bool is_reversed = op == Operator::greater || op == Operator::greater_equal;
  const Map& inner = (is_reversed ? second : first).as_map();
  const Map& outer = (is_reversed ? first : second).as_map();
  budget.step(inner.size());
  const bool is_proper = op == Operator::less || op == Operator::greater;
  return (is_proper ? inner.size() < outer.size() : inner.size() <= outer.size()) && is_subset(inner, outer);
}

// <, <=, >, >=
bool order(Operator op, const Value& left, const Value& right, Budget& budget) {
  if (left.is_string() && right.is_string()) return satisfies(op, left.as_string().compare(right.as_string()));
  if (is_numeric(left) && is_numeric(right)) {
    const Order found = python_order(left, right, budget);
    return found != Order::unordered && satisfies(op, static_cast<int>(found));
  }
  // Null is less than anything else.
  if (left.is_null() || right.is_null()) return satisfies(op, (right.is_null() ? 0 : -1) + (left.is_null() ? 0 : 1));
  const auto are = [&](ObjectKind kind) { return is_a(left, kind) && is_a(right, kind); };
  const auto sign = [](Microseconds x, Microseconds y) { return x < y ? -1 : x > y ? 1 : 0; };
  if (are(ObjectKind::datetime)) {
    check_offsets(as_datetime(left), as_datetime(right));
    return satisfies(op, sign(as_datetime(left).instant, as_datetime(right).instant));
  }
  if (are(ObjectKind::timespan)) return satisfies(op, sign(as_timespan(left), as_timespan(right)));
  if (is_set(left) && is_set(right)) return order_sets(op, left, right, budget);
  Evaluator::no_operator(op, left, right);
}

// `item in collection`. For two texts this is a substring test; in a dictionary it looks for a key.
bool contains(Evaluator& evaluator, const Value& item, const Value& collection) {
  Budget& budget = evaluator.context.budget;
  if (item.is_string() && collection.is_string()) {
    return find_text(collection.as_string(), item.as_string(), 0, budget) != std::string_view::npos;
  }
  if (!evaluator.is_iterable(collection)) Evaluator::no_operator(Operator::in, item, collection);
  // By hash. All other collections are drawn until the item is found.
  if (collection.kind() == Kind::set || collection.is_map()) {
    evaluator.check_length(collection);
    return collection.as_map().contains(key_of(item, budget));
  }
  Cursor cursor(evaluator, collection);
  while (const Value* other = cursor.next()) {
    if (are_equal(*other, item, budget)) return true;
  }
  return false;
}

// `text =~ pattern`: a search, not a match of the whole text. A text as pattern is compiled once and cached by the
// context.
bool matches(Evaluator& evaluator, Operator op, const Value& text, const Value& pattern) {
  if (text.is_string()) {
    if (pattern.is_string()) {
      const CompiledRegex compiled = evaluator.context.regexes.compile(RegexSyntax::python, pattern.as_string());
      if (!compiled) {
        throw Error("invalid-pattern",
                    "The pattern " + quote(pattern.as_string()) + " cannot be read: " + compiled.error.message + ".");
      }
      return compiled.regex->matches(text.as_string(), RegexAnchor::none, evaluator.context.budget);
    }
    if (is_a(pattern, ObjectKind::regex)) {
      return as_regex(pattern).matches(text.as_string(), RegexAnchor::none, evaluator.context.budget);
    }
  }
  Evaluator::no_operator(op, text, pattern);
}

}  // namespace

// Numbers first: they are the usual operands and need no other test.
Value Evaluator::calculate(Operator op, const Value& left, const Value& right) {
  if (is_numeric(left) && is_numeric(right)) return calculate_numbers(op, left, right, context.budget);
  switch (op) {
    case Operator::add: return add(*this, left, right);
    case Operator::subtract: return subtract(*this, left, right);
    case Operator::multiply: return multiply(*this, left, right);
    case Operator::divide: return divide(left, right);
    default: no_operator(op, left, right);
  }
}

bool Evaluator::compare(Operator op, const Value& left, const Value& right) {
  // Comparing two small integers is by far the most frequent case of a filter.
  if (left.kind() == Kind::integer && right.kind() == Kind::integer) {
    const std::int64_t a = left.as_integer();
    const std::int64_t b = right.as_integer();
    switch (op) {
      case Operator::less: return a < b;
      case Operator::less_equal: return a <= b;
      case Operator::greater: return a > b;
      case Operator::greater_equal: return a >= b;
      case Operator::equal: return a == b;
      case Operator::not_equal: return a != b;
      default: break;
    }
  }
  switch (op) {
    case Operator::equal: return are_equal(left, right, context.budget);
    case Operator::not_equal: return !are_equal(left, right, context.budget);
    case Operator::in: return contains(*this, left, right);
    case Operator::matches: return matches(*this, op, left, right);
    case Operator::not_matches: return !matches(*this, op, left, right);
    default: return order(op, left, right, context.budget);
  }
}

// The most negative integer has no negative in 64 bits, so it takes the path of large integers.
Value Evaluator::unary(const Node& node, const Value& operand) {
  if (is_numeric(operand)) {
    if (!node.is_negative) return operand;
    if (operand.kind() == Kind::integer && operand.as_integer() != INT64_MIN)
      return Value::integer(-operand.as_integer());
    return python_negate(operand);
  }
  if (is_a(operand, ObjectKind::timespan)) {
    return node.is_negative ? timespan_value(-as_timespan(operand)) : operand;
  }
  const std::string sign = node.is_negative ? "-" : "+";
  no_match("#unary_operator_" + sign,
           "The sign `" + sign + "` stands before a number, which " + code_of(*node.left) + " is not.");
}

}  // namespace evalground::yaql
