// Hot: compiled for speed in every module.
// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/runtime/operators.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/jinja2/runtime/formatting.hpp"
#include "dialects/jinja2/runtime/object.hpp"

namespace evalground::jinja2 {

namespace {

bool is_sequence(const Value& value) {
  return value.is_list() || value.kind() == Kind::tuple;
}

Value repeat(Evaluator& evaluator, const Value& value, std::uint64_t count) {
  if (value.is_string()) {
    const std::string_view text = value.as_string();
    const std::uint64_t limit = evaluator.context.budget.limits().memory;
    if (!text.empty() && count > limit / text.size()) throw LimitError(Limit::memory, limit);
    std::string result = text_with_room(text.size() * count);
    evaluator.context.budget.step(1 + text.size() * count / 256);
    for (std::uint64_t time = 0; time < count; ++time) result += text;
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
  evaluator.require(right);
  // Text: formatted, and joined; markup escapes what is joined to it.
  const bool is_add = operation == PythonOperator::add;
  const bool is_multiply = operation == PythonOperator::multiply;
  if (left.is_string() && operation == PythonOperator::modulo) return format_percent(evaluator, left, right);
  if (is_add && left.is_string() && right.is_string()) {
    const bool is_markup = left.markup() || right.markup();
    const Value a = is_markup ? evaluator.escape(left) : left;
    const Value b = is_markup ? evaluator.escape(right) : right;
    std::string text = text_with_room(a.as_string().size() + b.as_string().size());
    text.append(a.as_string()).append(b.as_string());
    evaluator.context.budget.step(1 + text.size() / 256);
    return Value::string(text).with_markup(is_markup);
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
  // The failures of text and lists have words of their own in Python.
  if (is_add && !is_python_number(left) && left.is_string()) {
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
    evaluator.fail("type-error", "unsupported operand type(s) for " + symbol + ": '" + evaluator.type_name(left) +
                                     "' and '" + evaluator.type_name(right) + "'");
  }
  return python_calculate(operation, left, right, evaluator.context.budget);
}

Value slice(Evaluator& evaluator, const Value& holder, const Value& first, const Value& last, const Value& step) {
  if (holder.is_undefined()) {
    if (chains(evaluator.options.undefined)) return holder;
    evaluator.fail_undefined(holder);
  }
  const auto number = [&](const Value& value, std::int64_t fallback) {
    if (value.is_null()) return fallback;
    if (value.kind() == Kind::boolean) return std::int64_t{value.as_boolean()};
    if (value.kind() != Kind::integer) {
      evaluator.require(value);
      evaluator.fail("type-error", "slice indices must be integers or None or have an __index__ method");
    }
    return value.as_integer();
  };
  TemplateObject* object = template_object(holder);
  const bool is_range = object != nullptr && object->shape() == Shape::sequence;
  if (!holder.is_string() && !is_sequence(holder) && holder.kind() != Kind::bytes && !is_range) {
    return evaluator.undefined_element(holder, Value::string("slice"));
  }
  // Bounds become indexes from the beginning.
  const std::int64_t by = number(step, 1);
  if (by == 0) evaluator.fail("value-error", "slice step cannot be zero");
  const auto size = static_cast<std::int64_t>(evaluator.length(holder));
  // Python's slice.indices(): bounds are clipped, negative ones count from the end.
  const auto clip = [&](std::int64_t index) {
    if (index < 0) index += size;
    const std::int64_t low = by < 0 ? -1 : 0;
    const std::int64_t high = by < 0 ? size - 1 : size;
    return std::clamp(index, low, std::max(low, high));
  };
  const std::int64_t start = first.is_null() ? (by < 0 ? size - 1 : 0) : clip(number(first, 0));
  const std::int64_t stop = last.is_null() ? (by < 0 ? -1 : size) : clip(number(last, 0));
  // A stretch of text without steps is cut; everything else is taken one by one.
  if (holder.is_string() && by == 1) {
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
  each_index(
      [&](std::size_t index) { result.push_back(is_range ? object->at(evaluator, index) : holder.as_list()[index]); });
  return holder.is_list() || is_range ? Value::list(std::move(result)) : Value::tuple(std::move(result));
}

}  // namespace evalground::jinja2
