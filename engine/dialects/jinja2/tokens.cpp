#include "dialects/jinja2/tokens.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text/any_of.hpp"
#include "dialects/jinja2/run.hpp"
#include "dialects/jinja2/syntax/lexer.hpp"

namespace evalground::jinja2 {
namespace {

std::string_view kind_of(const Tokens& tokens, std::size_t at) {
  const auto& token = tokens[at];
  const auto symbol_before = [&](Symbol symbol) { return at > 0 && tokens[at - 1].symbol == symbol; };
  switch (token.kind) {
    case TokenKind::comment: return "comment";
    case TokenKind::raw:
    case TokenKind::variable_begin:
    case TokenKind::variable_end:
    case TokenKind::block_begin:
    case TokenKind::block_end: return "directive";
    case TokenKind::integer:
    case TokenKind::real: return "number";
    case TokenKind::string: return "string";
    case TokenKind::symbol: return "operator";
    case TokenKind::name: {
      if (at > 0 && tokens[at - 1].kind == TokenKind::block_begin) return "keyword";
      if (symbol_before("|")) return "function";
      if (symbol_before(".")) return "property";
      const bool is_called = at + 1 < tokens.size() && tokens[at + 1].symbol == "(";
      const bool is_test =
          at > 0 && tokens[at - 1].kind == TokenKind::name &&
          (tokens[at - 1].text == "is" || (tokens[at - 1].text == "not" && at > 1 && tokens[at - 2].text == "is"));
      if (is_test && token.text != "not") return "function";
      if (contains(template_words, token.text)) return "keyword";
      return is_called ? "function" : "variable";
    }
    default: return {};
  }
}

}  // namespace

std::vector<evalground::Token> tokens_of(std::string_view text, const Syntax& syntax, Budget& budget) {
  std::vector<evalground::Token> result;
  const Lexed lexed = read_tokens(text, syntax, budget, true);
  for (std::size_t at = 0; at < lexed.tokens.size(); ++at) {
    const std::string_view kind = kind_of(lexed.tokens, at);
    if (!kind.empty()) result.push_back({0, lexed.tokens[at].begin, lexed.tokens[at].end, kind});
  }
  return result;
}

std::vector<evalground::Token> tokens_of(Context& context, MakeRun make) {
  std::vector<evalground::Token> result;
  Run* run = run_of(context, make);
  if (run == nullptr) return result;
  std::set<std::pair<std::uint32_t, std::uint32_t>> begins;  // a template that includes itself is parsed twice
  for (const auto& source : run->evaluator().loader.templates()) {
    if (!begins.emplace(source->place.file, source->place.offset(0)).second) continue;
    // Tags around an expression without tags are in no file.
    const std::uint32_t generated = source->place.generated();
    const std::size_t size = context.sources.text(source->place.file).size();
    for (const evalground::Token& token : tokens_of(source->text, run->evaluator().options.syntax, context.budget)) {
      const std::uint32_t end = source->place.offset(token.end);
      if (token.begin < generated || (generated > 0 && end > size)) continue;
      result.push_back({source->place.file, source->place.offset(token.begin), end, token.kind});
    }
  }
  return result;
}

}  // namespace evalground::jinja2
