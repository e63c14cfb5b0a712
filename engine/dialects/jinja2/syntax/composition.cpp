// Statements that combine templates: include, import, extends and block.
//
// Warm: compiled for speed where a module has room.
#include <algorithm>
#include <utility>

#include "base/text/utf8.hpp"
#include "dialects/jinja2/syntax/statement_parser.hpp"

namespace evalground::jinja2 {
namespace {

bool is_blank_text(const Statement& statement) {
  if (statement.kind != StatementKind::text) return false;
  const std::string_view text = static_cast<const Text&>(statement).text;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    if (!is_space(point.value)) return false;
    at += point.size;
  }
  return true;
}

}  // namespace

bool StatementParser::sees_context_choice() const {
  return (tokens_.sees_name("with") || tokens_.sees_name("without")) &&
         TokenStream::is_name(tokens_.ahead(), "context");
}

// Reads "with context" or "without context", if present.
bool StatementParser::context_choice(bool fallback) {
  if (sees_context_choice()) {
    const bool with = tokens_.take().text == "with";
    tokens_.take();
    return with;
  }
  return fallback;
}

void StatementParser::refer(TemplateReference::Kind kind, const Expression& source) {
  const auto add = [&](const Expression& expression) {
    std::string name;
    if (expression.kind == ExpressionKind::constant) {
      const Value& value = *static_cast<const Constant&>(expression).value;
      if (value.is_string()) name = value.as_string();
    }
    template_.references.push_back({kind, std::move(name), expression.begin, expression.end});
  };
  if (source.kind == ExpressionKind::list || source.kind == ExpressionKind::tuple) {
    for (Expression* item : static_cast<const Sequence&>(source).items) add(*item);
  } else {
    add(source);
  }
}

Statement* StatementParser::include_statement(std::uint32_t begin) {
  Expression* source = expressions_.expression();
  bool ignores_missing = false;
  if (tokens_.sees_name("ignore") && tokens_.is_name(tokens_.ahead(), "missing")) {
    tokens_.take();
    tokens_.take();
    ignores_missing = true;
  }
  const bool has_context = context_choice(true);
  Include* node = build_.make<Include>(StatementKind::include, begin);
  node->source = source;
  node->ignores_missing = ignores_missing;
  node->has_context = has_context;
  refer(TemplateReference::Kind::include, *source);
  return node;
}

Statement* StatementParser::import_statement(std::uint32_t begin) {
  Expression* source = expressions_.expression();
  tokens_.expect_keyword("as");
  Target* name = targets_.name();
  const bool has_context = context_choice(false);
  Import* node = build_.make<Import>(StatementKind::import_as, begin);
  node->source = source;
  node->target = name;
  node->has_context = has_context;
  refer(TemplateReference::Kind::import, *source);
  return node;
}

Statement* StatementParser::from_statement(std::uint32_t begin) {
  Expression* source = expressions_.expression();
  tokens_.expect_keyword("import");
  Gathered<ImportedName> names;
  bool has_context = false;
  for (;;) {
    if (!names.empty()) tokens_.expect(",");
    if (tokens_.current().kind != TokenKind::name) tokens_.expected("name");
    if (sees_context_choice()) {
      has_context = context_choice(false);
      break;
    }
    const Token& token = tokens_.current();
    Target* name = targets_.name();
    if (name->name.starts_with('_')) tokens_.fail("names starting with an underline can not be imported", token);
    Target* alias = tokens_.take_name("as") ? targets_.name() : name;
    names.push_back({name->name, alias});
    if (sees_context_choice()) {
      has_context = context_choice(false);
      break;
    }
    if (!tokens_.sees(",")) break;
  }
  Import* node = build_.make<Import>(StatementKind::import_from, begin);
  node->source = source;
  node->names = names.keep(build_.arena());
  node->has_context = has_context;
  refer(TemplateReference::Kind::import, *source);
  return node;
}

Statement* StatementParser::extends_statement(std::uint32_t begin) {
  Expression* source = expressions_.expression();
  if (has_parent_) is_given_up_ = true;
  if (open_tags_.size() == 1) has_parent_ = true;
  Extends* node = build_.make<Extends>(StatementKind::extends, begin);
  node->source = source;
  template_.has_extends = true;
  refer(TemplateReference::Kind::extends, *source);
  return node;
}

Statement* StatementParser::block_statement(std::uint32_t begin) {
  BlockDefinition* block = build_.make<BlockDefinition>();
  const Token& token = tokens_.expect_name();
  block->name = token.text;
  block->begin = token.begin;
  block->end = token.end;
  block->is_scoped = tokens_.take_name("scoped");
  block->is_required = tokens_.take_name("required");
  if (tokens_.sees("-")) {
    tokens_.fail(
        "Block names in Jinja have to be valid Python identifiers and may not contain hyphens, use an underscore "
        "instead.",
        tokens_.current());
  }
  budget_.step(template_.blocks.size() / 16);  // comparing a name is cheap
  for (const BlockDefinition* other : template_.blocks) {
    if (other->name == block->name) tokens_.fail("block '" + std::string(block->name) + "' defined twice", token);
  }
  template_.blocks.push_back(block);
  Block* node = build_.make<Block>(StatementKind::block, begin);
  node->definition = block;
  const unsigned before = std::exchange(expressions_.special_names, 0U);
  const FunctionBinder::AllowUnknown unknown(binder_, false);
  const ScopedValue<bool> kept(keeps_output_, true);
  const ScopedValue<bool> compiled(is_given_up_, false);
  const ScopedValue<bool> breaks(breaks_loop_, false);
  const ScopedValue<bool> inside(is_in_block_, true);
  block->body = last_block_body("endblock");
  block->uses_self = (expressions_.special_names & reads_self) != 0;
  block->uses_super = (expressions_.special_names & reads_super) != 0;
  expressions_.special_names =
      before | (expressions_.special_names & holds_scoped_block) | (block->is_scoped ? holds_scoped_block : 0U);
  if (block->is_required &&
      !std::all_of(block->body.begin(), block->body.end(), [](Statement* one) { return is_blank_text(*one); })) {
    tokens_.fail("Required blocks can only contain comments or whitespace", token);
  }
  tokens_.take_name(block->name);
  return node;
}

}  // namespace evalground::jinja2
