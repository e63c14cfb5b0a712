#include "dialects/unfurl/expression/expression.hpp"

#include <gtest/gtest.h>

#include "value/map.hpp"

namespace evalground::unfurl {
namespace {

Value map(std::initializer_list<std::pair<std::string_view, Value>> entries) {
  return Value::map(Map(entries));
}

TEST(ExpressionMap, HasEvalAndOnlyKeysThatGoWithIt) {
  const Value query = Value::string("a");
  EXPECT_TRUE(is_expression_map(map({{"eval", query}})));
  EXPECT_TRUE(is_expression_map(map({{"vars", Value::map()}, {"ref", query}, {"base_dir", query}})));
  EXPECT_FALSE(is_expression_map(map({{"eval", query}, {"other", query}})));
  EXPECT_FALSE(is_expression_map(map({{"eval", query}}).with_verbatim()));
}

TEST(ExpressionMap, MayBeAStandAloneFunctionByItself) {
  EXPECT_TRUE(is_expression_map(map({{"concat", Value::list()}})));
  EXPECT_FALSE(is_expression_map(map({{"concat", Value::list()}, {"sep", Value::null()}})));
  EXPECT_FALSE(is_expression_map(map({{"if", Value::null()}})));
  EXPECT_FALSE(is_expression_map(Value::map()));
}

TEST(Template, IsTextWithDoubledBracesOrPercentBraces) {
  for (const char* text : {"{{ a", "a }}", "{% if", "a %}", "x{{{y", "%{%"})
    EXPECT_TRUE(is_template(Value::string(text)));
  for (const char* text : {"", "{", "a { b } c", "{# comment #}", "100 %"})
    EXPECT_FALSE(is_template(Value::string(text)));
  EXPECT_FALSE(is_template(Value::string("{{ a }}").with_verbatim()));
}

TEST(HoldsExpressions, LooksIntoListsAndMapsButNotIntoQuotedOnes) {
  Budget budget;
  const Value list = Value::list({Value::integer(1), map({{"a", map({{"eval", Value::string("x")}})}})});
  EXPECT_TRUE(holds_expressions(list, budget));
  EXPECT_FALSE(holds_expressions(list.with_verbatim(), budget));
  EXPECT_FALSE(holds_expressions(map({{"eval", Value::null()}, {"b", Value::null()}}), budget));
}

}  // namespace
}  // namespace evalground::unfurl
