#include "dialects/yaql/data.hpp"

#include <gtest/gtest.h>

#include "dialects/yaql/tests/evaluated.hpp"

namespace evalground::yaql {
namespace {

std::string described(const OutlineNode& node) {
  std::string text = node.path + " " + node.status + "\n";
  for (const OutlineNode& child : node.children) text += described(child);
  return text;
}

TEST(DataTree, MarksWhatTheExpressionReached) {
  RunOptions options;
  options.outline = true;
  const Evaluated evaluated("$.a[0].b", R"({"a": [{"b": 1, "c": 2}, {"b": 3}], "x y": 4})", options);
  EXPECT_EQ(described(dialect().outline(*evaluated.context)[0]),
            "$ reached\n$.a reached\n$.a[0] reached\n$.a[0].b reached\n$.a[0].c not reached\n"
            "$.a[1] not reached\n$.a[1].b not reached\n$['x y'] not reached\n");
}

TEST(DataTree, SaysNothingOfReachingWithoutAnEvaluation) {
  Workspace workspace;
  workspace.dialect = "yaql";
  workspace.data = Value::list({Value::integer(1)});
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  EXPECT_EQ(described(dialect().outline(context)[0]), "$ \n$[0] \n");
}

TEST(DataTree, ShowsVariablesBesideTheData) {
  Workspace workspace;
  workspace.dialect = "yaql";
  workspace.vars.set("limit", Value::integer(3));
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  const std::vector<OutlineNode> nodes = dialect().outline(context);
  ASSERT_EQ(nodes.size(), 2U);
  EXPECT_EQ(nodes[1].kind + " " + nodes[1].name + " " + nodes[1].value, "variable $limit 3");
}

}  // namespace
}  // namespace evalground::yaql
