#include "dialects/jinja2/language.hpp"

#include <algorithm>

#include "dialects/jinja2/flavor.hpp"
#include "dialects/jinja2/names_in_templates.hpp"
#include "dialects/jinja2/names_of_hosts.hpp"
#include "dialects/jinja2/syntax/lexer.hpp"
#include "runtime/language/yaml_text.hpp"
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

// The syntax that the workspace's options ask for; Jinja's own where they are wrong.
Syntax syntax_of(Context& context) {
  return recover([&] { return read_options(context, flavor_of(context).options).syntax; },
                 [](const Error&) { return Syntax(); });
}

bool is_template(std::string_view path) {
  constexpr std::string_view data[] = {".json", ".yml", ".yaml", ".csv", ".ini"};
  for (const std::string_view suffix : data) {
    if (path.ends_with(suffix)) return false;
  }
  return true;
}

bool is_ansible(const Workspace& workspace) {
  const Value* flavor = workspace.options.find("flavor");
  return flavor != nullptr && flavor->is_string() && flavor->as_string().starts_with("ansible");
}

// The keys of a file of variables, which hosts see.
void define_variables(Context& context, std::uint32_t file, Reading& reading) {
  const YamlText yaml(context, file);
  if (yaml.root() == nullptr || yaml.root()->kind != YamlNode::Kind::mapping) return;
  for (const YamlPair& pair : yaml.root()->pairs) {
    context.budget.step();
    if (!is_scalar(*pair.key)) continue;
    const std::uint32_t symbol = reading.symbol("variable", "", pair.key->text);
    // Conditions and other files may name it, too: it cannot be renamed from here.
    reading.symbols[symbol].is_fixed = true;
    reading.define(symbol, yaml.inner(*pair.key), {file, yaml.place(pair.key->begin), yaml.place(pair.value->end)});
  }
}

class Templates final : public Language {
 public:
  bool reads(std::string_view path, const Workspace& workspace) const override {
    return path == workspace.main || path == expression_path || is_template(path) ||
           (is_ansible(workspace) && is_variable_file(path));
  }

  void read(Context& context, std::uint32_t file, Reading& reading) const override {
    const std::string& path = context.sources.path(file);
    if (is_ansible(context.workspace) && is_variable_file(path)) define_variables(context, file, reading);
    read_template(context, pieces_of(context, file), file, reading);
  }

  Caret at(Context& context, const Reading& reading, std::uint32_t file, std::uint32_t offset) const override {
    // Here, and not for templates within other languages: their modules have nothing of repositories.
    return template_cursor(context, pieces_of(context, file), file, offset, names_of_hosts(context), &reading);
  }

  std::vector<std::string_view> kinds_of(std::string_view kind, const Workspace& workspace) const override {
    const bool has_ansible = is_ansible(workspace);
    if (has_ansible && kind == "filter") return {"ansible-filter", "ansible-2.21-filter", kind};
    if (has_ansible && kind == "test") return {"ansible-test", "ansible-2.21-test", kind};
    if (has_ansible && kind == "global") return {"ansible-global", "ansible-2.21-global", kind};
    if (has_ansible && kind == "method") return {"ansible-method", kind};
    return {kind};
  }
  bool looks_at_references() const override { return true; }
  Form form() const override { return Form::tags; }
  Pieces pieces(Context& context, const Stretch& expression) const override {
    Pieces result;
    for (Piece& piece : pieces_of(context, expression.file)) {
      if (piece.begin >= expression.begin && piece.end <= expression.end) result.push_back(std::move(piece));
    }
    return result;
  }

 private:
  static Pieces pieces_of(Context& context, std::uint32_t file) {
    const std::string_view text = context.sources.text(file);
    TextPlace place;
    place.file = file;
    const Syntax syntax = syntax_of(context);
    // The expression of a workspace may stand without tags.
    if (context.sources.path(file) != expression_path || syntax.begins_template(text)) {
      return template_pieces(text, place, syntax, context.budget);
    }
    const std::string enclosed = syntax.variable_start + std::string(text) + syntax.variable_end;
    const auto before = static_cast<std::uint32_t>(syntax.variable_start.size());
    Pieces pieces = template_pieces(enclosed, place, syntax, context.budget);
    for (Piece& piece : pieces) {
      piece.begin = piece.begin < before ? 0 : piece.begin - before;
      piece.end = piece.end < before ? 0 : std::min(piece.end - before, static_cast<std::uint32_t>(text.size()));
    }
    return pieces;
  }
};

}  // namespace

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

void read_template(Context& context, const Pieces& pieces, std::uint32_t file, Reading& reading) {
  TemplateNames(context, pieces, file, reading).read(pieces.size());
}

Caret template_cursor(Context& context, const Pieces& pieces, std::uint32_t file, std::uint32_t offset, Value known,
                      const Reading* all) {
  Reading before(Reading::Keeps::definitions);
  TemplateNames names(context, pieces, file, before);
  if (all != nullptr) names.take_all(*all);
  names.take_known(std::move(known));
  return names.cursor(offset);
}

const Language& language() {
  static const Templates templates;
  return templates;
}

}  // namespace evalground::jinja2
