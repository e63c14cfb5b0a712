// Blocks and assignments: branches, loops, `set`, `filter`, `with`, `autoescape` and `print`.
//
// Warm: compiled for speed where a module has room.
#include <algorithm>
#include <utility>

#include "dialects/jinja2/syntax/statement_parser.hpp"

namespace evalground::jinja2 {

Statement* StatementParser::if_statement(std::uint32_t begin) {
  Gathered<Branch> branches;
  const FunctionBinder::AllowUnknown unknown(binder_, true);
  Branch branch{expressions_.tuple(ExpressionParser::TupleItems::unconditional), {}};
  for (;;) {
    branch.body = block_body({"elif", "else", "endif"});
    branches.push_back(branch);
    const std::string_view tag = tokens_.take().text;
    if (tag == "elif") {
      branch = {expressions_.tuple(ExpressionParser::TupleItems::unconditional), {}};
    } else if (tag == "else") {
      branches.push_back({nullptr, last_block_body("endif")});
      break;
    } else {
      break;
    }
  }
  If* node = build_.make<If>(StatementKind::conditional, begin);
  node->branches = branches.keep(build_.arena());
  return node;
}

Statement* StatementParser::for_statement(std::uint32_t begin) {
  For* node = build_.make<For>();
  node->kind = StatementKind::loop;
  node->begin = begin;
  // The target is parsed twice: the condition of the loop has a frame of its own with the same names.
  const std::size_t target_at = tokens_.offset();
  node->target = targets_.tuple(ExpressionParser::TupleItems::simple);
  tokens_.rewind(target_at);
  node->test_target = targets_.tuple(ExpressionParser::TupleItems::simple);
  refuse_loop(target_at);
  tokens_.expect_keyword("in");
  node->sequence = expressions_.tuple(ExpressionParser::TupleItems::unconditional);
  const FunctionBinder::AllowUnknown unknown(binder_, false);
  if (tokens_.take_name("if")) node->test = expressions_.expression();
  node->is_recursive = tokens_.take_name("recursive");
  node->end = tokens_.last_end();
  const unsigned before = std::exchange(expressions_.special_names, 0U);
  const ScopedValue<std::uint32_t> inside(loop_depth_, loop_depth_ + 1);
  {
    const ScopedValue<bool> breaks(breaks_loop_, true);
    node->body = block_body({"endfor", "else"});
  }
  node->has_loop = node->is_recursive || (expressions_.special_names & (reads_loop | holds_scoped_block)) != 0;
  // An inner loop has its own `loop`, but Jinja counts its use for the outer loop as well.
  expressions_.special_names |= before;
  // In `else` the loop is over, so `break` is that of an outer loop. A recursive loop is a function.
  const ScopedValue<bool> breaks(breaks_loop_, breaks_loop_ && !node->is_recursive);
  if (tokens_.take().text == "else") node->otherwise = last_block_body("endfor");
  return node;
}

// Fails if the tokens from there on assign the name `loop`. Attributes of that name, and those of `loop`, do not count.
void StatementParser::refuse_loop(std::size_t target_at) const {
  for (std::size_t at = target_at; at < tokens_.offset(); ++at) {
    const bool is_attribute = at > target_at && tokens_[at - 1].symbol == ".";
    if (!TokenStream::is_name(tokens_[at], "loop") || is_attribute || tokens_[at + 1].symbol == ".") continue;
    tokens_.fail("Can't assign to special loop variable in for-loop target", tokens_[at]);
  }
}

Statement* StatementParser::set_statement(std::uint32_t begin) {
  const std::size_t target_at = tokens_.offset();
  Target* assigned = targets_.tuple(ExpressionParser::TupleItems::targets);
  // Also in macros and blocks within a loop, and in its `else`.
  if (loop_depth_ > 0) refuse_loop(target_at);
  if (tokens_.take("=")) {
    Set* node = build_.make<Set>();
    node->kind = StatementKind::set;
    node->begin = begin;
    node->target = assigned;
    node->value = expressions_.tuple(ExpressionParser::TupleItems::expressions);
    node->end = tokens_.last_end();
    return node;
  }
  SetBlock* node = build_.make<SetBlock>();
  node->kind = StatementKind::set_block;
  node->begin = begin;
  node->target = assigned;
  const FunctionBinder::AllowUnknown unknown(binder_, false);
  if (tokens_.take("|")) node->filter = expressions_.filter(nullptr);
  node->end = tokens_.last_end();
  const ScopedValue<bool> kept(keeps_output_, true);
  node->body = last_block_body("endset");
  return node;
}

Statement* StatementParser::filter_statement(std::uint32_t begin) {
  FilterBlock* node = build_.make<FilterBlock>();
  node->kind = StatementKind::filter_block;
  node->begin = begin;
  const FunctionBinder::AllowUnknown unknown(binder_, false);
  node->filter = expressions_.filter(nullptr);
  node->end = tokens_.last_end();
  node->body = last_block_body("endfilter");
  return node;
}

Statement* StatementParser::with_statement(std::uint32_t begin) {
  Gathered<Target*> targets;
  Gathered<Expression*> values;
  while (tokens_.current().kind != TokenKind::block_end) {
    if (!targets.empty()) tokens_.expect(",");
    targets.push_back(targets_.tuple(ExpressionParser::TupleItems::simple));
    tokens_.expect("=");
    values.push_back(expressions_.expression());
  }
  With* node = build_.make<With>(StatementKind::with, begin);
  node->targets = targets.keep(build_.arena());
  node->values = values.keep(build_.arena());
  const FunctionBinder::AllowUnknown unknown(binder_, false);
  node->body = last_block_body("endwith");
  return node;
}

Statement* StatementParser::autoescape_statement(std::uint32_t begin) {
  const FunctionBinder::AllowUnknown unknown(binder_, false);
  Expression* value = expressions_.expression();
  Autoescape* node = build_.make<Autoescape>(StatementKind::autoescape, begin);
  node->value = value;
  node->body = last_block_body("endautoescape");
  return node;
}

// `print a, b` prints each value: a branch that is always taken, with a print statement for each.
Statement* StatementParser::print_statement(std::uint32_t begin) {
  Gathered<Expression*> values;
  while (!tokens_.sees(TokenKind::block_end)) {
    if (!values.empty()) tokens_.expect(",");
    values.push_back(expressions_.expression());
  }
  allow_lost();
  Gathered<Statement*> prints;
  for (Expression* value : values) {
    Print* print = build_.make<Print>(StatementKind::print, value->begin);
    print->value = value;
    prints.push_back(print);
  }
  If* node = build_.make<If>(StatementKind::conditional, begin);
  Gathered<Branch> branches;
  branches.push_back({nullptr, prints.keep(build_.arena())});
  node->branches = branches.keep(build_.arena());
  return node;
}

}  // namespace evalground::jinja2
