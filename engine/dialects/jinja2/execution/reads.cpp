// The values that an expression has read, determined after its evaluation from its tree and the slots of its frame.

#include "dialects/jinja2/execution/expressions.hpp"
#include "dialects/jinja2/execution/macro.hpp"
#include "dialects/jinja2/execution/template_objects.hpp"
#include "dialects/jinja2/runtime/objects.hpp"

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

void ExpressionEvaluator::note_reads(const Expression& expression, Frame& frame) {
  each_read(expression, frame, [&](OriginId where, const Value* value) {
    context_.provenance.read(where);
    if (value == nullptr || value->kind() > Kind::string) return;
    context_.decisions.note(where, value->sensitive() ? Value::string(redaction) : *value);
  });
}

// Goes as deep as the tree of the template, whose height the parser bounds.
void ExpressionEvaluator::each_read(const Expression& expression, Frame& frame, const Reader& f) {
  if (const Value* value = known_value(expression, frame)) {
    if (const auto* macro = object_cast<MacroObject>(*value)) return read_macro(*macro, f);
    if (value->origin() != 0) f(value->origin(), value);
    return;
  }
  if (expression.kind == ExpressionKind::attribute && read_member(static_cast<const Attribute&>(expression), frame, f))
    return;
  each_part(expression, [&](const Expression& part) { each_read(part, frame, f); });
}

// A name of an imported template, or of a namespace. False for any other attribute.
bool ExpressionEvaluator::read_member(const Attribute& node, Frame& frame, const Reader& f) {
  const Value* holder = known_value(*node.holder, frame);
  if (holder == nullptr) return false;
  std::optional<Value> member;
  if (auto* module = object_cast<Module>(*holder)) member = module->attribute(evaluator_, node.name->as_string());
  if (auto* space = object_cast<Namespace>(*holder)) member = space->attribute(evaluator_, node.name->as_string());
  if (!member) return false;
  if (const auto* macro = object_cast<MacroObject>(*member)) {
    read_macro(*macro, f);
  } else if (member->origin() != 0) {
    f(member->origin(), &*member);
  }
  return true;
}

// What a macro prints was made by the statements of its body.
void ExpressionEvaluator::read_macro(const MacroObject& macro, const Reader& f) {
  constexpr std::size_t most_statements = 20;
  std::size_t count = 0;
  for (const Statement* statement : macro.definition.body) {
    if (++count > most_statements) return;
    f(macro.frame->source.origin(*statement, context_), nullptr);
  }
}

namespace {

void each_argument(const CallArguments& arguments, const std::function<void(const Expression*)>& f) {
  for (const Expression* one : arguments.positional) f(one);
  for (const NamedArgument& one : arguments.named) f(one.value);
  f(arguments.star);
  f(arguments.star_star);
}

}  // namespace

// The condition of a choice is not a part of what was chosen.
void ExpressionEvaluator::each_part(const Expression& expression, const std::function<void(const Expression&)>& f) {
  const auto part = [&](const Expression* one) {
    if (one != nullptr) f(*one);
  };
  switch (expression.kind) {
    case ExpressionKind::attribute: return part(static_cast<const Attribute&>(expression).holder);
    case ExpressionKind::loop_attribute: return part(static_cast<const LoopAttribute&>(expression).plain);
    case ExpressionKind::item:
      part(static_cast<const Item&>(expression).holder);
      return part(static_cast<const Item&>(expression).key);
    case ExpressionKind::slice: return part(static_cast<const Slice&>(expression).holder);
    case ExpressionKind::filter:
    case ExpressionKind::test:
      part(static_cast<const Application&>(expression).input);
      return each_argument(static_cast<const Application&>(expression).arguments, part);
    case ExpressionKind::call:
      part(static_cast<const CallExpression&>(expression).callee);
      return each_argument(static_cast<const CallExpression&>(expression).arguments, part);
    case ExpressionKind::list:
    case ExpressionKind::tuple:
      for (const Expression* one : static_cast<const Sequence&>(expression).items) part(one);
      return;
    case ExpressionKind::map:
      for (const MapEntry& one : static_cast<const MapLiteral&>(expression).entries) part(one.value);
      return;
    case ExpressionKind::concatenate:
      for (const Expression* one : static_cast<const Concatenation&>(expression).parts) part(one);
      return;
    case ExpressionKind::compare:
      part(static_cast<const Compare&>(expression).first);
      for (const Compared& one : static_cast<const Compare&>(expression).rest) part(one.operand);
      return;
    case ExpressionKind::conditional:
      part(static_cast<const Conditional&>(expression).value);
      return part(static_cast<const Conditional&>(expression).otherwise);
    case ExpressionKind::logical_not:
    case ExpressionKind::minus:
    case ExpressionKind::plus: return part(static_cast<const Unary&>(expression).operand);
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
    case ExpressionKind::constant:
    case ExpressionKind::name:
    case ExpressionKind::embedded: return;
  }
}

}  // namespace evalground::jinja2
