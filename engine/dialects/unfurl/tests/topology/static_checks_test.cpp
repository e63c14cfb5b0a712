#include "dialects/unfurl/topology/static_checks.hpp"

#include "dialects/unfurl/tests/loaded.hpp"

namespace evalground::unfurl {
namespace {

// The problem of a function that is a whole property or a whole output.
std::string in_property(std::string_view function) {
  std::string document = R"(topology_template:
  inputs: {region: {default: eu}}
  node_templates:
    host: {type: tosca.nodes.Compute}
    app:
      type: unfurl.nodes.Generic
      requirements: [{host: host}]
      properties: {p: )";
  return problems_of(document.append(function).append("}\n"));
}

std::string in_output(std::string_view function) {
  std::string document = R"(topology_template:
  node_templates: {app: {type: tosca.nodes.Compute}}
  outputs: {o: {value: )";
  return problems_of(document.append(function).append("}}\n"));
}

TEST(StaticCheck, MarksTheNameThatIsNotThere) {
  EXPECT_EQ(in_property("{get_input: zone}"), "undefined-input @ zone\n");
  EXPECT_EQ(in_property("{get_attribute: [nobody, name]}"), "unknown-node @ nobody\n");
  EXPECT_EQ(in_property("{get_attribute: [host, nothing]}"), "unknown-attribute @ nothing\n");
  EXPECT_EQ(in_property("{get_property: [host, nothing]}"), "unknown-property @ nothing\n");
}

TEST(StaticCheck, MarksTheArgumentsThatAreTooFew) {
  EXPECT_EQ(in_property("{concat: []}"), "wrong-argument @ []\n");
  EXPECT_EQ(in_property("{token: [a, b]}"), "wrong-argument @ [a, b]\n");
  EXPECT_EQ(in_property("{get_attribute: [SELF]}"), "wrong-argument @ [SELF]\n");
}

TEST(StaticCheck, KnowsWhereTheWordsForNodesMayStand) {
  EXPECT_EQ(in_property("{get_attribute: [HOST, private_address]}"), "");
  EXPECT_EQ(in_property("{get_attribute: [SOURCE, x]}"), "unknown-node @ [SOURCE, x]\n");
  EXPECT_EQ(in_output("{get_attribute: [SELF, x]}"), "unknown-node @ SELF\n");
  EXPECT_EQ(in_output("{get_attribute: [HOST, x]}"), "unknown-node @ [HOST, x]\n");
}

TEST(StaticCheck, AnIndexNeedsAListOrAMap) {
  EXPECT_EQ(in_output("{get_attribute: [app, private_address, 0]}"), "wrong-argument @ [app, private_address, 0]\n");
  EXPECT_EQ(in_output("{get_attribute: [app, networks, 0]}"), "");
}

TEST(StaticCheck, DoesNotLookIntoEval) {
  EXPECT_EQ(in_property("{eval: {get_input: zone}}"), "");
}

}  // namespace
}  // namespace evalground::unfurl
