#include "dialects/unfurl/expression/query.hpp"

#include <gtest/gtest.h>
#include <string>

namespace evalground::unfurl {
namespace {

// A path as its parts: <key filters test modifier>, each segment in angle brackets.
std::string written(const Segment* path) {
  std::string text;
  for (const Segment* segment = path; segment != nullptr; segment = segment->next) {
    text += '<';
    if (segment->modifier == Segment::Modifier::negated) text += '!';
    if (segment->key == Segment::Key::integer) {
      text += '#' + std::to_string(segment->integer);
    } else {
      text.append(segment->key == Segment::Key::variable ? "$" : "").append(segment->name);
    }
    for (const Filter* filter = segment->filters; filter != nullptr; filter = filter->next) {
      text += '[' + written(filter->path) + ']';
    }
    if (segment->test != Segment::Test::none) {
      text.append(segment->test == Segment::Test::equal ? " = " : " != ").append(segment->operand);
    }
    if (segment->modifier == Segment::Modifier::first) text += '?';
    text += '>';
  }
  return text;
}

std::string parsed(std::string_view text) {
  Arena arena;
  Budget budget;
  return written(parse_query(text, arena, budget));
}

std::string coloured(std::string_view text) {
  std::string result;
  for (const QueryToken& token : query_tokens(text)) {
    if (!result.empty()) result += ' ';
    result.append(token.kind).append(":").append(text.substr(token.begin, token.end - token.begin));
  }
  return result;
}

TEST(Query, OfEmptyTextHasNoSegment) {
  EXPECT_EQ(parsed(""), "");
}

TEST(Query, IsCutAtDoubleColonsAndTrimmed) {
  EXPECT_EQ(parsed(" a :: b.c ::/d "), "<a><b.c></d>");
}

TEST(Query, KeepsEmptyPieces) {
  EXPECT_EQ(parsed("::a::"), "<><a><>");
}

TEST(Query, TellsKindsOfKeys) {
  EXPECT_EQ(parsed("$v::-007::*::.name"), "<$v><#-7><*><.name>");
}

TEST(Query, TakesALongDigitStringAsAName) {
  EXPECT_EQ(parsed("99999999999999999999"), "<99999999999999999999>");
}

TEST(Query, CutsTheTestAtTheFirstEqualsSign) {
  EXPECT_EQ(parsed("a=b=c::d!=e"), "<a = b=c><d != e>");
}

TEST(Query, ReadsModifiers) {
  EXPECT_EQ(parsed("!a::b?::!c?"), "<!a><b?><!c?>");
}

TEST(Query, TakesTheExclamationMarkBeforeAnEqualsSignForNegation) {
  EXPECT_EQ(parsed("a[!=b]"), "<a[<! = b>]>");
}

TEST(Query, KeepsSpaceAroundTheEqualsSign) {
  EXPECT_EQ(parsed("a[ b = c ]"), "<a[<b  =  c>]>");
}

TEST(Query, ReadsFiltersWithPaths) {
  EXPECT_EQ(parsed("a[b::c=1]::d"), "<a[<b><c = 1>]><><d>");
}

TEST(Query, TakesASecondBracketAsANestedFilter) {
  EXPECT_EQ(parsed("a[b][c]"), "<a[<b>][<[<c>]>]>");
}

TEST(Query, MergesTextBehindABracket) {
  EXPECT_EQ(parsed("a[b]dropped=c?"), "<a[<b>] = c?>");
}

TEST(Query, EndsOpenBrackets) {
  EXPECT_EQ(parsed("a[b[c"), "<a[<b[<c>]>]>");
}

TEST(Query, SkipsAStrayBracket) {
  EXPECT_EQ(parsed("a]::b"), "<a><><b>");
}

TEST(Query, GoesOnAfterAFilterWithinAFilter) {
  EXPECT_EQ(parsed("a[b[c]]::d"), "<a[<b[<c>]>]><><><d>");
}

TEST(Query, NestsOnlyAsDeepAsAllowed) {
  Arena arena;
  Budget budget({.depth = 10});
  EXPECT_THROW(parse_query("[[[[[[[[[[[[", arena, budget), LimitError);
}

TEST(QueryTokens, NameThePartsOfAPath) {
  EXPECT_EQ(coloured("::web::.targets?::$k::0::*"),
            "operator::: property:web operator::: special:.targets operator:? operator::: variable:$k operator::: "
            "number:0 operator::: operator:*");
}

TEST(QueryTokens, TellTextFromVariablesInTests) {
  EXPECT_EQ(coloured("[a!=b c]=$d"), "operator:[ property:a operator:!= string:b c operator:] operator:= variable:$d");
}

TEST(QueryTokens, OfAnyBytesLieWithinTheText) {
  const std::string text("\xff=[\0::!?]=", 10);
  std::size_t end = 0;
  for (const QueryToken& token : query_tokens(text)) {
    EXPECT_LE(end, token.begin);
    EXPECT_LT(token.begin, token.end);
    end = token.end;
  }
  EXPECT_LE(end, text.size());
}

}  // namespace
}  // namespace evalground::unfurl
