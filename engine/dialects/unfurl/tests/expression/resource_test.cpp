#include "dialects/unfurl/expression/resource.hpp"

#include "dialects/unfurl/tests/loaded.hpp"

namespace evalground::unfurl {
namespace {

std::string names(const std::vector<Resource*>& resources) {
  std::string text;
  for (const Resource* resource : resources) text.append(text.empty() ? "" : " ").append(resource->name);
  return text;
}

TEST(AttributeMap, KeepsTheOrderAndReplacesInPlace) {
  AttributeMap attributes;
  attributes.define(Value::string("b"), Value::integer(1));
  attributes.define(Value::string("a"), Value::integer(2));
  attributes.define(Value::string("b"), Value::integer(3));
  ASSERT_EQ(attributes.size(), 2U);
  EXPECT_EQ(attributes.name(0).as_string(), "b");
  EXPECT_EQ(attributes.find("b")->definition.as_integer(), 3);
  EXPECT_EQ(attributes.find("c"), nullptr);
}

TEST(Tree, IsInDocumentOrderDepthFirst) {
  Loaded loaded("instances: {a: {instances: {b: {}, c: {}}}, d: {}}\n");
  EXPECT_EQ(names(loaded.ensemble.evaluator.tree.in_order()), "root a b c d");
}

TEST(Tree, MovesNodesWithTheirChildren) {
  Loaded loaded("instances: {a: {instances: {b: {}}}, d: {}}\n");
  Tree& tree = loaded.ensemble.evaluator.tree;
  tree.move(*tree.find("a"), *tree.find("d"));
  EXPECT_EQ(names(tree.in_order()), "root d a b");
}

TEST(Tree, TakesEachNameOnce) {
  Loaded loaded("instances: {a: {}}\n");
  Tree& tree = loaded.ensemble.evaluator.tree;
  EXPECT_EQ(error_code([&] { tree.add_node("a", tree.root(), 0); }), "duplicate-name");
  EXPECT_EQ(error_code([&] { tree.add_node("root", tree.root(), 0); }), "duplicate-name");
}

TEST(Resource, FindsItsOwnAttributesBeforeThoseOfItsTemplate) {
  Loaded loaded("instances: {a: {properties: {x: 1, y: 2}, attributes: {y: 3, z: 4}}}\n");
  EXPECT_EQ(loaded.one("::a::.attributes"), "{y: 3, z: 4, x: 1}");
}

TEST(Resource, IsWrittenAsPythonWould) {
  Loaded loaded("instances: {a: {capabilities: {c: {}}}}\n");
  Resource& node = *loaded.ensemble.evaluator.tree.find("a");
  EXPECT_EQ(node.python_repr(), "NodeInstance('a')");
  EXPECT_EQ(node.capabilities[0]->key(), "::a::.capabilities::[.name=c]");
}

TEST(AllResources, GiveNullForAnUnknownName) {
  Loaded loaded("instances: {a: {}}\n");
  AllResources all(loaded.ensemble.evaluator.tree);
  EXPECT_EQ(Loaded::text(all.find(Value::string("a"))), "::a");
  EXPECT_TRUE(all.find(Value::string("b")).is_null());
}

std::string status(std::string_view document, std::string_view resource) {
  Loaded loaded(document);
  return std::string(
      status_word(effective_status(*loaded.ensemble.evaluator.tree.find(resource), loaded.context.budget)));
}

TEST(EffectiveStatus, KeepsUnknownErrorAndAbsent) {
  EXPECT_EQ(status("instances: {a: {readyState: absent}}\n", "a"), "absent");
  EXPECT_EQ(status("instances: {a: {readyState: unknown}}\n", "a"), "unknown");
  EXPECT_EQ(status("instances: {}\n", "root"), "unknown");
}

TEST(EffectiveStatus, IsAnErrorWhenADependencyIsNotThere) {
  EXPECT_EQ(status("instances: {a: {requirements: [{x: b}]}, b: {readyState: absent}}\n", "a"), "error");
  EXPECT_EQ(status("instances: {p: {readyState: error, instances: {a: {}}}}\n", "a"), "error");
}

TEST(EffectiveStatus, LooksThroughDependencies) {
  EXPECT_EQ(
      status("instances: {a: {requirements: [{x: b}]}, b: {requirements: [{x: c}]}, c: {readyState: error}}\n", "a"),
      "error");
}

TEST(EffectiveStatus, OfACircleEnds) {
  EXPECT_EQ(status("instances: {a: {requirements: [{x: b}]}, b: {requirements: [{x: a}]}}\n", "a"), "ok");
}

}  // namespace
}  // namespace evalground::unfurl
