#include "dialects/jinja2/syntax/walk.hpp"

namespace evalground::jinja2 {
namespace {

class Walk {
 public:
  Walk(Budget& budget, const std::function<void(const Expression&)>& visit) : budget_(budget), visit_(visit) {}

  void body(Body statements) {
    const Depth depth = budget_.enter();
    for (const Statement* one : statements) statement(*one);
  }

 private:
  void arguments(const CallArguments& given) {
    for (const Expression* one : given.positional) expression(one);
    for (const NamedArgument& one : given.named) expression(one.value);
    expression(given.star);
    expression(given.star_star);
  }

  void expression(const Expression* one) {
    if (one == nullptr) return;
    budget_.step();
    visit_(*one);
    switch (one->kind) {
      case ExpressionKind::constant:
      case ExpressionKind::embedded:
      case ExpressionKind::loop_attribute:
      case ExpressionKind::name: return;
      case ExpressionKind::list:
      case ExpressionKind::tuple:
        for (const Expression* item : static_cast<const Sequence&>(*one).items) expression(item);
        return;
      case ExpressionKind::map:
        for (const MapEntry& entry : static_cast<const MapLiteral&>(*one).entries) {
          expression(entry.key);
          expression(entry.value);
        }
        return;
      case ExpressionKind::logical_not:
      case ExpressionKind::minus:
      case ExpressionKind::plus: return expression(static_cast<const Unary&>(*one).operand);
      case ExpressionKind::concatenate:
        for (const Expression* part : static_cast<const Concatenation&>(*one).parts) expression(part);
        return;
      case ExpressionKind::compare:
        expression(static_cast<const Compare&>(*one).first);
        for (const Compared& compared : static_cast<const Compare&>(*one).rest) expression(compared.operand);
        return;
      case ExpressionKind::conditional: {
        const auto& node = static_cast<const Conditional&>(*one);
        expression(node.value);
        expression(node.condition);
        return expression(node.otherwise);
      }
      case ExpressionKind::attribute: return expression(static_cast<const Attribute&>(*one).holder);
      case ExpressionKind::item:
        expression(static_cast<const Item&>(*one).holder);
        return expression(static_cast<const Item&>(*one).key);
      case ExpressionKind::slice: {
        const auto& node = static_cast<const Slice&>(*one);
        expression(node.holder);
        expression(node.first);
        expression(node.last);
        return expression(node.step);
      }
      case ExpressionKind::call:
        expression(static_cast<const CallExpression&>(*one).callee);
        return arguments(static_cast<const CallExpression&>(*one).arguments);
      case ExpressionKind::filter:
      case ExpressionKind::test:
        expression(static_cast<const Application&>(*one).input);
        return arguments(static_cast<const Application&>(*one).arguments);
      default:  // binary operators
        expression(static_cast<const Binary&>(*one).left);
        return expression(static_cast<const Binary&>(*one).right);
    }
  }

  void macro(const MacroDefinition& definition) {
    for (const MacroParameter& parameter : definition.parameters) expression(parameter.fallback);
    body(definition.body);
  }

  void statement(const Statement& one) {
    budget_.step();
    switch (one.kind) {
      case StatementKind::text:
      case StatementKind::break_loop:
      case StatementKind::continue_loop: return;
      case StatementKind::print: return expression(static_cast<const Print&>(one).value);
      case StatementKind::evaluate: return expression(static_cast<const Evaluate&>(one).value);
      case StatementKind::conditional:
        for (const Branch& branch : static_cast<const If&>(one).branches) {
          expression(branch.condition);
          body(branch.body);
        }
        return;
      case StatementKind::loop: {
        const auto& node = static_cast<const For&>(one);
        expression(node.sequence);
        expression(node.test);
        body(node.body);
        return body(node.otherwise);
      }
      case StatementKind::set: return expression(static_cast<const Set&>(one).value);
      case StatementKind::set_block:
        expression(static_cast<const SetBlock&>(one).filter);
        return body(static_cast<const SetBlock&>(one).body);
      case StatementKind::macro: return macro(*static_cast<const Macro&>(one).definition);
      case StatementKind::call_block:
        expression(static_cast<const CallBlock&>(one).call);
        return macro(*static_cast<const CallBlock&>(one).definition);
      case StatementKind::filter_block:
        expression(static_cast<const FilterBlock&>(one).filter);
        return body(static_cast<const FilterBlock&>(one).body);
      case StatementKind::with:
        for (const Expression* value : static_cast<const With&>(one).values) expression(value);
        return body(static_cast<const With&>(one).body);
      case StatementKind::include: return expression(static_cast<const Include&>(one).source);
      case StatementKind::import_as:
      case StatementKind::import_from: return expression(static_cast<const Import&>(one).source);
      case StatementKind::extends: return expression(static_cast<const Extends&>(one).source);
      case StatementKind::block: return body(static_cast<const Block&>(one).definition->body);
      case StatementKind::autoescape:
        expression(static_cast<const Autoescape&>(one).value);
        return body(static_cast<const Autoescape&>(one).body);
    }
  }

  Budget& budget_;
  const std::function<void(const Expression&)>& visit_;
};

}  // namespace

void walk_expressions(Body body, Budget& budget, const std::function<void(const Expression&)>& visit) {
  Walk(budget, visit).body(body);
}

}  // namespace evalground::jinja2
