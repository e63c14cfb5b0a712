// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/syntax/target_parser.hpp"

namespace evalground::jinja2 {
namespace {

bool is_constant_name(std::string_view name) {
  return name == "true" || name == "false" || name == "none" || name == "True" || name == "False" || name == "None";
}

}  // namespace

Target* TargetParser::name() {
  const Token& token = tokens_.expect_name();
  if (is_constant_name(token.text)) tokens_.fail("can't assign to 'name'", token);
  Target* target = build_.make<Target>();
  target->begin = token.begin;
  target->end = token.end;
  target->name = token.text;
  return target;
}

Target* TargetParser::tuple(ExpressionParser::TupleItems items) {
  // Names in a target are assigned, not read.
  const ScopedValue<unsigned> unread(expressions_.special_names, expressions_.special_names);
  return target_of(*expressions_.tuple(items));
}

Target* TargetParser::target_of(const Expression& expression) {
  Target* target = build_.make<Target>();
  target->begin = expression.begin;
  target->end = expression.end;
  if (expression.kind == ExpressionKind::name) {
    target->name = static_cast<const Name&>(expression).name;
    return target;
  }
  if (expression.kind == ExpressionKind::attribute) {
    const auto& attribute = static_cast<const Attribute&>(expression);
    target->kind = Target::Kind::attribute;
    target->name = static_cast<const Name&>(*attribute.holder).name;
    target->attribute = attribute.name;
    return target;
  }
  if (expression.kind == ExpressionKind::tuple) {
    target->kind = Target::Kind::tuple;
    Gathered<Target*> items;
    for (const Expression* item : static_cast<const Sequence&>(expression).items) items.push_back(target_of(*item));
    target->items = items.keep(build_.arena());
    return target;
  }
  std::string_view kind = "const";
  if (expression.kind == ExpressionKind::list) kind = "list";
  if (expression.kind == ExpressionKind::map) kind = "dict";
  tokens_.fail("can't assign to '" + std::string(kind) + "'", expression.begin, expression.end, "syntax");
}

}  // namespace evalground::jinja2
