#include "dialects/unfurl/outline.hpp"

#include <algorithm>

#include "dialects/unfurl/tests/loaded.hpp"
#include "dialects/unfurl/unfurl.hpp"
#include "runtime/outline_json.hpp"
#include "runtime/write_outcome.hpp"
#include "value/json.hpp"

namespace evalground::unfurl {
namespace {

// The tree as text: a line per node, indented.
void write(const OutlineNode& node, std::string& text, std::size_t depth = 0) {
  text.append(2 * depth, ' ').append(node.kind).append(" ").append(node.name);
  if (!node.type.empty()) text.append(" <").append(node.type).append(">");
  if (!node.value.empty()) text.append(" = ").append(node.value);
  if (!node.status.empty()) text.append(" (").append(node.status).append(")");
  text += '\n';
  for (const OutlineNode& child : node.children) write(child, text, depth + 1);
}

std::string outline(Context& context) {
  std::string text;
  for (const OutlineNode& node : outline_of(context)) write(node, text);
  return text;
}

constexpr std::string_view document = R"(instances:
  a:
    attributes: {n: 1, m: {eval: n}, bad: {eval: .wrong}}
    requirements: [{link: b}]
    instances: {c: {readyState: error}}
  b: {}
)";

struct Opened {
  explicit Opened(std::string_view text) : workspace(Loaded::workspace_of(text)), context(workspace, options, host) {}
  Workspace workspace;
  RunOptions options;
  ClosedHost host;
  Context context;
};

TEST(Outline, NestsNodesAndGroupsTheirParts) {
  Opened opened(document);
  EXPECT_EQ(outline(opened.context), R"(resource root (unknown)
  group attributes
    attribute inputs = {}
    attribute outputs = {}
  resource a <tosca.nodes.Root> (ok)
    group attributes
      attribute n = 1
      attribute m
      attribute bad
    group capabilities
      capability feature <tosca.capabilities.Node> (ok)
    group requirements
      requirement link <tosca.relationships.DependsOn> = ::b (ok)
    resource c <tosca.nodes.Root> (error)
      group capabilities
        capability feature <tosca.capabilities.Node> (error)
  resource b <tosca.nodes.Root> (ok)
    group capabilities
      capability feature <tosca.capabilities.Node> (ok)
    group relationships
      relationship link <tosca.relationships.DependsOn> = ::a (ok)
)");
}

TEST(Outline, ShowsWhatWasEvaluatedAndWhatFailed) {
  Opened opened(document);
  opened.context.state = std::make_unique<Ensemble>(opened.context);
  Evaluator& evaluator = static_cast<Ensemble&>(*opened.context.state).evaluator;
  for (const char* name : {"m", "bad"}) {
    error_code([&] { evaluator.attribute(*evaluator.tree.find("a"), Value::string(name)); });
  }
  const std::string text = outline(opened.context);
  EXPECT_NE(text.find("attribute m = 1\n"), std::string::npos);
  EXPECT_NE(text.find("attribute bad (error)\n"), std::string::npos);
}

TEST(Outline, HidesSensitiveValues) {
  Opened opened("pw: {eval: {sensitive: hunter2}}\n");
  opened.context.state = std::make_unique<Ensemble>(opened.context);
  Evaluator& evaluator = static_cast<Ensemble&>(*opened.context.state).evaluator;
  evaluator.attribute(*evaluator.tree.find("main"), Value::string("pw"));
  const std::string text = outline(opened.context);
  EXPECT_NE(text.find("attribute pw = "), std::string::npos);
  EXPECT_EQ(text.find("hunter2"), std::string::npos);
}

TEST(Outline, HasPlacesAndPaths) {
  Opened opened(document);
  const std::vector<OutlineNode> nodes = outline_of(opened.context);
  const OutlineNode& node = nodes[0].children[1];
  EXPECT_EQ(node.path, "::a");
  EXPECT_TRUE(node.selectable);
  EXPECT_EQ(opened.context.sources.text_of(node.where), "a");
  EXPECT_EQ(node.children[0].children[0].path, "::a::n");
}

// A chain of nodes, each hosted on the one before it.
std::string tower(int height) {
  std::string text = "node_templates:\n  n0: {type: tosca.nodes.Root}\n";
  for (int level = 1; level < height; ++level) {
    text += "  n" + std::to_string(level) + ": {type: tosca.nodes.Root, requirements: [{host: n" +
            std::to_string(level - 1) + "}]}\n";
  }
  return text;
}

std::size_t height_of(const OutlineNode& node) {
  std::size_t height = 0;
  for (const OutlineNode& child : node.children) height = std::max(height, height_of(child));
  return height + 1;
}

TEST(Outline, OfATreeDeeperThanTheLimitIsCut) {
  Opened opened(tower(3 * most_outline_levels));
  const std::vector<OutlineNode> nodes = outline_of(opened.context);
  EXPECT_LE(height_of(nodes.front()), most_outline_levels + 4);
  Budget budget;
  const std::string json = outline_json(nodes, opened.context.sources, budget).json;
  EXPECT_NE(json.find("Deeper levels are not shown."), std::string::npos);
}

TEST(Outline, LeavesOutAStatusThatDependsOnMoreThanTheLimit) {
  Opened opened(tower(30));
  opened.workspace.limits.depth = 20;
  Context context(opened.workspace, opened.options, opened.host);
  const std::vector<OutlineNode> nodes = outline_of(context);
  const OutlineNode* node = &nodes.front().children.back();
  EXPECT_EQ(node->status, "ok");
  while (node->children.back().kind == "resource") node = &node->children.back();
  EXPECT_EQ(node->name, "n29");
  EXPECT_EQ(node->status, "");
  EXPECT_EQ(node->note, "The status is not shown: it depends on too long a chain of resources.");
}

TEST(Outline, NeverDecidesWhetherTheOutcomeIsOk) {
  Opened opened(tower(150));
  opened.workspace.limits.depth = 20;
  opened.options.outline = opened.options.tokens = opened.options.provenance = true;
  Context context(opened.workspace, opened.options, opened.host);
  Outcome outcome;
  dialect().evaluate(context, outcome);
  EXPECT_EQ(write_outcome(context, outcome, &dialect(), {}).substr(0, 11), R"({"ok":true,)");
}

TEST(Outline, OfADocumentThatWaitsForTheOutsideIsEmpty) {
  Opened opened("+include: https://example.org/base.yaml\n");
  Outcome outcome;
  EXPECT_THROW(dialect().evaluate(opened.context, outcome), Pending);
  opened.options.outline = true;
  EXPECT_EQ(write_outcome(opened.context, outcome, &dialect(), {}).find("outline"), std::string::npos);
}

TEST(Outline, OfADocumentThatDoesNotLoadIsEmpty) {
  Opened opened("a: [\n");
  EXPECT_TRUE(outline_of(opened.context).empty());
}

}  // namespace
}  // namespace evalground::unfurl
