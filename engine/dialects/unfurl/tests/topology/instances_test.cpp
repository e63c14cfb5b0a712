#include "dialects/unfurl/topology/instances.hpp"

#include "dialects/unfurl/tests/loaded.hpp"

namespace evalground::unfurl {
namespace {

// The message of a document's error, and the text at its place.
std::string mistake(std::string_view document) {
  Workspace workspace = Loaded::workspace_of(document);
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  try {
    Ensemble ensemble(context);
  } catch (const Error& error) {
    const OriginId where = error.diagnostic.where;
    return error.diagnostic.message + " @ " + (where != 0 ? std::string(context.sources.text_of(where)) : "");
  }
  return "none";
}

TEST(Instances, MustBeMaps) {
  EXPECT_EQ(mistake("instances: [a]\n"), "`instances` must be a map, not a list. @ [a]");
  EXPECT_EQ(mistake("instances: {a: 3}\n"), "An instance must be a map, not an integer. @ 3");
}

TEST(Instances, MayBeEmpty) {
  EXPECT_EQ(mistake("instances: {a: , b: {}}\n"), "none");
}

TEST(Instances, NeedNamesThatAreText) {
  EXPECT_EQ(mistake("instances: {1: {}}\n"), "The name of an instance must be a string, not an integer. @ 1");
}

TEST(Requirements, MustBeAListOfOneKeyMaps) {
  EXPECT_EQ(mistake("instances: {a: {requirements: {x: b}}}\n"),
            "`requirements` must be of type list, not a map. @ {x: b}");
  EXPECT_EQ(mistake("instances: {a: {requirements: [{x: b, y: c}]}}\n"),
            "A requirement must be a map of one key: its name. @ {x: b, y: c}");
}

TEST(Requirements, MayNameNodesThatComeLater) {
  Loaded loaded("instances: {a: {requirements: [{x: b}]}, b: {}}\n");
  EXPECT_EQ(loaded.one("::b::.sources::x"), "::a");
}

TEST(Requirements, MayHavePropertiesOfTheirRelationship) {
  Loaded loaded(
      "instances:\n  a: {requirements: [{x: {node: b, relationship: {type: my.Link, properties: {speed: 9}}}}]}\n  b: "
      "{}\n");
  EXPECT_EQ(loaded.one("::a::.requirements::speed"), "9");
  EXPECT_EQ(loaded.one("::a::.requirements::[.type=tosca.relationships.Root]::.name"), "\"x\"");
}

TEST(Types, MayStandInATemplate) {
  Loaded loaded("node_types: {Base: {}, T: {derived_from: Base}}\ninstances: {a: {template: {type: T}}}\n");
  EXPECT_EQ(loaded.one("::a[.type=Base]::.name"), "\"a\"");
}

}  // namespace
}  // namespace evalground::unfurl
