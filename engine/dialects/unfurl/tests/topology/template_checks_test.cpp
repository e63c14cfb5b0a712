#include "dialects/unfurl/topology/template_checks.hpp"

#include "dialects/unfurl/tests/loaded.hpp"

namespace evalground::unfurl {
namespace {

std::string in_topology(std::string_view lines) {
  return problems_of("topology_template:\n  node_templates: {web: {type: tosca.nodes.Compute}}\n" + std::string(lines));
}

std::string in_node(std::string_view keys) {
  return problems_of("node_templates: {web: {type: tosca.nodes.Compute, " + std::string(keys) + "}}\n");
}

TEST(TemplateCheck, MarksUnknownKeysOfTheTopology) {
  EXPECT_EQ(in_topology("  nonsense: 1\n"), "unknown-field @ nonsense\n");
  EXPECT_EQ(in_topology("  inputs: {a: {default: 1, nonsense: 1}}\n"), "unknown-field @ nonsense\n");
  EXPECT_EQ(in_topology("  outputs: {a: {value: 1, nonsense: 1}}\n"), "unknown-field @ nonsense\n");
}

TEST(TemplateCheck, AnOutputNeedsAValue) {
  EXPECT_EQ(in_topology("  outputs: {a: {}}\n"), "missing-field @ a\n");
  EXPECT_EQ(in_topology("  outputs: {a: 5}\n"), "missing-field @ a\n");
}

TEST(TemplateCheck, MembersAndTargetsAreTemplatesOrGroups) {
  const auto in_groups = [](const std::string& member) {
    const std::string type = "type: tosca.groups.Root, members: ";
    return in_topology("  groups: {g: {" + type + "[" + member + "]}, h: {" + type + "[g]}}\n");
  };
  EXPECT_EQ(in_groups("web"), "");
  EXPECT_EQ(in_groups("nobody"), "unknown-member @ nobody\n");
  EXPECT_EQ(in_topology("  policies: [{p: {targets: [nobody]}}]\n"), "unknown-member @ nobody\n");
}

TEST(TemplateCheck, CapabilitiesAndTheirPropertiesAreDeclared) {
  EXPECT_EQ(in_node("capabilities: {host: {properties: {num_cpus: 2}}}"), "");
  EXPECT_EQ(in_node("capabilities: {hots: {}}"), "unknown-field @ hots\n");
  EXPECT_EQ(in_node("capabilities: {host: {properties: {cpus: 2}}}"), "unknown-field @ cpus\n");
}

TEST(TemplateCheck, InterfacesAndTheirOperationsAreKnown) {
  EXPECT_EQ(in_node("interfaces: {Standard: {create: x.sh}}"), "");
  EXPECT_EQ(in_node("interfaces: {Nonsense: {}}"), "unknown-field @ Nonsense\n");
  EXPECT_EQ(in_node("interfaces: {Standard: {nonsense: x.sh}}"), "unknown-field @ nonsense\n");
}

TEST(TemplateCheck, ARelationshipTemplateHasAType) {
  EXPECT_EQ(in_topology("  relationship_templates: {r: {properties: {}}}\n"), "missing-field @ r\n");
}

}  // namespace
}  // namespace evalground::unfurl
