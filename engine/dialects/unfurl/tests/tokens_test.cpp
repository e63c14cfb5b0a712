#include "dialects/unfurl/tokens.hpp"

#include "dialects/unfurl/tests/loaded.hpp"

namespace evalground::unfurl {
namespace {

std::string tokens(Workspace workspace) {
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  std::string text;
  for (const Token& token : tokens_of(context)) {
    if (!text.empty()) text += ' ';
    text.append(token.kind).append(":");
    text.append(context.sources.text(token.file).substr(token.begin, token.end - token.begin));
  }
  return text;
}

std::string tokens(std::string_view document) {
  return tokens(Loaded::workspace_of(document));
}

TEST(Tokens, ColourQueriesInExpressionMaps) {
  EXPECT_EQ(tokens("a: {eval: '::b::.name'}\n"), "keyword:eval operator::: property:b operator::: special:.name");
}

TEST(Tokens, LeavePlainDataAlone) {
  EXPECT_EQ(tokens("a: {eval: x, other: 1}\nb: {if: x}\nc: '::d'\n"), "");
}

TEST(Tokens, ColourFunctionsAndTheirKeywords) {
  EXPECT_EQ(tokens("a: {eval: {concat: [{get_env: X}, b], sep: c}}\n"),
            "keyword:eval function:concat function:get_env keyword:sep");
}

TEST(Tokens, ColourTemplatesWhereverTheyStand) {
  EXPECT_EQ(tokens("a: 'x {{ SELF.b | upper }}'\n"),
            "directive:{{ variable:SELF operator:. property:b operator:| function:upper directive:}}");
  EXPECT_EQ(tokens("a: {eval: \"{{ \\x62 }}\"}\n"), "keyword:eval directive:{{ variable:\\x62 directive:}}");
  EXPECT_EQ(tokens("'{{ key }}': 1\nq: {q: '{{ quoted }}'}\n"), "function:q");
}

TEST(Tokens, OfNestedExpressionsAreGivenOnce) {
  EXPECT_EQ(tokens("a: {eval: {eval: {eval: b}}}\n"), "keyword:eval keyword:eval keyword:eval property:b");
}

TEST(Tokens, LeaveQuotedDataAlone) {
  EXPECT_EQ(tokens("a: {q: {eval: b}}\n"), "function:q");
}

TEST(Tokens, ColourLoops) {
  EXPECT_EQ(tokens("a:\n  eval: b\n  foreach: {key: $item, value: .name}\n"),
            "keyword:eval property:b keyword:foreach keyword:key variable:$item keyword:value special:.name");
}

TEST(Tokens, ColourMergeDirectives) {
  EXPECT_EQ(tokens("a: {+/base: , +%: whiteout, +include: f.yaml, +1: x}\n"),
            "directive:+/base directive:+% directive:+include");
}

TEST(Tokens, LeaveTextWithEscapesAlone) {
  EXPECT_EQ(tokens("a: {eval: \"b\\u0020c\"}\n"), "keyword:eval");
}

TEST(Tokens, OfTheExpressionAreThoseOfAQueryOrOfYaml) {
  Workspace workspace = Loaded::workspace_of("a: 1\n");
  workspace.expression = Value::string("a[b=1]");
  EXPECT_EQ(tokens(workspace), "property:a operator:[ property:b operator:= string:1 operator:]");
  workspace.expression = Value::string("eval: a");
  EXPECT_EQ(tokens(workspace), "keyword:eval property:a");
}

TEST(Tokens, OfBrokenYamlAreNone) {
  EXPECT_EQ(tokens("a: [{eval: b\n"), "");
}

}  // namespace
}  // namespace evalground::unfurl
