#include "dialects/unfurl/outline.hpp"

#include "loaded.hpp"

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

TEST(Outline, OfADocumentThatDoesNotLoadIsEmpty) {
  Opened opened("a: [\n");
  EXPECT_TRUE(outline_of(opened.context).empty());
}

}  // namespace
}  // namespace evalground::unfurl
