// Hot: compiled for speed in every module.
// Warm: compiled for speed where a module has room.
#include <algorithm>
#include <array>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/formatting.hpp"
#include "dialects/jinja2/runtime/frame.hpp"
#include "dialects/jinja2/runtime/methods.hpp"
#include "dialects/jinja2/runtime/nesting.hpp"
#include "dialects/jinja2/runtime/objects.hpp"
#include "dialects/jinja2/syntax/ast.hpp"
#include "value/python_number.hpp"

namespace evalground::jinja2 {
namespace {

bool has_stringlike_tree(const Value& value) {
  return value.is_list() || value.kind() == Kind::tuple;
}

// A value that depends on two others is as secret as they are.
Value marked(Value result, const Value& a, const Value& b) {
  return a.sensitive() || b.sensitive() ? std::move(result).with_sensitive() : result;
}

PythonOperator python_operator(ExpressionKind kind) {
  switch (kind) {
    case ExpressionKind::add: return PythonOperator::add;
    case ExpressionKind::subtract: return PythonOperator::subtract;
    case ExpressionKind::multiply: return PythonOperator::multiply;
    case ExpressionKind::divide: return PythonOperator::true_divide;
    case ExpressionKind::floor_divide: return PythonOperator::floor_divide;
    case ExpressionKind::modulo: return PythonOperator::modulo;
    default: return PythonOperator::power;
  }
}

}  // namespace

const Value& Evaluator::read(const Name& name, Frame& frame) {
  const Value& value = frame.at(name.slot);
  return is_absent(value) ? look_up(name, frame) : value;
}

// The value of a name that its slot does not have yet.
const Value& Evaluator::look_up(const Name& name, Frame& frame) {
  if (frame.at(name.slot).undefined_number() != missing_slot) {
    Frame* owner = &frame;
    for (std::uint16_t up = name.slot.up; up != 0; --up) owner = owner->outer.get();
    at_ = &name;
    Value found = find_variable(name.name, *owner->scope);
    Value& place = frame.at(name.slot);
    place = std::move(found);
    if (!is_absent(place)) return place;
  }
  Value& place = frame.at(name.slot);
  place = undefined_name(name.name);
  return place;
}

const Value& Evaluator::peek(const Expression& expression, Frame& frame, Value& storage) {
  switch (expression.kind) {
    case ExpressionKind::name: return read(static_cast<const Name&>(expression), frame);
    case ExpressionKind::constant: return *static_cast<const Constant&>(expression).value;
    case ExpressionKind::attribute: return peek_attribute(static_cast<const Attribute&>(expression), frame, storage);
    default: return storage = evaluate(expression, frame);
  }
}

bool Evaluator::condition(const Expression& expression, Frame& frame) {
  switch (expression.kind) {
    case ExpressionKind::logical_not: return !condition(*static_cast<const Unary&>(expression).operand, frame);
    case ExpressionKind::compare: return compare(static_cast<const Compare&>(expression), frame);
    case ExpressionKind::logical_and:
      return condition(*static_cast<const Binary&>(expression).left, frame) &&
             condition(*static_cast<const Binary&>(expression).right, frame);
    case ExpressionKind::logical_or:
      return condition(*static_cast<const Binary&>(expression).left, frame) ||
             condition(*static_cast<const Binary&>(expression).right, frame);
    default: {
      Value storage;
      const Value& value = peek(expression, frame, storage);
      at_ = &expression;
      return truth(value);
    }
  }
}

Value Evaluator::evaluate(const Expression& expression, Frame& frame) {
  switch (expression.kind) {
    case ExpressionKind::constant: return *static_cast<const Constant&>(expression).value;
    case ExpressionKind::name: return read(static_cast<const Name&>(expression), frame);
    case ExpressionKind::attribute: return evaluate_attribute(static_cast<const Attribute&>(expression), frame);
    case ExpressionKind::loop_attribute:
      return evaluate_loop_attribute(static_cast<const LoopAttribute&>(expression), frame);
    case ExpressionKind::filter:
    case ExpressionKind::test: {
      const Nesting nesting(*this);
      return evaluate_application(static_cast<const Application&>(expression), frame);
    }
    default: {
      const Nesting nesting(*this);
      return evaluate_compound(expression, frame);
    }
  }
}

Value Evaluator::evaluate_compound(const Expression& expression, Frame& frame) {
  switch (expression.kind) {
    case ExpressionKind::constant:
    case ExpressionKind::name:
    case ExpressionKind::attribute:
    case ExpressionKind::loop_attribute:
    case ExpressionKind::filter:
    case ExpressionKind::test: return {};  // above
    case ExpressionKind::list:
    case ExpressionKind::tuple: return evaluate_sequence(static_cast<const Sequence&>(expression), frame);
    case ExpressionKind::map: return evaluate_map(static_cast<const MapLiteral&>(expression), frame);
    case ExpressionKind::logical_not:
      return Value::boolean(!condition(*static_cast<const Unary&>(expression).operand, frame));
    case ExpressionKind::minus:
    case ExpressionKind::plus: {
      const Value operand = evaluate(*static_cast<const Unary&>(expression).operand, frame);
      at_ = &expression;
      require(operand);
      return marked(expression.kind == ExpressionKind::minus ? python_negate(operand) : python_plus(operand), operand,
                    operand);
    }
    case ExpressionKind::concatenate:
      return evaluate_concatenation(static_cast<const Concatenation&>(expression), frame);
    case ExpressionKind::compare: return Value::boolean(compare(static_cast<const Compare&>(expression), frame));
    case ExpressionKind::logical_and: {
      const auto& node = static_cast<const Binary&>(expression);
      Value left = evaluate(*node.left, frame);
      at_ = &expression;
      return truth(left) ? evaluate(*node.right, frame) : left;
    }
    case ExpressionKind::logical_or: {
      const auto& node = static_cast<const Binary&>(expression);
      Value left = evaluate(*node.left, frame);
      at_ = &expression;
      return truth(left) ? left : evaluate(*node.right, frame);
    }
    case ExpressionKind::conditional: {
      const auto& node = static_cast<const Conditional&>(expression);
      if (condition(*node.condition, frame)) return evaluate(*node.value, frame);
      if (node.otherwise != nullptr) return evaluate(*node.otherwise, frame);
      return undefined_lenient("the inline if-expression on line " + std::to_string(frame.source.line(node.begin)) +
                               " evaluated to false and no else section was defined.");
    }
    case ExpressionKind::item: return evaluate_item(static_cast<const Item&>(expression), frame);
    case ExpressionKind::slice: return evaluate_slice(static_cast<const Slice&>(expression), frame);
    case ExpressionKind::call: return evaluate_call(static_cast<const CallExpression&>(expression), frame);
    default: return evaluate_binary(static_cast<const Binary&>(expression), frame);
  }
}

Value Evaluator::evaluate_loop_attribute(const LoopAttribute& node, Frame& frame) {
  const Value& holder = frame.at(node.slot);
  if (holder.is_object() && holder.as_object().type_name().data() == LoopObject::name.data()) {
    at_ = &node;
    return static_cast<LoopObject&>(holder.as_object()).field(node.which);
  }
  return evaluate_attribute(*node.plain, frame);
}

Value Evaluator::evaluate_sequence(const Sequence& node, Frame& frame) {
  List list;
  list.reserve(node.items.size());
  for (const Expression* part : node.items) list.push_back(evaluate(*part, frame));
  return node.kind == ExpressionKind::list ? Value::list(std::move(list)) : Value::tuple(std::move(list));
}

Value Evaluator::evaluate_map(const MapLiteral& node, Frame& frame) {
  Map map;
  for (const MapEntry& entry : node.entries) {
    Value key = evaluate(*entry.key, frame);
    if (key.is_list() || key.is_map()) {
      at_ = entry.key;
      fail("type-error", "unhashable type: '" + type_name(key) + "'");
    }
    map.set(std::move(key), evaluate(*entry.value, frame));
  }
  return Value::map(std::move(map));
}

Value Evaluator::evaluate_concatenation(const Concatenation& node, Frame& frame) {
  std::string text;
  bool is_sensitive = false;
  bool is_markup = false;
  if (autoescape_) {  // markup_join: one markup part makes all markup
    List values;
    for (const Expression* part : node.parts) {
      values.push_back(evaluate(*part, frame));
      is_markup = is_markup || (values.back().is_string() && values.back().markup());
    }
    at_ = &node;
    for (const Value& value : values) {
      is_sensitive = is_sensitive || value.sensitive();
      if (is_markup) {
        append_text(text, value);
      } else {
        text += this->text(value);
      }
    }
  } else {
    for (const Expression* part : node.parts) {
      Value storage;
      const Value& value = peek(*part, frame, storage);
      at_ = &node;
      is_sensitive = is_sensitive || value.sensitive();
      append_text(text, value);
      context.budget.step(1 + text.size() / 256);
    }
  }
  Value result = Value::string(text).with_markup(is_markup);
  return is_sensitive ? std::move(result).with_sensitive() : result;
}

Value Evaluator::evaluate_item(const Item& node, Frame& frame) {
  Value holder_storage;
  Value key_storage;
  const Value holder = peek(*node.holder, frame, holder_storage);
  const Value& key = peek(*node.key, frame, key_storage);
  at_ = &node;
  return item(holder, key);
}

Value Evaluator::evaluate_binary(const Binary& node, Frame& frame) {
  Value left_storage;
  Value right_storage;
  const Value left = peek(*node.left, frame, left_storage);
  const Value& right = peek(*node.right, frame, right_storage);
  at_ = &node;
  if (left.kind() == Kind::integer && right.kind() == Kind::integer && !left.sensitive() && !right.sensitive()) {
    const std::int64_t a = left.as_integer();
    const std::int64_t b = right.as_integer();
    std::optional<std::int64_t> result;
    switch (node.kind) {
      case ExpressionKind::add: result = checked_add(a, b); break;
      case ExpressionKind::subtract: result = checked_subtract(a, b); break;
      case ExpressionKind::multiply: result = checked_multiply(a, b); break;
      case ExpressionKind::floor_divide: result = evalground::floor_divide(a, b); break;
      case ExpressionKind::modulo: result = floor_modulo(a, b); break;
      default: break;
    }
    if (result) return Value::integer(*result);
  }
  return marked(operate(python_operator(node.kind), left, right), left, right);
}

Value Evaluator::operate(PythonOperator operation, const Value& left, const Value& right) {
  if (left.is_object() || right.is_object()) {
    Value first = left;
    Value second = right;
    settle(first);
    settle(second);
    if (!first.same_as(left) || !second.same_as(right)) return operate(operation, first, second);
  }
  require(left);
  require(right);
  const bool is_add = operation == PythonOperator::add;
  const bool is_multiply = operation == PythonOperator::multiply;
  if (left.is_string() && operation == PythonOperator::modulo) return format_percent(*this, left, right);
  if (is_add && left.is_string() && right.is_string()) {
    const bool is_markup = left.markup() || right.markup();
    const Value a = is_markup ? escape(left) : left;
    const Value b = is_markup ? escape(right) : right;
    std::string text = text_with_room(a.as_string().size() + b.as_string().size());
    text.append(a.as_string()).append(b.as_string());
    context.budget.step(1 + text.size() / 256);
    return Value::string(text).with_markup(is_markup);
  }
  if (is_add && has_stringlike_tree(left) && left.kind() == right.kind()) {
    context.budget.step(1 + (left.as_list().size() + right.as_list().size()) / 16);
    List list = left.as_list();
    list.insert(list.end(), right.as_list().begin(), right.as_list().end());
    return left.is_list() ? Value::list(std::move(list)) : Value::tuple(std::move(list));
  }
  const auto is_count = [](const Value& value) {
    return value.kind() == Kind::integer || value.kind() == Kind::boolean;
  };
  const auto is_repeatable = [](const Value& value) { return value.is_string() || has_stringlike_tree(value); };
  if (is_multiply && ((is_repeatable(left) && is_count(right)) || (is_count(left) && is_repeatable(right)))) {
    const Value& repeated = is_repeatable(left) ? left : right;
    const Value& number = is_repeatable(left) ? right : left;
    const std::int64_t count = std::max<std::int64_t>(
        0, number.kind() == Kind::boolean ? std::int64_t{number.as_boolean()} : number.as_integer());
    return repeat(repeated, static_cast<std::uint64_t>(count));
  }
  if (is_add && !is_python_number(left) && left.is_string()) {
    fail("type-error", "can only concatenate str (not \"" + type_name(right) + "\") to str");
  }
  if (is_add && has_stringlike_tree(left)) {
    fail("type-error",
         "can only concatenate " + type_name(left) + " (not \"" + type_name(right) + "\") to " + type_name(left));
  }
  if (is_multiply && (is_repeatable(left) || is_repeatable(right)) && !(is_repeatable(left) && is_count(right))) {
    const Value& other = is_repeatable(left) ? right : left;
    fail("type-error", "can't multiply sequence by non-int of type '" + type_name(other) + "'");
  }
  if (TemplateObject* object = template_object(left)) {
    if (std::optional<Value> result = object->operate(*this, operation, right)) return *result;
  }
  if (TemplateObject* object = template_object(right)) {
    if (std::optional<Value> result = object->operate_reflected(*this, operation, left)) return *result;
  }
  if (!is_python_number(left) || !is_python_number(right)) {
    const std::string symbol(operation == PythonOperator::power ? "** or pow()" : python_operator_text(operation));
    fail("type-error",
         "unsupported operand type(s) for " + symbol + ": '" + type_name(left) + "' and '" + type_name(right) + "'");
  }
  return python_calculate(operation, left, right, context.budget);
}

Value Evaluator::repeat(const Value& value, std::uint64_t count) {
  if (value.is_string()) {
    const std::string_view text = value.as_string();
    const std::uint64_t limit = context.budget.limits().memory;
    if (!text.empty() && count > limit / text.size()) throw LimitError(Limit::memory, limit);
    std::string result = text_with_room(text.size() * count);
    context.budget.step(1 + text.size() * count / 256);
    for (std::uint64_t time = 0; time < count; ++time) result += text;
    return Value::string(result).with_markup(value.markup());
  }
  const List& list = value.as_list();
  List result;
  for (std::uint64_t time = 0; time < count && !list.empty(); ++time) {
    context.budget.step(list.size());
    result.insert(result.end(), list.begin(), list.end());
  }
  return value.is_list() ? Value::list(std::move(result)) : Value::tuple(std::move(result));
}

bool Evaluator::compare(const Compare& node, Frame& frame) {
  Value left = evaluate(*node.first, frame);
  for (const Compared& compared : node.rest) {
    Value storage;
    const Value& right = peek(*compared.operand, frame, storage);
    at_ = &node;
    bool holds = false;
    if (left.kind() == Kind::integer && right.kind() == Kind::integer &&
        compared.comparison <= Comparison::greater_equal) {
      const std::int64_t a = left.as_integer();
      const std::int64_t b = right.as_integer();
      switch (compared.comparison) {
        case Comparison::equal: holds = a == b; break;
        case Comparison::unequal: holds = a != b; break;
        case Comparison::less: holds = a < b; break;
        case Comparison::less_equal: holds = a <= b; break;
        case Comparison::greater: holds = a > b; break;
        default: holds = a >= b; break;
      }
    } else {
      switch (compared.comparison) {
        case Comparison::equal: holds = equal(left, right); break;
        case Comparison::unequal: holds = !equal(left, right); break;
        case Comparison::less: holds = order(left, right, "<") == Order::less; break;
        case Comparison::greater: holds = order(left, right, ">") == Order::greater; break;
        case Comparison::less_equal: {
          const Order result = order(left, right, "<=");
          holds = result == Order::less || result == Order::equal;
          break;
        }
        case Comparison::greater_equal: {
          const Order result = order(left, right, ">=");
          holds = result == Order::greater || result == Order::equal;
          break;
        }
        case Comparison::in: holds = contains(right, left); break;
        case Comparison::not_in: holds = !contains(right, left); break;
      }
    }
    if (!holds) return false;
    if (&compared != &node.rest.back()) left = right;
  }
  return true;
}

Value Evaluator::evaluate_slice(const Slice& node, Frame& frame) {
  const auto part = [&](const Expression* expression) {
    return expression == nullptr ? Value::null() : evaluate(*expression, frame);
  };
  Value holder = evaluate(*node.holder, frame);
  settle(holder);
  const Value first = part(node.first);
  const Value last = part(node.last);
  const Value step = part(node.step);
  at_ = &node;
  return marked(slice(holder, first, last, step), holder, holder);
}

Value Evaluator::slice(const Value& holder, const Value& first, const Value& last, const Value& step) {
  if (holder.is_undefined()) {
    if (chains(options.undefined)) return holder;
    fail_undefined(holder);
  }
  const auto number = [&](const Value& value, std::int64_t fallback) {
    if (value.is_null()) return fallback;
    if (value.kind() == Kind::boolean) return std::int64_t{value.as_boolean()};
    if (value.kind() != Kind::integer) {
      require(value);
      fail("type-error", "slice indices must be integers or None or have an __index__ method");
    }
    return value.as_integer();
  };
  TemplateObject* object = template_object(holder);
  const bool is_range = object != nullptr && object->shape() == Shape::sequence;
  if (!holder.is_string() && !has_stringlike_tree(holder) && holder.kind() != Kind::bytes && !is_range) {
    return undefined_element(holder, Value::string("slice"));
  }
  const std::int64_t by = number(step, 1);
  if (by == 0) fail("value-error", "slice step cannot be zero");
  const auto size = static_cast<std::int64_t>(length(holder));
  // Python's slice.indices(): bounds are clipped, negative ones count from the end.
  const auto clip = [&](std::int64_t index) {
    if (index < 0) index += size;
    const std::int64_t low = by < 0 ? -1 : 0;
    const std::int64_t high = by < 0 ? size - 1 : size;
    return std::clamp(index, low, std::max(low, high));
  };
  const std::int64_t start = first.is_null() ? (by < 0 ? size - 1 : 0) : clip(number(first, 0));
  const std::int64_t stop = last.is_null() ? (by < 0 ? -1 : size) : clip(number(last, 0));
  if (holder.is_string() && by == 1) {
    const std::string_view text = stop > start ? slice_code_points(holder.as_string(), static_cast<std::size_t>(start),
                                                                   static_cast<std::size_t>(stop))
                                               : std::string_view();
    return Value::string(text).with_markup(holder.markup());
  }
  const auto each_index = [&](auto take) {
    for (std::int64_t index = start; by > 0 ? index < stop : index > stop;) {
      context.budget.step();
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
      [&](std::size_t index) { result.push_back(is_range ? object->at(*this, index) : holder.as_list()[index]); });
  return holder.is_list() || is_range ? Value::list(std::move(result)) : Value::tuple(std::move(result));
}

}  // namespace evalground::jinja2
