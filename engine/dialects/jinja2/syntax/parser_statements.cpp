// Statements that work within their template: branches, loops, assignments, blocks of text.
//
// Warm: compiled for speed where a module has room.
#include <algorithm>
#include <utility>

#include "dialects/jinja2/syntax/parser_state.hpp"

namespace evalground::jinja2 {
namespace {

bool is_constant_name(std::string_view name) {
  return name == "true" || name == "false" || name == "none" || name == "True" || name == "False" || name == "None";
}

}  // namespace

const Statement* Parser::if_statement(std::uint32_t begin) {
  Gathered<Branch> branches;
  const bool was_soft = std::exchange(is_soft_, true);
  Branch branch{tuple(TupleItems::unconditional), {}};
  for (;;) {
    branch.body = statements({"elif", "else", "endif"});
    branches.push_back(branch);
    const std::string_view tag = take().text;
    if (tag == "elif") {
      branch = {tuple(TupleItems::unconditional), {}};
    } else if (tag == "else") {
      branches.push_back({nullptr, block_body({"endif"}, true)});
      break;
    } else {
      break;
    }
  }
  is_soft_ = was_soft;
  If* node = make<If>(StatementKind::conditional, begin);
  node->branches = branches.keep(template_.arena);
  return node;
}

const Target* Parser::as_target(const Expression& expression) {
  Target* target = template_.arena.make<Target>();
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
    Gathered<const Target*> items;
    for (const Expression* item : static_cast<const Sequence&>(expression).items) items.push_back(as_target(*item));
    target->items = items.keep(template_.arena);
    return target;
  }
  std::string_view kind = "const";
  if (expression.kind == ExpressionKind::list) kind = "list";
  if (expression.kind == ExpressionKind::map) kind = "dict";
  fail("can't assign to '" + std::string(kind) + "'", expression.begin, expression.end, "syntax");
}

const Target* Parser::name_target() {
  const Token& token = expect_name();
  if (is_constant_name(token.text)) fail("can't assign to 'name'", token);
  Target* target = template_.arena.make<Target>();
  target->begin = token.begin;
  target->end = token.end;
  target->name = token.text;
  return target;
}

const Target* Parser::target(bool with_tuple, std::string_view end_name, bool with_namespace) {
  const unsigned before = uses_;
  const Expression* expression =
      with_tuple ? tuple(with_namespace ? TupleItems::targets : TupleItems::simple, end_name) : primary();
  uses_ = before;  // assigned, not read
  return as_target(*expression);
}

const Statement* Parser::for_statement(std::uint32_t begin) {
  For* node = template_.arena.make<For>();
  node->kind = StatementKind::loop;
  node->begin = begin;
  const std::size_t target_at = at_;
  node->target = target(true, "in");
  const std::size_t after_target = at_;
  at_ = target_at;
  node->test_target = target(true, "in");
  at_ = after_target;
  for (std::size_t at = target_at; at < after_target; ++at) {
    if (is_name(tokens_[at], "loop")) {
      fail("Can't assign to special loop variable in for-loop target", tokens_[at]);
    }
  }
  expect_keyword("in");
  node->sequence = tuple(TupleItems::unconditional, "recursive");
  const bool was_soft = std::exchange(is_soft_, false);
  if (take_name("if")) node->test = expression();
  node->is_recursive = take_name("recursive");
  node->end = last_end();
  const unsigned before = std::exchange(uses_, 0U);
  node->body = statements({"endfor", "else"});
  node->has_loop = node->is_recursive || (uses_ & (uses_loop | has_scoped_block)) != 0;
  // A loop inside reads its own `loop`, but Jinja counts it for the outer one too.
  uses_ |= before;
  if (take().text == "else") node->otherwise = block_body({"endfor"}, true);
  is_soft_ = was_soft;
  return node;
}

const Statement* Parser::set_statement(std::uint32_t begin) {
  const Target* assigned = target(true, {}, true);
  if (take("=")) {
    Set* node = template_.arena.make<Set>();
    node->kind = StatementKind::set;
    node->begin = begin;
    node->target = assigned;
    node->value = tuple(TupleItems::expressions);
    node->end = last_end();
    return node;
  }
  SetBlock* node = template_.arena.make<SetBlock>();
  node->kind = StatementKind::set_block;
  node->begin = begin;
  node->target = assigned;
  if (take("|")) node->filter = filter(nullptr);
  node->end = last_end();
  const bool was_soft = std::exchange(is_soft_, false);
  node->body = block_body({"endset"}, true);
  is_soft_ = was_soft;
  return node;
}

const Statement* Parser::filter_statement(std::uint32_t begin) {
  FilterBlock* node = template_.arena.make<FilterBlock>();
  node->kind = StatementKind::filter_block;
  node->begin = begin;
  node->filter = filter(nullptr);
  node->end = last_end();
  const bool was_soft = std::exchange(is_soft_, false);
  node->body = block_body({"endfilter"}, true);
  is_soft_ = was_soft;
  return node;
}

const Statement* Parser::with_statement(std::uint32_t begin) {
  Gathered<const Target*> targets;
  Gathered<const Expression*> values;
  while (current().kind != TokenKind::block_end) {
    if (!targets.empty()) expect(",");
    targets.push_back(target(true));
    expect("=");
    values.push_back(expression());
  }
  With* node = make<With>(StatementKind::with, begin);
  node->targets = targets.keep(template_.arena);
  node->values = values.keep(template_.arena);
  const bool was_soft = std::exchange(is_soft_, false);
  node->body = block_body({"endwith"}, true);
  is_soft_ = was_soft;
  return node;
}

const Statement* Parser::autoescape_statement(std::uint32_t begin) {
  const Expression* value = expression();
  Autoescape* node = make<Autoescape>(StatementKind::autoescape, begin);
  node->value = value;
  const bool was_soft = std::exchange(is_soft_, false);
  node->body = block_body({"endautoescape"}, true);
  is_soft_ = was_soft;
  return node;
}

}  // namespace evalground::jinja2
