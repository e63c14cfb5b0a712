#include "dialects/unfurl/topology/topology.hpp"

#include "dialects/unfurl/tests/loaded.hpp"

namespace evalground::unfurl {
namespace {

TEST(Topology, MakesAHostBeforeWhatItCarries) {
  Loaded loaded(
      "node_templates:\n"
      "  app: {type: tosca.nodes.Root, requirements: [{host: server}]}\n"
      "  server: {type: tosca.nodes.Root}\n");
  EXPECT_EQ(loaded.one("::app::..::.name"), "\"server\"");
  EXPECT_EQ(loaded.one("::*::.name"), R"(["root", "server", "app"])");
}

TEST(Topology, KeepsWhatIsRightBesideWhatIsWrong) {
  Loaded loaded(
      "node_templates:\n"
      "  wrong: {type: no.Such, nonsense: 1}\n"
      "  right: {type: tosca.nodes.Root}\n");
  EXPECT_EQ(loaded.one("::right::.name"), "\"right\"");
  EXPECT_EQ(loaded.one("::wrong::.type"), "type");
  EXPECT_FALSE(loaded.ensemble.report_problems());
  EXPECT_EQ(loaded.context.diagnostics.size(), 2U);
}

TEST(Topology, ReportsEveryProblemAtItsPlace) {
  EXPECT_EQ(problems_of("node_templates:\n"
                        "  a: {type: no.Such}\n"
                        "  b: {properties: {}}\n"
                        "  c: {type: tosca.nodes.Root, nonsense: 1}\n"),
            "unknown-type @ no.Such\nmissing-field @ b\nunknown-field @ nonsense\n");
}

TEST(Topology, HostsThatGoInACircleAreProblemsAndTheOthersStand) {
  const std::string_view document =
      "node_templates:\n"
      "  a: {type: tosca.nodes.Root, requirements: [{host: b}]}\n"
      "  b: {type: tosca.nodes.Root, requirements: [{host: a}]}\n"
      "  c: {type: tosca.nodes.Root}\n";
  EXPECT_EQ(problems_of(document), "circular-host @ a\ncircular-host @ b\n");
  EXPECT_EQ(Loaded(document).one("::*::.name"), R"(["root", "c"])");
}

TEST(Topology, AHostThatCannotBePlacedIsNotCalledCircular) {
  EXPECT_EQ(problems_of("node_templates:\n"
                        "  root: {type: tosca.nodes.Root}\n"
                        "  app: {type: tosca.nodes.Root, requirements: [{host: root}]}\n")
                .find("circular"),
            std::string::npos);
}

TEST(Topology, OfTwoTemplatesOfOneNameTheFirstStays) {
  Loaded loaded(
      "apiVersion: unfurl/v1.0.0\nkind: Ensemble\n"
      "spec:\n"
      "  service_template: {node_templates: {a: {type: tosca.nodes.Compute}}}\n"
      "  instances: {a: {type: tosca.nodes.Database}}\n");
  EXPECT_EQ(loaded.one("::a::.type::.name", "a"), "null");
  EXPECT_TRUE(loaded.ensemble.evaluator.tree.find("a")->type->is("tosca.nodes.Compute"));
}

TEST(TopologyInputs, OfTheNearestLayerWin) {
  Workspace workspace = Loaded::workspace_of(
      "apiVersion: unfurl/v1.0.0\nkind: Ensemble\n"
      "environment: {inputs: {b: environment, c: environment}}\n"
      "spec:\n"
      "  inputs: {a: spec, b: spec, c: spec, d: spec, undeclared: spec}\n"
      "  service_template:\n"
      "    topology_template: {inputs: {a: {}, b: {}, c: {}, d: {}, e: {default: none}}}\n");
  workspace.inputs.set("c", Value::string("workspace"));
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  Ensemble ensemble(context);
  Evaluator& evaluator = ensemble.evaluator;
  const Value inputs = evaluator.plain(evaluator.attribute(evaluator.tree.root(), Value::string("inputs")));
  EXPECT_EQ(short_text(inputs, 200), R"({a: "spec", b: "environment", c: "workspace", d: "spec", e: "none"})");
}

}  // namespace
}  // namespace evalground::unfurl
