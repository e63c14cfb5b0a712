// Trees of JMESPath expressions, and the errors of invalid ones.
#include "data/paths/jmespath_parse.hpp"

#include <gtest/gtest.h>

#include "source/diagnostic.hpp"

namespace evalground {
namespace {

std::string message_of(std::string_view expression) {
  Budget budget;
  try {
    parse_jmespath(expression, budget);
  } catch (const Error& error) {
    return error.diagnostic.message;
  }
  return "no error";
}

TEST(JmesPathParse, NamesTheColumnOfAMistake) {
  EXPECT_EQ(message_of("a[?b"), "The expression ends too early at column 5 of the expression \"a[?b\".");
  EXPECT_EQ(message_of("a.b)"), "The expression goes on at column 4 of the expression \"a.b)\".");
  EXPECT_EQ(message_of("é"), "The character \"é\" means nothing at column 1 of the expression \"é\".");
}

TEST(JmesPathParse, RefusesWhatIsNoExpression) {
  for (const std::string_view expression :
       {"",     ".",  "a.",   "a..b",     "a[",  "a]", "a[b]", "a[1:2:3:4]", "[]a", "{a}",
        "{a:}", "f(", "f(a,", "\"a\"(b)", "a b", "#",  "'a",   "`a",         "\"a", "a[99999999999999999999]",
        "(a",   "!",  "@.",   "a &&"}) {
    EXPECT_NE(message_of(expression), "no error") << expression;
  }
}

TEST(JmesPathParse, LetsAProjectionTakeWhatFollows) {
  Budget budget;
  const JmesPathTree tree = parse_jmespath("a[*].b | c", budget);
  ASSERT_EQ(tree->kind, JmesPathNode::Kind::sequence);
  const JmesPathNode& projection = *tree->children[0];
  ASSERT_EQ(projection.kind, JmesPathNode::Kind::projection);
  EXPECT_EQ(projection.children[1]->text, "b");
}

TEST(JmesPathParse, EndsWhenTheTreeIsTooHigh) {
  Budget budget;
  std::string deep = "a";
  for (int i = 0; i < 100'000; ++i) deep += ".a";
  EXPECT_THROW(parse_jmespath(deep, budget), LimitError);
  EXPECT_THROW(parse_jmespath(std::string(100'000, '('), budget), LimitError);
}

}  // namespace
}  // namespace evalground
