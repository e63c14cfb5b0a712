#include "dialects/yaql/syntax/lexer.hpp"

#include <gtest/gtest.h>

namespace evalground::yaql {
namespace {

// The texts of the tokens, with "!" for an illegal character.
std::string texts_of(std::string_view text) {
  Lexer lexer(text);
  std::string result;
  for (;;) {
    const auto token = lexer.next();
    if (!token) return result + "!" + std::to_string(lexer.offset());
    if (token->kind == Lexeme::end) return result;
    result += token->text + "|";
  }
}

TEST(YaqlLexer, TakesAFunctionOnlyDirectlyBeforeItsParenthesis) {
  Lexer lexer("not(a) len (b)");
  EXPECT_EQ(lexer.next()->kind, Lexeme::function);
  EXPECT_EQ(lexer.next()->kind, Lexeme::word);
  EXPECT_EQ(lexer.next()->text, ")");
  EXPECT_EQ(lexer.next()->kind, Lexeme::word);
}

TEST(YaqlLexer, ReadsEscapes) {
  EXPECT_EQ(texts_of(R"('a\tb\x41\101\u00e9\d\'')"), "a\tbAA\xC3\xA9\\d'|");
}

TEST(YaqlLexer, LeavesVerbatimTextAlone) {
  EXPECT_EQ(texts_of("`a\\n\\`b`"), "a\\n`b|");
}

TEST(YaqlLexer, EndsANumberAtAWordBoundary) {
  EXPECT_EQ(texts_of("1.5.foo"), "1.5|.|foo|");
  EXPECT_EQ(texts_of("1e3"), "!0");
  EXPECT_EQ(texts_of("1.5e3"), "1|.|!2");
}

TEST(YaqlLexer, KnowsLettersOfAllScripts) {
  EXPECT_EQ(texts_of("na\xC3\xAFve + $\xC3\xA9"), "na\xC3\xAFve|+|\xC3\xA9|");
}

TEST(YaqlLexer, RefusesWordsThatStartWithTwoUnderscores) {
  EXPECT_EQ(texts_of("a __b"), "a|!2");
}

}  // namespace
}  // namespace evalground::yaql
