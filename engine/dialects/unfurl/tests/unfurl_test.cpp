#include "dialects/unfurl/unfurl.hpp"

#include "dialects/unfurl/tests/loaded.hpp"
#include "value/json.hpp"

namespace evalground::unfurl {
namespace {

// A run of the whole dialect.
struct Evaluated {
  explicit Evaluated(Workspace workspace_) : workspace(std::move(workspace_)), context(workspace, options, host) {
    dialect().evaluate(context, outcome);
  }
  Workspace workspace;
  RunOptions options;
  ClosedHost host;
  Context context;
  Outcome outcome;
};

TEST(WholeDocument, LeavesOutOnlyWhatFailsAndKeepsPlacesInLists) {
  Evaluated run(
      Loaded::workspace_of("instances:\n  a:\n    attributes: {good: 1, bad: {eval: .wrong}, m: {x: {eval: good}, y: "
                           "[{eval: .wrong}, 2]}}\n"));
  EXPECT_FALSE(run.outcome.ok);
  EXPECT_EQ(write_json(*run.outcome.value, run.context.budget),
            R"({"outputs":{},"instances":{"a":{"good":1,"m":{"x":1,"y":[null,2]}}}})");
  ASSERT_EQ(run.outcome.failed.size(), 2U);
  EXPECT_EQ(Loaded::text(Value::list(run.outcome.failed[0].path)), "[\"instances\", \"a\", \"bad\"]");
  EXPECT_EQ(Loaded::text(Value::list(run.outcome.failed[1].path)), "[\"instances\", \"a\", \"m\", \"y\", 0]");
  EXPECT_EQ(run.context.diagnostics.size(), 2U);
}

TEST(WholeDocument, NamesAProblemOnceThatSpoilsSeveralKeys) {
  Evaluated run(Loaded::workspace_of("a: {eval: .wrong}\nb: {eval: a}\nc: {eval: b}\n"));
  ASSERT_EQ(run.outcome.failed.size(), 3U);
  EXPECT_EQ(run.outcome.failed[2].diagnostic, 0U);
  EXPECT_EQ(run.context.diagnostics.size(), 1U);
}

TEST(Concat, HintsAtPathsThatStayText) {
  Evaluated run(
      Loaded::workspace_of("instances:\n  a:\n    attributes:\n      host: h\n      url: {concat: [.::host, '::a', "
                           "'::1', 'a::b', {eval: .::host}]}\n"));
  ASSERT_EQ(run.context.diagnostics.size(), 1U);
  EXPECT_EQ(run.context.diagnostics[0].code, "not-evaluated");
  ASSERT_EQ(run.context.diagnostics[0].fixes.size(), 1U);
  EXPECT_EQ(run.context.diagnostics[0].fixes[0].edits[0].text, "{eval: .::host}");
}

TEST(Expression, HasItsPlacesInItsOwnText) {
  Workspace workspace = Loaded::workspace_of("a: 1\n");
  workspace.expression = Value::string("eval:\n  konkat: [a]\n");
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  Outcome outcome;
  try {
    dialect().evaluate(context, outcome);
    FAIL() << "no error";
  } catch (const Error& error) {
    ASSERT_NE(error.diagnostic.where, 0U);
    const Origin& origin = context.sources.origin(error.diagnostic.where);
    EXPECT_EQ(context.sources.path(origin.file), expression_path);
    EXPECT_EQ(context.sources.position(origin.file, origin.begin).line, 2U);
  }
}

TEST(Expression, GivenAsJsonHasPlacesToo) {
  Workspace workspace = Loaded::workspace_of("a: 1\n");
  workspace.expression = Value::map({{"x", Value::map({{"eval", Value::string("a")}})}});
  Evaluated run(std::move(workspace));
  const Value& computed = *run.outcome.value->as_map().find("x");
  EXPECT_EQ(run.context.sources.text_of(computed.origin()), R"({"eval":"a"})");
}

TEST(Expression, OfTextWithAColonMayBeAQuery) {
  Workspace workspace = Loaded::workspace_of("'k: x': 1\n");
  workspace.expression = Value::string(".::k: x");
  EXPECT_EQ(Loaded::text(*Evaluated(std::move(workspace)).outcome.value), "1");
}

TEST(Expand, GivesTheDocumentAndItsText) {
  Workspace workspace = Loaded::workspace_of("base: {a: 1}\nx: {+/base: , b: 2}\n");
  workspace.operation = "expand";
  Evaluated run(std::move(workspace));
  EXPECT_EQ(*run.outcome.text, "base:\n  a: 1\nx:\n  b: 2\n  a: 1\n");
}

}  // namespace
}  // namespace evalground::unfurl
