// Operators, names and collections. Each function evaluates one kind of node, as the Python code that Jinja compiles it
// to would.
//
// Hot: compiled for speed in every module.
// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/execution/expressions.hpp"

#include "base/text/number.hpp"
#include "dialects/jinja2/execution/loop.hpp"
#include "dialects/jinja2/runtime/attributes.hpp"
#include "dialects/jinja2/runtime/function_object.hpp"
#include "dialects/jinja2/runtime/operators.hpp"
#include "value/python_number.hpp"

namespace evalground::jinja2 {
namespace {

// The result of two operands is sensitive if either of them is.
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

// The usual case is an array access: the resolver has given the name its slot. Only the first use of a variable of the
// workspace finds the slot empty.
const Value& ExpressionEvaluator::read(const Name& name, Frame& frame) {
  const Value& value = frame.at(name.slot);
  return is_absent(value) ? look_up(name, frame) : value;
}

// Fills an empty slot by looking up the name once. A name that is not found gets an undefined value.
const Value& ExpressionEvaluator::look_up(const Name& name, Frame& frame) {
  // missing_slot: an earlier lookup has found nothing.
  if (frame.at(name.slot).undefined_number() != missing_slot) {
    Frame* owner = &frame;
    for (std::uint16_t up = name.slot.up; up != 0; --up) owner = owner->outer.get();
    at = &name;
    Value found = find_variable(name.name, *owner->scope);
    Value& place = frame.at(name.slot);
    place = std::move(found);
    if (!is_absent(place)) return place;
  }
  Value& place = frame.at(name.slot);
  place = evaluator_.undefined_name(name.name);
  return place;
}

// Early lookup, for Ansible: names are looked up at the entry of their scope, in the order of Jinja's generated code. A
// variable that fails then fails even if the branch that uses it is never reached.
void ExpressionEvaluator::look_up(const SlotEntry& entry, Frame& frame) {
  const Value& place = frame.slot(entry.index);
  // A list or map may have been changed in place, so it is looked up again for each pass of a loop.
  const bool is_stable = place.kind() <= Kind::string || evaluator_.change_count() == 0;
  if (is_stable && (!is_absent(place) || place.undefined_number() == missing_slot)) return;
  at = entry.place;
  Value found = find_variable(entry.name, *frame.scope);
  frame.slot(entry.index) = is_absent(found) ? Value::undefined(missing_slot) : std::move(found);
}

Value ExpressionEvaluator::find_variable(std::string_view name, const Scope& scope) {
  // Search order, as in Jinja: names assigned in the template, names given to it, then the same for the templates that
  // include it. An isolated scope, of an import, ends the search before the variables.
  const Scope* layer = &scope;
  for (; layer != nullptr; layer = layer->outer.get()) {
    if (const Value* value = layer->find(name)) return *value;
    if (layer->is_isolated) break;
  }
  if (layer == nullptr) {
    Value value = evaluator_.variables.find(evaluator_, name);
    if (!is_absent(value)) {
      context_.provenance.read(value.origin());
      return value;
    }
  }
  // Global functions are visible everywhere, even to imports.
  if (const auto known = globals_.find(std::string(name)); known != globals_.end()) return known->second;
  const FunctionCatalogue::Entry* entry = evaluator_.functions.find(FunctionKind::global, name);
  if (entry == nullptr || entry->function->call == nullptr) return {};
  return globals_.emplace(std::string(name), make_object<FunctionObject>(evaluator_, *entry)).first->second;
}

// The value without a copy where it already exists: in a slot, in the syntax tree, or in a container. Otherwise it is
// computed into `storage`. A reference into a slot is valid only until something assigns the slot.
const Value& ExpressionEvaluator::peek(const Expression& expression, Frame& frame, Value& storage) {
  switch (expression.kind) {
    case ExpressionKind::name: return read(static_cast<const Name&>(expression), frame);
    case ExpressionKind::constant: return *static_cast<const Constant&>(expression).value;
    case ExpressionKind::attribute: return peek_attribute(static_cast<const Attribute&>(expression), frame, storage);
    default: return storage = evaluate(expression, frame);
  }
}

// The condition of `a if c else b`.
bool ExpressionEvaluator::chooses(const Conditional& node, Frame& frame) {
  if (!context_.decisions.recording()) return condition(*node.condition, frame);
  Decisions::Condition noted(context_.decisions, frame.source.origin(*node.condition, context_));
  const bool is_true = condition(*node.condition, frame);
  note_reads(*node.condition, frame);
  noted.decides(is_true, frame.source.origin(*node.value, context_));
  if (node.otherwise != nullptr) noted.decides(is_true, frame.source.origin(*node.otherwise, context_), false);
  return is_true;
}

// The truth of an expression. For `and` and `or` the value of an operand is not needed, only its truth.
bool ExpressionEvaluator::condition(const Expression& expression, Frame& frame) {
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
      at = &expression;
      return evaluator_.truth(value);
    }
  }
}

// The most frequent nodes come first, without the guard for nesting.
Value ExpressionEvaluator::evaluate(const Expression& expression, Frame& frame) {
  switch (expression.kind) {
    case ExpressionKind::constant: return *static_cast<const Constant&>(expression).value;
    case ExpressionKind::name: return read(static_cast<const Name&>(expression), frame);
    case ExpressionKind::attribute: return evaluate_attribute(static_cast<const Attribute&>(expression), frame);
    case ExpressionKind::loop_attribute:
      return evaluate_loop_attribute(static_cast<const LoopAttribute&>(expression), frame);
    case ExpressionKind::filter:
    case ExpressionKind::test: {
      const Evaluator::Nesting nesting(evaluator_);
      return evaluate_application(static_cast<const Application&>(expression), frame);
    }
    default: {
      const Evaluator::Nesting nesting(evaluator_);
      return evaluate_compound(expression, frame);
    }
  }
}

// As in Python, `and` and `or` give one of their operands and not a boolean: `'' or 'x'` is 'x'.
Value ExpressionEvaluator::evaluate_compound(const Expression& expression, Frame& frame) {
  switch (expression.kind) {
    case ExpressionKind::constant:
    case ExpressionKind::name:
    case ExpressionKind::attribute:
    case ExpressionKind::loop_attribute:
    case ExpressionKind::filter:
    case ExpressionKind::test: return {};  // handled by evaluate()
    case ExpressionKind::embedded: {
      at = &expression;
      const Value& text = *static_cast<const Constant&>(expression).value;
      const KeepPlace place(*this);
      return evaluator_.variables.embedded(evaluator_, text, frame.source.origin(expression, context_));
    }
    case ExpressionKind::list:
    case ExpressionKind::tuple: return evaluate_sequence(static_cast<const Sequence&>(expression), frame);
    case ExpressionKind::map: return evaluate_map(static_cast<const MapLiteral&>(expression), frame);
    case ExpressionKind::logical_not:
      return Value::boolean(!condition(*static_cast<const Unary&>(expression).operand, frame));
    case ExpressionKind::minus:
    case ExpressionKind::plus: {
      const Value operand = evaluate(*static_cast<const Unary&>(expression).operand, frame);
      at = &expression;
      evaluator_.require(operand);
      return marked(expression.kind == ExpressionKind::minus ? negate(operand) : python_plus(operand), operand,
                    operand);
    }
    case ExpressionKind::concatenate:
      return evaluate_concatenation(static_cast<const Concatenation&>(expression), frame);
    case ExpressionKind::compare: return Value::boolean(compare(static_cast<const Compare&>(expression), frame));
    case ExpressionKind::logical_and: {
      const auto& node = static_cast<const Binary&>(expression);
      Value left = evaluate(*node.left, frame);
      at = &expression;
      return evaluator_.truth(left) ? evaluate(*node.right, frame) : left;
    }
    case ExpressionKind::logical_or: {
      const auto& node = static_cast<const Binary&>(expression);
      Value left = evaluate(*node.left, frame);
      at = &expression;
      return evaluator_.truth(left) ? left : evaluate(*node.right, frame);
    }
    // A false `a if c` without `else` is undefined but lenient: it prints nothing under every option.
    case ExpressionKind::conditional: {
      const auto& node = static_cast<const Conditional&>(expression);
      if (chooses(node, frame)) return evaluate(*node.value, frame);
      if (node.otherwise != nullptr) return evaluate(*node.otherwise, frame);
      folds_constants = false;  // Jinja leaves this to the run time, and with it all that is made from it
      return evaluator_.undefined_lenient("the inline if-expression on line " +
                                          std::to_string(frame.source.line(node.begin)) +
                                          " evaluated to false and no else section was defined.");
    }
    case ExpressionKind::item: return evaluate_item(static_cast<const Item&>(expression), frame);
    case ExpressionKind::slice: return evaluate_slice(static_cast<const Slice&>(expression), frame);
    case ExpressionKind::call: return evaluate_call(static_cast<const CallExpression&>(expression), frame);
    default: return evaluate_binary(static_cast<const Binary&>(expression), frame);
  }
}

// `loop.index` without a lookup by name. If the slot holds anything other than the object of a loop, it is an ordinary
// attribute.
Value ExpressionEvaluator::evaluate_loop_attribute(const LoopAttribute& node, Frame& frame) {
  const Value& holder = frame.at(node.slot);
  if (holder.is_object() && holder.as_object().type_name().data() == LoopObject::name.data()) {
    at = &node;
    return static_cast<LoopObject&>(holder.as_object()).field(node.which);
  }
  return evaluate_attribute(*node.plain, frame);
}

Value ExpressionEvaluator::evaluate_sequence(const Sequence& node, Frame& frame) {
  List list;
  list.reserve(node.items.size());
  for (const Expression* part : node.items) list.push_back(evaluate(*part, frame));
  return node.kind == ExpressionKind::list ? Value::list(std::move(list)) : Value::tuple(std::move(list));
}

// Keys are checked before their values are computed, so an unhashable key hides an error in its value.
Value ExpressionEvaluator::evaluate_map(const MapLiteral& node, Frame& frame) {
  Map map;
  for (const MapEntry& entry : node.entries) {
    Value key = evaluate(*entry.key, frame);
    at = entry.key;
    evaluator_.require_hashable(key);
    map.set(std::move(key), evaluate(*entry.value, frame));
  }
  return Value::map(std::move(map));
}

// `a ~ b ~ c` is one node, so the text grows in place instead of being copied for each operator.
Value ExpressionEvaluator::evaluate_concatenation(const Concatenation& node, Frame& frame) {
  std::string text;
  bool is_sensitive = false;
  bool is_markup = false;
  // With autoescape one part that is markup makes the result markup and escapes the other parts. Jinja folds constants
  // while compiling, and the folded text is plain.
  if (evaluator_.autoescape()) {
    List values;
    for (const Expression* part : node.parts) {
      values.push_back(evaluate(*part, frame));
      is_markup = is_markup || (!node.is_constant && values.back().is_string() && values.back().markup());
    }
    at = &node;
    is_sensitive = evaluator_.shows_sensitive([&] {
      for (const Value& value : values) {
        const Value part = evaluator_.text_value(value);
        text += (is_markup ? evaluator_.escape(part) : part).as_string();
      }
    });
  } else {
    for (const Expression* part : node.parts) {
      Value storage;
      const Value& value = peek(*part, frame, storage);
      at = &node;
      is_sensitive = evaluator_.shows_sensitive([&] { evaluator_.append_text(text, value); }) || is_sensitive;
      context_.budget.step(1 + text.size() / 256);
    }
  }
  Value result = Value::string(text).with_markup(is_markup);
  return is_sensitive ? std::move(result).with_sensitive() : result;
}

// The holder is copied (a handle of 16 bytes), because evaluating the key may reassign the variable that holds it.
Value ExpressionEvaluator::evaluate_item(const Item& node, Frame& frame) {
  Value holder_storage;
  Value key_storage;
  const Value holder = peek(*node.holder, frame, holder_storage);
  const Value& key = peek(*node.key, frame, key_storage);
  at = &node;
  return item_of(evaluator_, holder, key);
}

// Integers are Python's: an overflow of 64 bits falls through to operate(), which continues with long integers.
// Division by zero also does, and fails there with Python's message.
Value ExpressionEvaluator::evaluate_binary(const Binary& node, Frame& frame) {
  Value left_storage;
  Value right_storage;
  const Value left = peek(*node.left, frame, left_storage);
  const Value& right = peek(*node.right, frame, right_storage);
  at = &node;
  // Fast path for integers whose result fits 64 bits.
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
  // `%` and the `+` of markup print their operands, which may contain something sensitive.
  Value result;
  const auto calculate = [&] { result = operate(evaluator_, python_operator(node.kind), left, right); };
  if (evaluator_.shows_sensitive(calculate)) result = std::move(result).with_sensitive();
  return marked(std::move(result), left, right);
}

// `a < b < c` evaluates b once, and c only if `a < b` holds.
bool ExpressionEvaluator::compare(const Compare& node, Frame& frame) {
  Value left = evaluate(*node.first, frame);
  for (const Compared& compared : node.rest) {
    Value storage;
    const Value& right = peek(*compared.operand, frame, storage);
    at = &node;
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
        case Comparison::equal: holds = evaluator_.equal(left, right); break;
        case Comparison::unequal: holds = !evaluator_.equal(left, right); break;
        case Comparison::less: holds = evaluator_.order(left, right, "<") == Order::less; break;
        case Comparison::greater: holds = evaluator_.order(left, right, ">") == Order::greater; break;
        case Comparison::less_equal: {
          const Order result = evaluator_.order(left, right, "<=");
          holds = result == Order::less || result == Order::equal;
          break;
        }
        case Comparison::greater_equal: {
          const Order result = evaluator_.order(left, right, ">=");
          holds = result == Order::greater || result == Order::equal;
          break;
        }
        case Comparison::in: holds = evaluator_.contains(right, left); break;
        case Comparison::not_in: holds = !evaluator_.contains(right, left); break;
      }
    }
    if (!holds) return false;
    if (&compared != &node.rest.back()) left = right;
  }
  return true;
}

Value ExpressionEvaluator::evaluate_slice(const Slice& node, Frame& frame) {
  const auto part = [&](const Expression* expression) {
    return expression == nullptr ? Value::null() : evaluate(*expression, frame);
  };
  Value holder = evaluate(*node.holder, frame);
  evaluator_.settle(holder);
  const Value first = part(node.first);
  const Value last = part(node.last);
  const Value step = part(node.step);
  at = &node;
  // Jinja computes constants while compiling, where a failing slice gives an undefined value instead.
  if (folds_constants && node.is_constant && evaluator_.options.undefined < Leniency::strict && !holder.is_string() &&
      !holder.is_list() && holder.kind() != Kind::tuple) {
    return evaluator_.undefined_element(holder, make_object<SliceKey>(evaluator_, first, last, step));
  }
  return marked(slice(evaluator_, holder, first, last, step), holder, holder);
}

}  // namespace evalground::jinja2
