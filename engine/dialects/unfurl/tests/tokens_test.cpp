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

// A document, and its tokens.
constexpr struct {
  const char* document;
  std::string_view wanted;
} documents[] = {
    // Colour queries in expression maps
    {"a: {eval: '::b::.name'}\n", "keyword:eval operator::: property:b operator::: special:.name"},
    // Leave plain data alone
    {"a: {eval: x, other: 1}\nb: {if: x}\nc: '::d'\n", ""},
    // Colour functions and their keywords
    {"a: {eval: {concat: [{get_env: X}, b], sep: c}}\n", "keyword:eval function:concat function:get_env keyword:sep"},
    // Colour templates wherever they stand
    {"a: 'x {{ SELF.b | upper }}'\n",
     "directive:{{ variable:SELF operator:. property:b operator:| function:upper directive:}}"},
    {"a: {eval: \"{{ \\x62 }}\"}\n", "keyword:eval directive:{{ variable:\\x62 directive:}}"},
    {"'{{ key }}': 1\nq: {q: '{{ quoted }}'}\n", "function:q"},
    // Of nested expressions are given once
    {"a: {eval: {eval: {eval: b}}}\n", "keyword:eval keyword:eval keyword:eval property:b"},
    // Leave quoted data alone
    {"a: {q: {eval: b}}\n", "function:q"},
    // Colour loops
    {"a:\n  eval: b\n  foreach: {key: $item, value: .name}\n",
     "keyword:eval property:b keyword:foreach keyword:key variable:$item keyword:value special:.name"},
    // Colour merge directives
    {"a: {+/base: , +%: whiteout, +include: f.yaml, +1: x}\n", "directive:+/base directive:+% directive:+include"},
    // Leave text with escapes alone
    {"a: {eval: \"b\\u0020c\"}\n", "keyword:eval"},
    // Broken YAML has no tokens
    {"a: [{eval: b\n", ""},
};

TEST(UnfurlTokens, AreAsListed) {
  for (const auto& [document, wanted] : documents) EXPECT_EQ(tokens(document), wanted) << document;
}

TEST(Tokens, OfTheExpressionAreThoseOfAQueryOrOfYaml) {
  Workspace workspace = Loaded::workspace_of("a: 1\n");
  workspace.expression = Value::string("a[b=1]");
  EXPECT_EQ(tokens(workspace), "property:a operator:[ property:b operator:= string:1 operator:]");
  workspace.expression = Value::string("eval: a");
  EXPECT_EQ(tokens(workspace), "keyword:eval property:a");
}

}  // namespace
}  // namespace evalground::unfurl
