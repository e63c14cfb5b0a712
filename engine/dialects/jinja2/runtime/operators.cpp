// Hot: compiled for speed in every module.
// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/runtime/operators.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/jinja2/runtime/complex.hpp"
#include "dialects/jinja2/runtime/formatting.hpp"
#include "dialects/jinja2/runtime/objects.hpp"
#include "dialects/jinja2/runtime/slice_indices.hpp"
#include "value/big_integer.hpp"
#include "value/python_field.hpp"

namespace evalground::jinja2 {

namespace {

// 'ab' * 3 -> 'ababab'. The product is compared with the limit of memory before anything is allocated: 'x' * 10**12
// must fail at once.
Value repeat(Evaluator& evaluator, const Value& value, std::uint64_t count) {
  if (value.is_string()) {
    const std::string_view text = value.as_string();
    const std::uint64_t limit = evaluator.context.budget.limits().memory;
    if (!text.empty() && count > limit / text.size()) throw LimitError(Limit::memory, limit);
    std::string result = text_with_room(text.size() * count);
    evaluator.context.budget.step(1 + text.size() * count / 256);
    for (std::uint64_t time = 0; time < count && !text.empty(); ++time) result += text;
    return Value::string(result).with_markup(value.markup());
  }
  const List& list = value.as_list();
  List result;
  for (std::uint64_t time = 0; time < count && !list.empty(); ++time) {
    evaluator.context.budget.step(list.size());
    result.insert(result.end(), list.begin(), list.end());
  }
  return value.is_list() ? Value::list(std::move(result)) : Value::tuple(std::move(result));
}

// Markup + str escapes the str: Markup('<b>') + '<i>' -> Markup('<b>&lt;i&gt;').
Value joined_text(Evaluator& evaluator, const Value& left, const Value& right) {
  const bool is_markup = left.markup() || right.markup();
  const Value a = is_markup ? evaluator.escape(left) : left;
  const Value b = is_markup ? evaluator.escape(right) : right;
  std::string text = text_with_room(a.text_size() + b.text_size());
  text.append(a.as_string()).append(b.as_string());
  evaluator.context.budget.step();
  return Value::string(text).with_markup(is_markup);
}

// `+` of strings, lists and tuples, with Python's messages; nothing for all other operands. Markup escapes a plain
// operand, and a sequence joins only its own kind.
std::optional<Value> concatenated(Evaluator& evaluator, const Value& left, const Value& right) {
  if (left.is_string() && right.is_string()) return joined_text(evaluator, left, right);
  const auto is_text = [&](const Value& value) { return value.is_string() || evaluator.is_markup(value); };
  if ((left.is_object() || right.is_object()) && is_text(left) && is_text(right)) {
    return joined_text(evaluator, evaluator.escape(left), evaluator.escape(right));
  }
  if (is_sequence(left) && left.kind() == right.kind()) {
    evaluator.context.budget.step(1 + (left.as_list().size() + right.as_list().size()) / 16);
    List list = left.as_list();
    list.insert(list.end(), right.as_list().begin(), right.as_list().end());
    return left.is_list() ? Value::list(std::move(list)) : Value::tuple(std::move(list));
  }
  if (left.is_string() && !left.markup()) {
    evaluator.fail("type-error", "can only concatenate str (not \"" + evaluator.type_name(right) + "\") to str");
  }
  if (is_sequence(left)) {
    evaluator.fail("type-error", "can only concatenate " + evaluator.type_name(left) + " (not \"" +
                                     evaluator.type_name(right) + "\") to " + evaluator.type_name(left));
  }
  return std::nullopt;
}

// `*` of a string or sequence and a number, in either order, with Python's messages; nothing for all other operands.
std::optional<Value> repeated(Evaluator& evaluator, const Value& left, const Value& right) {
  const auto is_repeatable = [](const Value& value) { return value.is_string() || is_sequence(value); };
  if (!is_repeatable(left) && !is_repeatable(right)) return std::nullopt;
  const Value& sequence = is_repeatable(left) ? left : right;
  const Value& number = is_repeatable(left) ? right : left;
  if (number.kind() == Kind::integer || number.kind() == Kind::boolean) {
    const std::int64_t count = number.kind() == Kind::boolean ? std::int64_t{number.as_boolean()} : number.as_integer();
    return repeat(evaluator, sequence, static_cast<std::uint64_t>(std::max<std::int64_t>(0, count)));
  }
  if (is_integer(number)) evaluator.fail("overflow-error", "cannot fit 'int' into an index-sized integer");
  evaluator.fail("type-error", "can't multiply sequence by non-int of type '" + evaluator.type_name(number) + "'");
}

// Python gives a complex number for (-1) ** 0.5.
Value numeric_result(Evaluator& evaluator, PythonOperator operation, const Value& left, const Value& right) {
  if (operation == PythonOperator::power && has_complex_power(left, right)) {
    return make_object<Complex>(evaluator, complex_power(real_of(left), real_of(right)));
  }
  return python_calculate(operation, left, right, evaluator.context.budget);
}

[[noreturn]] void fail_unsupported(Evaluator& evaluator, PythonOperator operation, const Value& left,
                                   const Value& right) {
  const std::string symbol(operation == PythonOperator::power ? "** or pow()" : python_operator_text(operation));
  const auto type = [&](const Value& value) { return value.markup() ? "Markup" : evaluator.type_name(value); };
  evaluator.fail("type-error",
                 "unsupported operand type(s) for " + symbol + ": '" + type(left) + "' and '" + type(right) + "'");
}

// The data that an object stands for. `+` and `*` see the pair that `groupby` makes as a tuple.
Value operand_of(Evaluator& evaluator, PythonOperator operation, const Value& value) {
  Value operand = value;
  evaluator.settle(operand);
  if (operation != PythonOperator::add && operation != PythonOperator::multiply) return operand;
  const Value* tuple = tuple_of(operand);
  return tuple == nullptr ? operand : *tuple;
}

}  // namespace

const Value* tuple_of(const Value& value) {
  const TemplateObject* object = template_object(value);
  return object == nullptr ? nullptr : object->as_tuple();
}

// left + right and so on, in the order in which Python asks: numbers, then strings and sequences, then methods of the
// left object, then reflected methods of the right one.
Value operate(Evaluator& evaluator, PythonOperator operation, const Value& left, const Value& right) {
  // Resolve lazy proxies first. After that an undefined operand is an error.
  if (left.is_object() || right.is_object()) {
    const Value first = operand_of(evaluator, operation, left);
    const Value second = operand_of(evaluator, operation, right);
    if (!first.same_as(left) || !second.same_as(right)) return operate(evaluator, operation, first, second);
  }
  evaluator.require(left);
  // A string's `%` formats even when the argument is undefined.
  if (left.is_string() && operation == PythonOperator::modulo) return format_percent(evaluator, left, right);
  evaluator.require(right);
  if (is_python_number(left) && is_python_number(right)) return numeric_result(evaluator, operation, left, right);
  std::optional<Value> result;
  if (operation == PythonOperator::add) result = concatenated(evaluator, left, right);
  if (operation == PythonOperator::multiply) result = repeated(evaluator, left, right);
  if (result) return *std::move(result);
  // Objects, the left one first.
  if (TemplateObject* object = template_object(left)) result = object->operate(evaluator, operation, right);
  if (result) return *std::move(result);
  if (TemplateObject* object = template_object(right)) result = object->operate_reflected(evaluator, operation, left);
  if (result) return *std::move(result);
  fail_unsupported(evaluator, operation, left, right);
}

Value negate(const Value& value) {
  if (const auto* complex = object_cast<Complex>(value)) return complex->negated();
  return python_negate(value);
}

std::string SliceKey::text(Evaluator& evaluator) {
  return "slice(" + evaluator.repr(parts_[0]) + ", " + evaluator.repr(parts_[1]) + ", " + evaluator.repr(parts_[2]) +
         ")";
}

namespace {

// Calls `take` with each index of a slice in turn.
template <class Take>
void each_index(Evaluator& evaluator, const SliceIndices& indices, const Take& take) {
  const std::int64_t stop = indices.stop;
  const std::int64_t by = indices.step;
  for (std::int64_t index = indices.start; by > 0 ? index < stop : index > stop;) {
    evaluator.context.budget.step();
    take(static_cast<std::size_t>(index));
    if (by > 0 ? by > stop - index : by < stop - index) break;
    index += by;
  }
}

// Indices count characters. A slice without a step is a part of the string. With a step each character must be found,
// as in 'abc'[::-1].
Value sliced_text(Evaluator& evaluator, const Value& holder, const SliceIndices& indices) {
  const std::string_view text = holder.as_string();
  if (indices.step == 1) {
    evaluator.context.budget.step();
    const bool is_empty = indices.stop <= indices.start;
    const std::string_view part = is_empty ? std::string_view()
                                           : slice_code_points(text, static_cast<std::size_t>(indices.start),
                                                               static_cast<std::size_t>(indices.stop));
    return Value::string(part).with_markup(holder.markup());
  }
  evaluator.context.budget.step(1 + text.size() / 16);
  std::vector<std::string_view> characters;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = decode_code_point(text, at).size;
    characters.push_back(text.substr(at, length));
    at += length;
  }
  std::string result;
  each_index(evaluator, indices, [&](std::size_t index) { result += characters[index]; });
  return Value::string(result).with_markup(holder.markup());
}

Value sliced_bytes(Evaluator& evaluator, const Value& holder, const SliceIndices& indices) {
  std::string result;
  each_index(evaluator, indices, [&](std::size_t index) { result += holder.as_bytes()[index]; });
  return Value::bytes(result);
}

Value sliced_sequence(Evaluator& evaluator, const Value& holder, const SliceIndices& indices) {
  List result;
  each_index(evaluator, indices, [&](std::size_t index) { result.push_back(holder.as_list()[index]); });
  return holder.is_list() ? Value::list(std::move(result)) : Value::tuple(std::move(result));
}

}  // namespace

// [1, 2, 3][0:2] -> [1, 2]. Indices out of range are clamped, as in Python. A slice of a range is a range.
Value slice(Evaluator& evaluator, const Value& holder, const Value& first, const Value& last, const Value& step) {
  if (holder.is_undefined()) {
    // What an `if` without an else gives is lenient in every world, and has no parts.
    const bool is_described = holder.undefined_number() > 0;
    if (chains(is_described ? evaluator.undefined(holder).leniency : evaluator.options.undefined)) return holder;
    evaluator.fail_undefined(holder);
  }
  if (const auto* range = object_cast<Range>(holder)) return range->slice(evaluator, first, last, step);
  if (const Value* tuple = tuple_of(holder)) return slice(evaluator, *tuple, first, last, step);
  if (holder.is_map()) evaluator.fail("type-error", "unhashable type: 'slice'");
  if (!holder.is_string() && !is_sequence(holder) && holder.kind() != Kind::bytes) {
    evaluator.fail("type-error", "'" + evaluator.type_name(holder) + "' object is not subscriptable");
  }
  const SliceIndices indices = slice_indices(evaluator, evaluator.length(holder), first, last, step);
  if (holder.is_string()) return sliced_text(evaluator, holder, indices);
  if (holder.kind() == Kind::bytes) return sliced_bytes(evaluator, holder, indices);
  return sliced_sequence(evaluator, holder, indices);
}

}  // namespace evalground::jinja2
