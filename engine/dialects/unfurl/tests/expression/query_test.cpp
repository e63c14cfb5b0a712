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

// A query, and its segments.
constexpr struct {
  std::string_view text, segments;
} queries[] = {
    // Of empty text has no segment
    {"", ""},
    // Is cut at double colons and trimmed
    {" a :: b.c ::/d ", "<a><b.c></d>"},
    // Keeps empty pieces
    {"::a::", "<><a><>"},
    // Tells kinds of keys
    {"$v::-007::*::.name", "<$v><#-7><*><.name>"},
    // Takes a long digit string as a name
    {"99999999999999999999", "<99999999999999999999>"},
    // Cuts the test at the first equals sign
    {"a=b=c::d!=e", "<a = b=c><d != e>"},
    // Reads modifiers
    {"!a::b?::!c?", "<!a><b?><!c?>"},
    // Takes the exclamation mark before an equals sign for negation
    {"a[!=b]", "<a[<! = b>]>"},
    // Keeps space around the equals sign
    {"a[ b = c ]", "<a[<b  =  c>]>"},
    // Reads filters with paths
    {"a[b::c=1]::d", "<a[<b><c = 1>]><><d>"},
    // Takes a second bracket as a nested filter
    {"a[b][c]", "<a[<b>][<[<c>]>]>"},
    // Merges text behind a bracket
    {"a[b]dropped=c?", "<a[<b>] = c?>"},
    // Ends open brackets
    {"a[b[c", "<a[<b[<c>]>]>"},
    // Skips a stray bracket
    {"a]::b", "<a><><b>"},
    // Goes on after a filter within a filter
    {"a[b[c]]::d", "<a[<b[<c>]>]><><><d>"},
};

TEST(Query, IsParsedAsListed) {
  for (const auto& [text, segments] : queries) EXPECT_EQ(parsed(text), segments) << text;
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
