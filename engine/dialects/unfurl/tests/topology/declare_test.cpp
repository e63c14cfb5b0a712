#include "dialects/unfurl/topology/declare.hpp"

#include "dialects/unfurl/tests/loaded.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::string_view shop = R"(node_types:
  shop.Base:
    properties: {size: {type: integer, default: 3}, name: {type: string}}
    attributes: {address: {type: string}}
  shop.Server:
    derived_from: shop.Base
    properties: {port: {type: integer, default: 80}}
node_templates:
  web: {type: shop.Server, properties: {name: w, size: 7, other: 1}}
)";

TEST(Declarer, PutsAssignedPropertiesFirstThenDefaultsThenAttributes) {
  Loaded loaded(shop);
  EXPECT_EQ(loaded.one(".attributes", "web"), R"({name: "w", size: 7, port: 80, address: null})");
}

TEST(Declarer, ADefaultKnowsItsPlaceAndWhoNamedTheType) {
  Loaded loaded(shop);
  const Value port = loaded.attribute("web", "port");
  EXPECT_EQ(loaded.source_of(port), "80");
  const Origin& origin = loaded.context.sources.origin(port.origin());
  EXPECT_EQ(origin.via, Via::fallback);
  EXPECT_EQ(loaded.context.sources.text_of(origin.previous), "shop.Server");
}

TEST(Declarer, KnowsTheDefaultsOfTheBase) {
  Loaded loaded(shop);
  EXPECT_EQ(loaded.one(".super", "web"), "{size: 3}");
}

TEST(Declarer, AConstraintOfAFilterHoldsForItsTargetOnly) {
  Loaded loaded(R"(node_types:
  shop.Disk: {properties: {size: {type: integer, default: 1}}}
node_templates:
  small: {type: shop.Disk}
  other: {type: shop.Disk}
  web:
    type: tosca.nodes.Root
    requirements: [{disk: {node: small, node_filter: {properties: [{size: {greater_than: 5}}]}}}]
)");
  EXPECT_EQ(error_code([&] { loaded.attribute("small", "size"); }), "constraint");
  EXPECT_EQ(loaded.attribute("other", "size").as_integer(), 1);
}

TEST(Declarer, SaysWhatIsMissingAtTheType) {
  EXPECT_EQ(problems_of("node_types: {my.T: {properties: {p: {type: string}}}}\n"
                        "node_templates: {web: {type: my.T}}\n"),
            "missing-field @ my.T\n");
}

}  // namespace
}  // namespace evalground::unfurl
