#include "dialects/jinja2/language.hpp"

#include <algorithm>

#include "base/text/any_of.hpp"
#include "dialects/jinja2/catalogue.hpp"
#include "dialects/jinja2/flavor.hpp"
#include "dialects/jinja2/names_across_templates.hpp"
#include "dialects/jinja2/names_in_templates.hpp"
#include "dialects/jinja2/syntax/expression_text.hpp"
#include "dialects/jinja2/syntax/lexer.hpp"
#include "dialects/jinja2/syntax/parser.hpp"
#include "value/map.hpp"

namespace evalground::jinja2 {
namespace {

Piece::Kind kind_of(const Token& token) {
  switch (token.kind) {
    case TokenKind::name: return Piece::Kind::name;
    case TokenKind::integer:
    case TokenKind::real: return Piece::Kind::number;
    case TokenKind::string: return Piece::Kind::text;
    case TokenKind::comment: return Piece::Kind::comment;
    case TokenKind::symbol: break;
    default: return Piece::Kind::edge;
  }
  if (token.symbol == "(" || token.symbol == "[" || token.symbol == "{") return Piece::Kind::open;
  if (token.symbol == ")" || token.symbol == "]" || token.symbol == "}") return Piece::Kind::close;
  return token.symbol == "," ? Piece::Kind::comma : Piece::Kind::sign;
}

// Words that are no names in an expression. Others, such as `context`, are words of statements alone.
constexpr std::string_view words_of_expressions[] = {"and",  "or",   "not",   "in",   "is",   "if",    "else",
                                                     "elif", "true", "false", "none", "True", "False", "None"};

bool is_template(std::string_view path) {
  constexpr std::string_view data[] = {".json", ".yml", ".yaml", ".csv", ".ini"};
  for (const std::string_view suffix : data) {
    if (path.ends_with(suffix)) return false;
  }
  return true;
}

class Templates final : public TemplateLanguage {
 protected:
  const FunctionCatalogue& functions() const override { return jinja2::functions(); }
  FunctionSet known_functions() const override { return function_set(); }
  Options options_of(Context& context) const override { return read_options(context, plain().options); }
};

}  // namespace

bool TemplateLanguage::reads(std::string_view path, const Workspace& workspace) const {
  return path == workspace.main || path == expression_path || is_template(path);
}

void TemplateLanguage::read(Context& context, std::uint32_t file, Reading& reading) const {
  read_template(context, functions(), pieces_of(context, file), file, reading);
}

void TemplateLanguage::connect(Context& context, Reading& reading) const {
  connect_templates(context, reading);
}

std::string TemplateLanguage::why_reserved(std::string_view kind, std::string_view name) const {
  if (kind != "variable" && kind != "macro" && kind != "module") return {};
  if (contains(words_of_expressions, name)) return "It is a word of the syntax of templates.";
  const auto is_special = [&](const SpecialName& one) { return one.name == name; };
  if (name == "loop" || std::any_of(std::begin(special_names), std::end(special_names), is_special)) {
    return "Templates give this name a meaning of their own.";
  }
  return functions().find("global", name) == nullptr ? "" : "It is a function of templates.";
}

// All mistakes, while a run ends at the first. A first line with options of the template is left to the run.
void TemplateLanguage::check(Context& context, std::uint32_t file) const {
  const std::string text(context.sources.text(file));
  if (text.starts_with("#jinja2:")) return;
  Template parsed(context.sources.path(file), text, {file, {}});
  std::vector<Diagnostic> problems;
  try {
    parse(parsed, options_of(context).syntax, known_functions(), context, &problems);
  } catch (const Error& error) {
    problems.push_back(error.diagnostic);
  }
  for (Diagnostic& problem : problems) context.report(std::move(problem));
}

Caret TemplateLanguage::at(Context& context, const Reading& reading, std::uint32_t file, std::uint32_t offset) const {
  return template_cursor(context, pieces_of(context, file), file, offset,
                         {functions(), known_names(context), &reading});
}

Pieces TemplateLanguage::pieces(Context& context, const Stretch& expression) const {
  Pieces result;
  for (Piece& piece : pieces_of(context, expression.file)) {
    if (piece.begin >= expression.begin && piece.end <= expression.end) result.push_back(std::move(piece));
  }
  return result;
}

// The tokens of a file under the syntax options of the workspace, or the usual syntax if those are invalid.
Pieces TemplateLanguage::pieces_of(Context& context, std::uint32_t file) const {
  const std::string_view text = context.sources.text(file);
  TextPlace place;
  place.file = file;
  const Options options = recover([&] { return options_of(context); }, [](const Error&) { return Options(); });
  const Syntax& syntax = options.syntax;
  // The expression of a workspace may stand without tags.
  if (context.sources.path(file) != expression_path ||
      (syntax.begins_template(text) && !is_bare_expression(context, options))) {
    return template_pieces(text, place, syntax, context.budget);
  }
  const SourceText made = enclosed({std::string(text), std::string(expression_path), {file, {}}}, syntax);
  const std::uint32_t before = made.place.generated();
  Pieces pieces = template_pieces(made.text, place, syntax, context.budget);
  for (Piece& piece : pieces) {
    piece.begin = piece.begin < before ? 0 : piece.begin - before;
    piece.end = piece.end < before ? 0 : std::min(piece.end - before, static_cast<std::uint32_t>(text.size()));
  }
  return pieces;
}

Pieces template_pieces(std::string_view text, const TextPlace& place, const Syntax& syntax, Budget& budget) {
  Pieces pieces;
  const Lexed lexed = read_tokens(text, syntax, budget, true);
  for (const Token& token : lexed.tokens) {
    if (token.kind == TokenKind::data || token.kind == TokenKind::raw || token.kind == TokenKind::end) continue;
    Piece& piece = pieces.emplace_back();
    piece.kind = kind_of(token);
    piece.begin = place.offset(token.begin);
    piece.end = place.offset(token.end);
    switch (token.kind) {
      case TokenKind::variable_begin: piece.text = "{{"; break;
      case TokenKind::variable_end: piece.text = "}}"; break;
      case TokenKind::block_begin: piece.text = "{%"; break;
      case TokenKind::block_end: piece.text = "%}"; break;
      default: piece.text = text.substr(token.begin, token.end - token.begin); break;
    }
  }
  return pieces;
}

void read_template(Context& context, const FunctionCatalogue& functions, const Pieces& pieces, std::uint32_t file,
                   Reading& reading, const LocalNames* locals) {
  TemplateNames names(context, functions, pieces, file, reading);
  if (locals != nullptr) names.take_locals(*locals);
  names.read(pieces.size());
}

Caret template_cursor(Context& context, const Pieces& pieces, std::uint32_t file, std::uint32_t offset,
                      Surroundings surroundings) {
  Reading before(Reading::Keeps::definitions);
  TemplateNames names(context, surroundings.functions, pieces, file, before);
  if (surroundings.all != nullptr) names.take_all(*surroundings.all);
  names.take_known(std::move(surroundings.known));
  return names.cursor(offset);
}

const Language& language() {
  static const Templates templates;
  return templates;
}

}  // namespace evalground::jinja2
