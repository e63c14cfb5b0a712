// Statements that bring templates together: includes, imports, inheritance and its blocks.
//
// Warm: compiled for speed where a module has room.
#include <algorithm>
#include <utility>

#include "base/text/utf8.hpp"
#include "dialects/jinja2/syntax/parser_state.hpp"

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

bool Parser::context_choice(bool fallback) {
  if ((sees_name("with") || sees_name("without")) && is_name(ahead(), "context")) {
    const bool with = take().text == "with";
    take();
    return with;
  }
  return fallback;
}

void Parser::refer(TemplateReference::Kind kind, const Expression& source) {
  const auto add = [&](const Expression& expression) {
    std::string name;
    if (expression.kind == ExpressionKind::constant) {
      const Value& value = *static_cast<const Constant&>(expression).value;
      if (value.is_string()) name = value.as_string();
    }
    template_.references.push_back({kind, std::move(name), expression.begin, expression.end});
  };
  if (source.kind == ExpressionKind::list || source.kind == ExpressionKind::tuple) {
    for (const Expression* item : static_cast<const Sequence&>(source).items) add(*item);
  } else {
    add(source);
  }
}

const Statement* Parser::include_statement(std::uint32_t begin) {
  const Expression* source = expression();
  bool ignores_missing = false;
  if (sees_name("ignore") && is_name(ahead(), "missing")) {
    take();
    take();
    ignores_missing = true;
  }
  const bool has_context = context_choice(true);
  Include* node = make<Include>(StatementKind::include, begin);
  node->source = source;
  node->ignores_missing = ignores_missing;
  node->has_context = has_context;
  refer(TemplateReference::Kind::include, *source);
  return node;
}

const Statement* Parser::import_statement(std::uint32_t begin) {
  const Expression* source = expression();
  expect_keyword("as");
  const Target* name = name_target();
  const bool has_context = context_choice(false);
  Import* node = make<Import>(StatementKind::import_as, begin);
  node->source = source;
  node->target = name;
  node->has_context = has_context;
  refer(TemplateReference::Kind::import, *source);
  return node;
}

const Statement* Parser::from_statement(std::uint32_t begin) {
  const Expression* source = expression();
  expect_keyword("import");
  Gathered<ImportedName> names;
  bool has_context = false;
  const auto sees_context = [&] { return (sees_name("with") || sees_name("without")) && is_name(ahead(), "context"); };
  for (;;) {
    if (!names.empty()) expect(",");
    if (current().kind != TokenKind::name) expected("name");
    if (sees_context()) {
      has_context = context_choice(false);
      break;
    }
    const Token& token = current();
    const Target* name = name_target();
    if (name->name.starts_with('_')) fail("names starting with an underline can not be imported", token);
    const Target* alias = take_name("as") ? name_target() : name;
    names.push_back({name->name, alias});
    if (sees_context()) {
      has_context = context_choice(false);
      break;
    }
    if (!sees(",")) break;
  }
  Import* node = make<Import>(StatementKind::import_from, begin);
  node->source = source;
  node->names = names.keep(template_.arena);
  node->has_context = has_context;
  refer(TemplateReference::Kind::import, *source);
  return node;
}

const Statement* Parser::extends_statement(std::uint32_t begin) {
  const Expression* source = expression();
  Extends* node = make<Extends>(StatementKind::extends, begin);
  node->source = source;
  template_.has_extends = true;
  refer(TemplateReference::Kind::extends, *source);
  return node;
}

const Statement* Parser::block_statement(std::uint32_t begin) {
  BlockDefinition* block = template_.arena.make<BlockDefinition>();
  const Token& token = expect_name();
  block->name = token.text;
  block->begin = token.begin;
  block->end = token.end;
  block->is_scoped = take_name("scoped");
  block->is_required = take_name("required");
  if (sees("-")) {
    fail(
        "Block names in Jinja have to be valid Python identifiers and may not contain hyphens, use an underscore "
        "instead.",
        current());
  }
  for (const BlockDefinition* other : template_.blocks) {
    if (other->name == block->name) fail("block '" + std::string(block->name) + "' defined twice", token);
  }
  template_.blocks.push_back(block);
  Block* node = make<Block>(StatementKind::block, begin);
  node->definition = block;
  const unsigned before = std::exchange(uses_, 0U);
  const bool was_soft = std::exchange(is_soft_, false);
  block->body = block_body({"endblock"}, true);
  is_soft_ = was_soft;
  block->uses_self = (uses_ & uses_self) != 0;
  block->uses_super = (uses_ & uses_super) != 0;
  uses_ = before | (uses_ & has_scoped_block) | (block->is_scoped ? has_scoped_block : 0U);
  if (block->is_required &&
      !std::all_of(block->body.begin(), block->body.end(), [](const Statement* one) { return is_blank_text(*one); })) {
    fail("Required blocks can only contain comments or whitespace", token);
  }
  take_name(block->name);
  return node;
}

}  // namespace evalground::jinja2
