#include "dialects/yaql/syntax/parser.hpp"

#include <gtest/gtest.h>

#include "dialects/yaql/catalogue.hpp"

namespace evalground::yaql {
namespace {

// Prints the tree with every operation in parentheses.
class Shown {
 public:
  explicit Shown(std::string_view text, Grammar grammar = {}) {
    Budget budget;
    const auto error = parse(text, grammar, library(), names_, budget, expression_);
    result = error ? error->message : shown(*expression_.root);
  }

  std::string result;

 private:
  std::string shown(const Node& node) {
    const auto list = [&] {
      std::string text;
      for (const Node* argument : node.arguments) text += (text.empty() ? "" : ",") + shown(*argument);
      return text;
    };
    switch (node.kind) {
      case NodeKind::variable:
        return "$" + (node.position != 0 ? std::to_string(node.position) : names_.text(node.name));
      case NodeKind::property: return "(" + shown(*node.left) + "." + names_.text(node.name) + ")";
      case NodeKind::method: return "(" + shown(*node.left) + "." + names_.text(node.name) + "[" + list() + "])";
      case NodeKind::call: return names_.text(node.name) + "[" + list() + "]";
      case NodeKind::apply: return "(" + shown(*node.left) + " of " + list() + ")";
      case NodeKind::index: return "(" + shown(*node.left) + " at " + list() + ")";
      case NodeKind::unary: return "(" + std::string(node.is_negative ? "-" : "+") + shown(*node.left) + ")";
      case NodeKind::negation: return "(not " + shown(*node.left) + ")";
      case NodeKind::binary:
        return "(" + shown(*node.left) + std::string(operator_text(node.op)) + shown(*node.right) + ")";
      case NodeKind::conjunction: return "(" + shown(*node.left) + " and " + shown(*node.right) + ")";
      case NodeKind::disjunction: return "(" + shown(*node.left) + " or " + shown(*node.right) + ")";
      case NodeKind::arrow: return "(" + shown(*node.left) + "->" + shown(*node.right) + ")";
      default:
        return node.constant->is_string() ? std::string(node.constant->as_string())
                                          : std::to_string(node.constant->as_integer());
    }
  }

  Names names_;
  Expression expression_;
};

TEST(YaqlParser, BindsMembersTighterThanSigns) {
  EXPECT_EQ(Shown("-$.a.b[0].len()").result, "(-(((($1.a).b) at 0).len[]))");
}

TEST(YaqlParser, BindsMatchesTighterThanArithmetic) {
  EXPECT_EQ(Shown("x =~ a + b").result, "((x=~a)+b)");
}

TEST(YaqlParser, PutsNotAboveComparisons) {
  EXPECT_EQ(Shown("not a = b and c").result, "((not (a=b)) and c)");
}

TEST(YaqlParser, JoinsEqualLevelsFromTheLeftAndArrowsFromTheRight) {
  EXPECT_EQ(Shown("1 - 2 - 3").result, "((1-2)-3)");
  EXPECT_EQ(Shown("a -> b -> c").result, "(a->(b->c))");
}

TEST(YaqlParser, BindsCallsOfValuesLoosest) {
  EXPECT_EQ(Shown("$f(1) + $f(2)", {.has_delegates = true}).result, "((($f of 1)+$f) of 2)");
}

TEST(YaqlParser, NamesTheTokenThatDoesNotFit) {
  EXPECT_EQ(Shown("1 + $ $x").result, "Parse error: unexpected '$x' at position 6 of expression '1 + $ $x'.");
  EXPECT_EQ(Shown("len(").result, "Parse error: unexpected end of statement.");
}

}  // namespace
}  // namespace evalground::yaql
