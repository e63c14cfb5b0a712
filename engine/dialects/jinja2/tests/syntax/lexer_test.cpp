// Tokens of templates: places, whitespace control, line statements, illegal characters.
#include "dialects/jinja2/syntax/lexer.hpp"

#include <gtest/gtest.h>

namespace evalground::jinja2 {
namespace {

// The texts of the tokens between bars, and "!" with the message for each problem.
std::string texts_of(std::string_view text, const Syntax& syntax = {}) {
  Budget budget;
  const Lexed lexed = read_tokens(text, syntax, budget);
  std::string result;
  for (const Token& token : lexed.tokens) {
    switch (token.kind) {
      case TokenKind::variable_begin: result += "{{|"; break;
      case TokenKind::variable_end: result += "}}|"; break;
      case TokenKind::block_begin: result += "{%|"; break;
      case TokenKind::block_end: result += "%}|"; break;
      case TokenKind::end: break;
      default: result.append(token.text).append("|");
    }
  }
  for (const LexerProblem& problem : lexed.problems) result += "!" + problem.message;
  return result;
}

TEST(JinjaLexer, TakesTextAndTagsApart) {
  EXPECT_EQ(texts_of("a{{ b }}c"), "a|{{|b|}}|c|");
  EXPECT_EQ(texts_of("{% if x %}y{% endif %}"), "{%|if|x|%}|y|{%|endif|%}|");
}

TEST(JinjaLexer, GivesEachTokenItsPlace) {
  Budget budget;
  const std::string text = "é{{ name }}";
  const Lexed lexed = read_tokens(text, {}, budget);
  const Token& name = lexed.tokens[2];
  EXPECT_EQ(text.substr(name.begin, name.end - name.begin), "name");
}

TEST(JinjaLexer, EndsWithATokenAtTheEnd) {
  Budget budget;
  const Lexed lexed = read_tokens("ab", {}, budget);
  EXPECT_EQ(lexed.tokens.back().kind, TokenKind::end);
  EXPECT_EQ(lexed.tokens.back().begin, 2u);
}

TEST(JinjaLexer, StripsWhiteSpaceAtAMinus) {
  EXPECT_EQ(texts_of("a \n{{- b -}}\n c"), "a|{{|b|}}|c|");
}

TEST(JinjaLexer, TrimsBlocksOnlyWhenAsked) {
  Syntax syntax;
  EXPECT_EQ(texts_of("{% x %}\na", syntax), "{%|x|%}|\na|");
  syntax.trim_blocks = true;
  EXPECT_EQ(texts_of("{% x %}\na", syntax), "{%|x|%}|a|");
  EXPECT_EQ(texts_of("{% x +%}\na", syntax), "{%|x|%}|\na|");
}

TEST(JinjaLexer, StripsIndentationOfBlocksOnlyWhenAsked) {
  Syntax syntax;
  syntax.lstrip_blocks = true;
  EXPECT_EQ(texts_of("a\n  {% x %}", syntax), "a\n|{%|x|%}|");
  EXPECT_EQ(texts_of("a\n  {{ x }}", syntax), "a\n  |{{|x|}}|");
}

TEST(JinjaLexer, LeavesCommentsOutUnlessAskedFor) {
  EXPECT_EQ(texts_of("a{# {{ b }} #}c"), "a|c|");
  Budget budget;
  EXPECT_EQ(read_tokens("{# b #}", {}, budget, true).tokens.front().kind, TokenKind::comment);
}

TEST(JinjaLexer, TakesRawTextAsItIs) {
  EXPECT_EQ(texts_of("{% raw %}{{ a }}{% endraw %}"), "{{ a }}|");
}

TEST(JinjaLexer, ReadsNumbersOfEveryForm) {
  Budget budget;
  const auto kind_of = [&](std::string_view number) {
    const std::string text = "{{ " + std::string(number) + " }}";
    return read_tokens(text, {}, budget).tokens[1].kind;
  };
  for (const std::string_view text : {"0", "1_000", "0xFF", "0b101", "0o17"})
    EXPECT_EQ(kind_of(text), TokenKind::integer) << text;
  for (const std::string_view text : {"1.5", "1e3", "1.5E-3"}) EXPECT_EQ(kind_of(text), TokenKind::real) << text;
}

TEST(JinjaLexer, EndsATagAtItsOwnMarkOnly) {
  EXPECT_EQ(texts_of("{{ {'a': {}} }}"), "{{|{|'a'|:|{|}|}|}}|");
  EXPECT_EQ(texts_of("{{ '}}' }}"), "{{|'}}'|}}|");
}

TEST(JinjaLexer, SaysWhichBracketIsWrong) {
  EXPECT_NE(texts_of("{{ (a] }}").find("!unexpected ']', expected ')'"), std::string::npos) << texts_of("{{ (a] }}");
}

TEST(JinjaLexer, ReportsACommentWithoutEnd) {
  EXPECT_NE(texts_of("a {# b").find("!Missing end of comment tag"), std::string::npos) << texts_of("a {# b");
}

TEST(JinjaLexer, ReadsLineStatements) {
  Syntax syntax;
  syntax.line_statement_prefix = "%";
  EXPECT_EQ(texts_of("% for x in y\nz\n% endfor", syntax), "{%|for|x|in|y|%}|z\n|{%|endfor|%}|");
}

TEST(JinjaLexer, StopsAtTheBudget) {
  Limits limits;
  limits.steps = 100;
  Budget budget(limits);
  std::string text;
  for (int i = 0; i < 10'000; ++i) text += "{{ a }}";
  EXPECT_THROW(read_tokens(text, {}, budget), LimitError);
}

}  // namespace
}  // namespace evalground::jinja2
