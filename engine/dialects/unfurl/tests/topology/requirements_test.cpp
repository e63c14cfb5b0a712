#include "dialects/unfurl/topology/requirements.hpp"

#include "dialects/unfurl/tests/loaded.hpp"

namespace evalground::unfurl {
namespace {

// A template that requires a server, with `requirement` as the definition of the requirement.
std::string required(std::string_view requirement) {
  std::string document = R"(node_types:
  shop.Server:
    capabilities: {http: tosca.capabilities.Endpoint, admin: tosca.capabilities.Endpoint.Admin}
  shop.Client:
    requirements: [{optional: {node: shop.Server, occurrences: [0, 1]}}]
node_templates:
  server: {type: shop.Server}
  client: {type: shop.Client, requirements: [)";
  return document.append(requirement).append("]}\n");
}

std::string bound_capability(std::string_view requirement) {
  Loaded loaded(required(requirement));
  return loaded.one(".requirements::.capability::.name", "client");
}

TEST(Requirement, WithoutACapabilityIsBoundToTheFeature) {
  EXPECT_EQ(bound_capability("{r: server}"), "\"feature\"");
}

TEST(Requirement, FindsACapabilityByNameThenByType) {
  EXPECT_EQ(bound_capability("{r: {node: server, capability: admin}}"), "\"admin\"");
  EXPECT_EQ(bound_capability("{r: {node: server, capability: tosca.capabilities.Endpoint.Admin}}"), "\"admin\"");
}

TEST(Requirement, TakesTheCapabilityThatTheRelationshipAsksFor) {
  EXPECT_EQ(bound_capability("{r: {node: server, relationship: tosca.relationships.ConnectsTo}}"), "\"http\"");
}

TEST(Requirement, NamesThePlaceOfWhatIsNotThere) {
  EXPECT_EQ(problems_of(required("{r: nobody}")), "unknown-target @ nobody\n");
  EXPECT_EQ(problems_of(required("{r: {node: server, capability: none}}")), "no-capability @ r\n");
  EXPECT_EQ(problems_of(required("{r: {node: server, relationship: no.Such}}")), "unknown-relationship @ no.Such\n");
  EXPECT_EQ(problems_of(required("{r: {node: shop.Server}}")), "unknown-target @ shop.Server\n");
}

TEST(Requirement, ThatMayBeAbsentStaysUnbound) {
  EXPECT_EQ(problems_of(required("{optional: {node: shop.Server}}")), "");
}

TEST(Requirement, SetsAndConstrainsPropertiesOfItsTarget) {
  const auto filtered = [](std::string_view least) {
    std::string document = R"(node_types:
  shop.Server: {properties: {size: {type: integer, default: 7}, label: {type: string, default: none}}}
  shop.Client: {requirements: [server: {node: shop.Server}]}
node_templates:
  server: {type: shop.Server}
  client:
    type: shop.Client
    requirements: [server: {node: server, node_filter: {properties: [label: x, size: {greater_than: )";
    return document.append(least).append("}]}}]\n");
  };
  EXPECT_EQ(Loaded(filtered("5")).one("::server::label"), "\"x\"");
  EXPECT_EQ(Loaded(filtered("5")).one("::server::size"), "7");
  EXPECT_THROW(Loaded(filtered("9")).one("::server::size"), Error);
}

TEST(Requirements, ThatAreNoListAreAProblemOfTheirTemplateOnly) {
  Loaded loaded(
      "node_templates:\n"
      "  a: {type: tosca.nodes.Root, requirements: {x: b}}\n"
      "  b: {type: tosca.nodes.Root}\n");
  EXPECT_EQ(loaded.one("::b::.name"), "\"b\"");
  EXPECT_FALSE(loaded.ensemble.report_problems());
}

}  // namespace
}  // namespace evalground::unfurl
