#include "dialects/unfurl/merge/restore.hpp"

#include "dialects/unfurl/tests/loaded.hpp"
#include "value/json.hpp"

namespace evalground::unfurl {
namespace {

// A document that was changed and restored.
class Restored {
 public:
  Restored(std::string_view document, std::string_view changes)
      : workspace(workspace_of(document, changes)), context(workspace, options, host) {
    restore_document(context, outcome);
  }

  // The codes of the diagnostics, and the texts at their places: "restore-differs @ l: [1]".
  std::string found() const {
    std::string text;
    for (const Diagnostic& one : context.diagnostics) {
      text += one.code + " @ ";
      if (one.where != 0) text += context.sources.text_of(one.where);
      text += '\n';
    }
    return text;
  }

  static Workspace workspace_of(std::string_view document, std::string_view changes) {
    Workspace workspace = Loaded::workspace_of(document);
    Budget budget;
    workspace.changes = parse_json(changes, budget).as_list();
    return workspace;
  }

  Workspace workspace;
  RunOptions options;
  ClosedHost host;
  Context context;
  Outcome outcome;
};

TEST(RestoredDocument, IsWarnedOfWhereDirectivesCannotSayAChange) {
  Restored restored("base: {l: [1, 2]}\nx: {+/base: , l: [3]}\n", R"([{"path": "/x/l", "value": [1]}])");
  EXPECT_EQ(restored.found(), "restore-differs @ [3]\n");
  EXPECT_NE(restored.context.diagnostics[0].message.find("\"/x/l\""), std::string::npos);
}

TEST(RestoredDocument, SaysWhichTargetsCameBack) {
  EXPECT_EQ(Restored("far: {base: {k: 1}}\nx:\n  +/far/base:\n", R"([{"path": "/far", "delete": true}])").found(),
            "restore-keeps @ {k: 1}\n");
}

TEST(RestoredDocument, IsNotWarnedOfForDirectivesThatWereGiven) {
  EXPECT_EQ(Restored("base: {k: 1}\nx: 1\n", R"([{"path": "/x", "value": {"+/base": null}}])").found(), "");
}

TEST(RestoredDocument, HasTheWarningsOfTheExpansionOnce) {
  EXPECT_EQ(Restored("l: [1]\nm: [[{+/l: }]]\n", "[]").found(),
            "differs-from-reference @ [{+/l: }]\nrestore-writes-lists @ [{+/l: }]\n");
}

TEST(RestoredDocument, IsWarnedOfWhenItCannotBeExpanded) {
  Restored restored("a: 1\n", R"([{"path": "/b", "value": {"+/none": null}}])");
  EXPECT_EQ(restored.context.diagnostics.size(), 1U);
  EXPECT_NE(restored.found().find("restore-differs"), std::string::npos);
}

TEST(ManyDirectives, AreRestoredInTimeThatGrowsWithTheirNumber) {
  std::string document = "base: {k: 1, m: {n: 1}}\n";
  for (int i = 0; i < 2000; ++i) document += "x" + std::to_string(i) + ":\n  +/base:\n  own: 1\n";
  const std::string_view change = R"([{"path": "/x7/m/n", "value": 2}])";
  Restored restored(document, change);
  EXPECT_LT(restored.context.budget.steps_used(), 400'000U);
}

}  // namespace
}  // namespace evalground::unfurl
