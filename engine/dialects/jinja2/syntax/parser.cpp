// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/syntax/parser.hpp"

#include <optional>

#include "dialects/jinja2/syntax/statement_parser.hpp"

namespace evalground::jinja2 {

void parse(Template& source, const Syntax& syntax, const FunctionSet& functions, Context& context,
           std::vector<Diagnostic>* problems) {
  std::string_view text = source.text;
  if (!syntax.keep_trailing_newline && text.ends_with('\n')) text.remove_suffix(1);
  Lexed lexed = read_tokens(text, syntax, context.budget);
  // Problems of lexer and parser are merged in the order of their places, and the first is thrown.
  std::optional<Error> unreadable;
  for (LexerProblem& problem : lexed.problems) {
    Error error("syntax", std::move(problem.message), source.origin(problem.begin, problem.end, context));
    if (problems == nullptr) {
      unreadable = std::move(error);
      break;
    }
    problems->push_back(std::move(error.diagnostic));
  }
  TokenStream tokens(std::move(lexed.tokens), source, context);
  StatementParser parser(source, tokens, functions, syntax, context.budget, problems);
  try {
    source.body = parser.template_body();
  } catch (const LimitError& limit) {
    if (limit.where() != 0) throw;
    const Token& token = tokens.current();
    throw LimitError(limit.limit(), limit.allowed(), source.origin(token.begin, token.end, context));
  } catch (const Error&) {
    if (!unreadable) throw;
    // Jinja's lexer is one token ahead of its parser, which decides which error comes first.
    const Origin& theirs = context.sources.origin(unreadable->diagnostic.where);
    if (tokens.current().begin < theirs.begin) throw;
  }
  if (unreadable) throw *unreadable;
  parser.fail_uncompiled();
  source.uses_self = (parser.special_names() & reads_self) != 0;
}

}  // namespace evalground::jinja2
