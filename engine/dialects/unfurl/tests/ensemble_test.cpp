#include "dialects/unfurl/ensemble.hpp"

#include "dialects/unfurl/tests/loaded.hpp"

namespace evalground::unfurl {
namespace {

Shape shape(std::string_view key, std::string_view value = "x") {
  return shape_of(Map({{key, Value::string(value)}, {"instances", Value::map()}}));
}

TEST(Shape, IsRecognisedByTopLevelKeysInTheirOrder) {
  EXPECT_EQ(shape("node_templates"), Shape::service_template);
  EXPECT_EQ(shape("tosca_definitions_version"), Shape::service_template);
  EXPECT_EQ(shape("spec"), Shape::ensemble);
  EXPECT_EQ(shape("kind", "Ensemble"), Shape::ensemble);
  EXPECT_EQ(shape("kind", "Other"), Shape::instances);
  EXPECT_EQ(shape_of(Map({{"a", Value::null()}})), Shape::attributes);
  EXPECT_EQ(shape_of(Map()), Shape::attributes);
}

TEST(Environment, TakeTheWorkspaceBeforeTheDocument) {
  Workspace workspace =
      Loaded::workspace_of("instances: {}\nenvironment:\n  secrets: {a: 1, b: 2}\n  variables: {X: y}\n");
  workspace.secrets.set("b", Value::string("mine"));
  workspace.env.set("HOME", Value::string("/"));
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  Ensemble ensemble(context);
  const Environment& environment = ensemble.evaluator.environment;
  EXPECT_EQ(environment.secrets.find("b")->as_string(), "mine");
  EXPECT_EQ(environment.secrets.find("a")->as_integer(), 1);
  EXPECT_EQ(environment.variables.find("X")->as_string(), "y");
  EXPECT_EQ(environment.variables.find("HOME")->as_string(), "/");
}

TEST(CurrentResource, IsTheOnlyOneOfADocumentOfAttributes) {
  Loaded loaded("a: 1\n");
  EXPECT_EQ(loaded.ensemble.current_resource().key(), "::main");
}

}  // namespace
}  // namespace evalground::unfurl
