// The values that an expression has read, determined after its evaluation from its tree and the slots of its frame.

#include "dialects/jinja2/execution/expressions.hpp"

namespace evalground::jinja2 {

// The value of a name, or what constant keys select from one; null for anything that would have to be computed.
const Value* ExpressionEvaluator::known_value(const Expression& expression, Frame& frame) {
  switch (expression.kind) {
    case ExpressionKind::name: {
      const Value& value = frame.at(static_cast<const Name&>(expression).slot);
      return is_absent(value) ? nullptr : &value;
    }
    case ExpressionKind::attribute: {
      const auto& node = static_cast<const Attribute&>(expression);
      const Value* holder = known_value(*node.holder, frame);
      return holder == nullptr || !holder->is_map() ? nullptr : holder->as_map().find(*node.name);
    }
    case ExpressionKind::item: {
      const auto& node = static_cast<const Item&>(expression);
      const Value* holder = known_value(*node.holder, frame);
      if (holder == nullptr || node.key->kind != ExpressionKind::constant) return nullptr;
      const Value& key = *static_cast<const Constant&>(*node.key).value;
      if (holder->is_map()) return key.kind() <= Kind::string ? holder->as_map().find(key) : nullptr;
      if (!holder->is_list() || key.kind() != Kind::integer || key.as_integer() < 0) return nullptr;
      const auto at = static_cast<std::size_t>(key.as_integer());
      return at < holder->as_list().size() ? &holder->as_list()[at] : nullptr;
    }
    default: return nullptr;
  }
}

void ExpressionEvaluator::each_read(const Expression& expression, Frame& frame,
                                    const std::function<void(const Value&)>& f) {
  const auto part = [&](const Expression* one) {
    if (one != nullptr) each_read(*one, frame, f);
  };
  if (const Value* value = known_value(expression, frame)) return f(*value);
  switch (expression.kind) {
    case ExpressionKind::attribute: return part(static_cast<const Attribute&>(expression).holder);
    case ExpressionKind::item:
      part(static_cast<const Item&>(expression).holder);
      return part(static_cast<const Item&>(expression).key);
    case ExpressionKind::filter:
    case ExpressionKind::test: return part(static_cast<const Application&>(expression).input);
    case ExpressionKind::concatenate:
      for (const Expression* one : static_cast<const Concatenation&>(expression).parts) part(one);
      return;
    case ExpressionKind::conditional:
      part(static_cast<const Conditional&>(expression).value);
      return part(static_cast<const Conditional&>(expression).otherwise);
    case ExpressionKind::add:
    case ExpressionKind::subtract:
    case ExpressionKind::multiply:
    case ExpressionKind::divide:
    case ExpressionKind::floor_divide:
    case ExpressionKind::modulo:
    case ExpressionKind::power:
    case ExpressionKind::logical_and:
    case ExpressionKind::logical_or:
      part(static_cast<const Binary&>(expression).left);
      return part(static_cast<const Binary&>(expression).right);
    default: return;
  }
}

}  // namespace evalground::jinja2
