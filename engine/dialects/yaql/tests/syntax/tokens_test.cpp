#include "dialects/yaql/syntax/tokens.hpp"

#include <gtest/gtest.h>

namespace evalground::yaql {
namespace {

std::string tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  write_tokens(text, {}, tokens);
  std::string result;
  for (const Token& token : tokens) {
    result += std::string(text.substr(token.begin, token.end - token.begin)) + ":" + std::string(token.kind) + " ";
  }
  return result;
}

TEST(YaqlTokens, ColoursEveryKindOfToken) {
  EXPECT_EQ(tokens_of("$x.len() mod 2 = word or null"),
            "$x:variable .:operator len:function (:punctuation ):punctuation mod:keyword 2:number =:operator "
            "word:name or:keyword null:keyword ");
}

TEST(YaqlTokens, PassesWrongCharacters) {
  EXPECT_EQ(tokens_of("1 & 'a' 'b"), "1:number 'a':string b:name ");
}

TEST(YaqlTokens, FollowsThePlaceOfTheText) {
  std::vector<Token> tokens;
  write_tokens("a", {3, 0, {40, 41}}, tokens);
  ASSERT_EQ(tokens.size(), 1U);
  EXPECT_EQ(tokens[0].file, 3U);
  EXPECT_EQ(tokens[0].begin, 40U);
  EXPECT_EQ(tokens[0].end, 41U);
}

}  // namespace
}  // namespace evalground::yaql
