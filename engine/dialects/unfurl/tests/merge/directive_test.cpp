#include "dialects/unfurl/merge/directive.hpp"

#include <gtest/gtest.h>

#include "base/text/text.hpp"
#include "source/diagnostic.hpp"

namespace evalground::unfurl {
namespace {

// "? include *a 2 [b c]": the parts of a key; "data" for an ordinary key.
std::string parts(std::string_view key) {
  const auto directive = parse_directive(key);
  if (!directive) return "data";
  std::string text;
  if (directive->is_optional) text += "? ";
  if (directive->is_include) text += "include ";
  if (directive->anchor) text += "*" + *directive->anchor + " ";
  if (directive->dots > 0) text += std::to_string(directive->dots) + " ";
  return text + "[" + join(directive->path, " ") + "]";
}

TEST(Directive, HasPartsInOrder) {
  EXPECT_EQ(parts("+/a/b"), "[a b]");
  EXPECT_EQ(parts("+../a"), "2 [a]");
  EXPECT_EQ(parts("+*name/a"), "*name [a]");
  EXPECT_EQ(parts("+?include-2_b"), "? include []");
  EXPECT_EQ(parts("+?/a"), "? [a]");
}

TEST(Directive, TakesDotsAsPartOfAnAnchor) {
  EXPECT_EQ(parts("+*v1.2./a"), "*v1.2. [a]");
}

TEST(Directive, IsDataWhenItsFirstPartDoesNotFit) {
  for (const std::string_view key : {"+", "+a", "+1", "+*", "a+/b", "+include x", "+.x", "+%", "+&", "/a", ""}) {
    EXPECT_EQ(parts(key), "data") << key;
  }
}

TEST(Directive, OfAQuestionMarkAlonePointsAtTheDocument) {
  EXPECT_EQ(parts("+?"), "? []");
  EXPECT_EQ(parts("+?word"), "? []");
}

TEST(Directive, UnescapesItsPath) {
  EXPECT_EQ(parts("+/a~1b/m~0n"), "[a/b m~n]");
  EXPECT_THROW(parse_directive("+/a~2"), Error);
  EXPECT_THROW(parse_directive("+/a~"), Error);
}

}  // namespace
}  // namespace evalground::unfurl
