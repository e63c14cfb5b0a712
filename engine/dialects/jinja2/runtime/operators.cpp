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

}  // namespace

const Value* tuple_of(const Value& value) {
  const TemplateObject* object = template_object(value);
  return object == nullptr ? nullptr : object->as_tuple();
}

Value operate(Evaluator& evaluator, PythonOperator operation, const Value& left, const Value& right) {
  // Stand-ins are the data that they stand for; then nothing may be missing.
  if (left.is_object() || right.is_object()) {
    Value first = left;
    Value second = right;
    evaluator.settle(first);
    evaluator.settle(second);
    if (!first.same_as(left) || !second.same_as(right)) return operate(evaluator, operation, first, second);
  }
  evaluator.require(left);
  // Text: formatted, by what is missing, too; and joined; markup escapes what is joined to it.
  if (left.is_string() && operation == PythonOperator::modulo) return format_percent(evaluator, left, right);
  evaluator.require(right);
  const bool is_add = operation == PythonOperator::add;
  const bool is_multiply = operation == PythonOperator::multiply;
  if (is_add && (evaluator.is_markup(left) || evaluator.is_markup(right)) && (left.is_object() || right.is_object())) {
    const bool joins =
        (left.is_string() || evaluator.is_markup(left)) && (right.is_string() || evaluator.is_markup(right));
    if (joins) return operate(evaluator, operation, evaluator.escape(left), evaluator.escape(right));
  }
  if (is_add && left.is_string() && right.is_string()) {
    const bool is_markup = left.markup() || right.markup();
    const Value a = is_markup ? evaluator.escape(left) : left;
    const Value b = is_markup ? evaluator.escape(right) : right;
    std::string text = text_with_room(a.text_size() + b.text_size());
    text.append(a.as_string()).append(b.as_string());
    evaluator.context.budget.step();
    return Value::string(text).with_markup(is_markup);
  }
  // A pair of `groupby` is a tuple here.
  if (is_add || is_multiply) {
    const Value* first = tuple_of(left);
    const Value* second = tuple_of(right);
    if (first != nullptr || second != nullptr) {
      return operate(evaluator, operation, first != nullptr ? *first : left, second != nullptr ? *second : right);
    }
  }
  // Lists and tuples: joined, each to its own kind, and repeated as text is.
  if (is_add && is_sequence(left) && left.kind() == right.kind()) {
    evaluator.context.budget.step(1 + (left.as_list().size() + right.as_list().size()) / 16);
    List list = left.as_list();
    list.insert(list.end(), right.as_list().begin(), right.as_list().end());
    return left.is_list() ? Value::list(std::move(list)) : Value::tuple(std::move(list));
  }
  const auto is_count = [](const Value& value) {
    return value.kind() == Kind::integer || value.kind() == Kind::boolean;
  };
  const auto is_repeatable = [](const Value& value) { return value.is_string() || is_sequence(value); };
  if (is_multiply && ((is_repeatable(left) && is_count(right)) || (is_count(left) && is_repeatable(right)))) {
    const Value& repeated = is_repeatable(left) ? left : right;
    const Value& number = is_repeatable(left) ? right : left;
    const std::int64_t count = std::max<std::int64_t>(
        0, number.kind() == Kind::boolean ? std::int64_t{number.as_boolean()} : number.as_integer());
    return repeat(evaluator, repeated, static_cast<std::uint64_t>(count));
  }
  if (is_multiply && ((is_repeatable(left) && is_integer(right)) || (is_integer(left) && is_repeatable(right)))) {
    evaluator.fail("overflow-error", "cannot fit 'int' into an index-sized integer");
  }
  // The failures of text and lists have words of their own in Python.
  if (is_add && !is_python_number(left) && left.is_string() && !left.markup()) {
    evaluator.fail("type-error", "can only concatenate str (not \"" + evaluator.type_name(right) + "\") to str");
  }
  if (is_add && is_sequence(left)) {
    evaluator.fail("type-error", "can only concatenate " + evaluator.type_name(left) + " (not \"" +
                                     evaluator.type_name(right) + "\") to " + evaluator.type_name(left));
  }
  if (is_multiply && (is_repeatable(left) || is_repeatable(right)) && !(is_repeatable(left) && is_count(right))) {
    const Value& other = is_repeatable(left) ? right : left;
    evaluator.fail("type-error", "can't multiply sequence by non-int of type '" + evaluator.type_name(other) + "'");
  }
  // Objects, the left one first; what is left are numbers.
  if (TemplateObject* object = template_object(left)) {
    if (std::optional<Value> result = object->operate(evaluator, operation, right)) return *result;
  }
  if (TemplateObject* object = template_object(right)) {
    if (std::optional<Value> result = object->operate_reflected(evaluator, operation, left)) return *result;
  }
  if (!is_python_number(left) || !is_python_number(right)) {
    const std::string symbol(operation == PythonOperator::power ? "** or pow()" : python_operator_text(operation));
    const auto type = [&](const Value& value) { return value.markup() ? "Markup" : evaluator.type_name(value); };
    evaluator.fail("type-error",
                   "unsupported operand type(s) for " + symbol + ": '" + type(left) + "' and '" + type(right) + "'");
  }
  if (operation == PythonOperator::power && has_complex_power(left, right)) {
    return make_object<Complex>(evaluator, complex_power(real_of(left), real_of(right)));
  }
  return python_calculate(operation, left, right, evaluator.context.budget);
}

Value negate(const Value& value) {
  if (const auto* complex = object_cast<Complex>(value)) return complex->negated();
  return python_negate(value);
}

std::string SliceKey::text(Evaluator& evaluator) {
  return "slice(" + evaluator.repr(parts_[0]) + ", " + evaluator.repr(parts_[1]) + ", " + evaluator.repr(parts_[2]) +
         ")";
}

Value slice(Evaluator& evaluator, const Value& holder, const Value& first, const Value& last, const Value& step) {
  if (holder.is_undefined()) {
    // What an `if` without an else gives is lenient in every world, and has no parts.
    const bool is_described = holder.undefined_number() > 0;
    if (chains(is_described ? evaluator.undefined(holder).leniency : evaluator.options.undefined)) return holder;
    evaluator.fail_undefined(holder);
  }
  if (const auto* range = object_cast<Range>(holder)) return range->slice(evaluator, first, last, step);
  const TemplateObject* object = template_object(holder);
  if (const Value* tuple = object == nullptr ? nullptr : object->as_tuple()) {
    return slice(evaluator, *tuple, first, last, step);
  }
  if (holder.is_map()) evaluator.fail("type-error", "unhashable type: 'slice'");
  if (!holder.is_string() && !is_sequence(holder) && holder.kind() != Kind::bytes) {
    evaluator.fail("type-error", "'" + evaluator.type_name(holder) + "' object is not subscriptable");
  }
  const SliceIndices indices = slice_indices(evaluator, evaluator.length(holder), first, last, step);
  const std::int64_t start = indices.start;
  const std::int64_t stop = indices.stop;
  const std::int64_t by = indices.step;
  // A stretch of text without steps is cut; everything else is taken one by one.
  if (holder.is_string() && by == 1) {
    evaluator.context.budget.step();
    const std::string_view text = stop > start ? slice_code_points(holder.as_string(), static_cast<std::size_t>(start),
                                                                   static_cast<std::size_t>(stop))
                                               : std::string_view();
    return Value::string(text).with_markup(holder.markup());
  }
  const auto each_index = [&](auto take) {
    for (std::int64_t index = start; by > 0 ? index < stop : index > stop;) {
      evaluator.context.budget.step();
      take(static_cast<std::size_t>(index));
      if (by > 0 ? by > stop - index : by < stop - index) break;
      index += by;
    }
  };
  if (holder.is_string()) {
    const std::string_view text = holder.as_string();
    evaluator.context.budget.step(1 + text.size() / 16);
    std::vector<std::string_view> characters;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t length = decode_code_point(text, at).size;
      characters.push_back(text.substr(at, length));
      at += length;
    }
    std::string result;
    each_index([&](std::size_t index) { result += characters[index]; });
    return Value::string(result).with_markup(holder.markup());
  }
  if (holder.kind() == Kind::bytes) {
    std::string result;
    each_index([&](std::size_t index) { result += holder.as_bytes()[index]; });
    return Value::bytes(result);
  }
  List result;
  each_index([&](std::size_t index) { result.push_back(holder.as_list()[index]); });
  return holder.is_list() ? Value::list(std::move(result)) : Value::tuple(std::move(result));
}

}  // namespace evalground::jinja2
