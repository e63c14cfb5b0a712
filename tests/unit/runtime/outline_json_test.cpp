#include "runtime/outline_json.hpp"

#include <gtest/gtest.h>

namespace evalground {
namespace {

OutlineNode node(const std::string& name, std::vector<OutlineNode> children = {}, const std::string& kind = "data") {
  OutlineNode made;
  made.id = made.name = name;
  made.kind = kind;
  made.children = std::move(children);
  return made;
}

OutlineJson written(const std::vector<OutlineNode>& nodes, std::size_t most) {
  Sources sources;
  Budget budget;
  return outline_json(nodes, sources, budget, most);
}

TEST(OutlineJson, WritesTheFirstNodesAndCountsAll) {
  const OutlineJson outline = written({node("a", {node("b"), node("c")}), node("d", {node("e")})}, 2);
  EXPECT_EQ(outline.json, R"([{"id":"a","kind":"data","name":"a","children":[{"id":"b","kind":"data","name":"b"}]}])");
  EXPECT_EQ(outline.count, 5U);
}

TEST(OutlineJson, KeepsDeclaredInputs) {
  const OutlineJson outline = written({node("a"), node("b", {node("secret", {}, "parameter"), node("c")})}, 1);
  EXPECT_NE(outline.json.find("\"name\":\"secret\""), std::string::npos);
  EXPECT_EQ(outline.json.find("\"name\":\"c\""), std::string::npos);
  EXPECT_EQ(outline.count, 4U);
}

TEST(OutlineJson, WritesNoNodeIfNoneIsWanted) {
  EXPECT_EQ(written({node("a")}, 0).json, "[]");
}

TEST(TokensJson, HoldsOnlyThoseInARange) {
  Sources sources;
  Budget budget;
  // 😀 is four bytes and two units.
  const std::uint32_t file = sources.add_file("a", "😀: x\nyy: z\n");
  sources.add_file("b", "b");
  const std::vector<Token> tokens = {
      {file, 0, 4, "key"}, {file, 6, 7, "string"}, {file, 8, 10, "key"}, {1, 0, 1, "key"}};
  const std::string json = tokens_json(tokens, sources, budget, TextRange{"a", 4, 6});
  EXPECT_EQ(json, R"([{"span":{"file":"a","from":4,"to":5,"line":1,"column":5},"kind":"string"}])");
  EXPECT_EQ(tokens_json(tokens, sources, budget, TextRange{"c", 0, 9}), "[]");
  EXPECT_NE(tokens_json(tokens, sources, budget).find("\"file\":\"b\""), std::string::npos);
}

}  // namespace
}  // namespace evalground
