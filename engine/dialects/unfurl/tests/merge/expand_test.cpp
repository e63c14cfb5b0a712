#include "dialects/unfurl/merge/expand.hpp"

#include "dialects/unfurl/tests/loaded.hpp"

namespace evalground::unfurl {
namespace {

// Files expanded for a test; the first is the document.
class Expanded {
 public:
  explicit Expanded(Map files) : workspace(workspace_of(std::move(files))), context(workspace, options, host) {
    document = expand_document(context, workspace.main);
  }

  // The origin of the value at a path: "base.yaml:1:7 include, main.yaml:3:3 literal, over main.yaml:1:1 literal".
  std::string origin(const std::vector<std::string>& path) {
    std::string text;
    OriginId id = part_of(document, path, context.budget).origin();
    bool overrides = false;
    while (id != 0) {
      const Origin& origin = context.sources.origin(id);
      const Position position = context.sources.position(origin.file, origin.begin);
      if (!text.empty()) text += overrides ? ", over " : ", ";
      text.append(context.sources.path(origin.file))
          .append(":" + std::to_string(position.line) + ":" + std::to_string(position.column) + " ")
          .append(via_name(origin.via));
      overrides = origin.overrides;
      id = origin.previous;
    }
    return text;
  }

  static Workspace workspace_of(Map files) {
    Workspace workspace;
    workspace.main = files.entry(0).key.as_string();
    workspace.files = std::move(files);
    return workspace;
  }

  Workspace workspace;
  RunOptions options;
  ClosedHost host;
  Context context;
  Value document;
};

Value text(std::string_view value) {
  return Value::string(value);
}

TEST(ExpandedValue, KnowsTheDirectivesOnItsWay) {
  Expanded expanded({{"main.yaml", text("a:\n  +include: lib.yaml\n")},
                     {"lib.yaml", text("part: {+include: deep.yaml}\n")},
                     {"deep.yaml", text("k: 1\n")}});
  EXPECT_EQ(expanded.origin({"a", "part", "k"}), "deep.yaml:1:4 include, lib.yaml:1:8 include, main.yaml:2:3 literal");
}

TEST(ExpandedValue, KnowsWhatItOverrides) {
  Expanded expanded({{"main.yaml", text("x: {+include: lib.yaml, k: 2}\n")}, {"lib.yaml", text("k: 1\n")}});
  EXPECT_EQ(expanded.origin({"x", "k"}), "main.yaml:1:28 literal, over lib.yaml:1:4 include, main.yaml:1:5 literal");
}

TEST(ExpandedValue, KnowsWhatItOverridesAfterItsWay) {
  Expanded expanded({{"main.yaml", text("a: {k: 1}\nb: {k: 2, +/a: }\nc: {+/b: }\n")}});
  EXPECT_EQ(expanded.origin({"c", "k"}),
            "main.yaml:2:8 merge, main.yaml:3:5 literal, over main.yaml:1:8 merge, main.yaml:2:11 literal");
}

TEST(ExpandedValue, ThatNoDirectiveBroughtIsAsItWasLoaded) {
  Expanded expanded({{"main.yaml", text("a: {k: 1}\nb: {+/a: }\n")}});
  EXPECT_EQ(expanded.origin({"a", "k"}), "main.yaml:1:8 literal");
}

TEST(Expansion, OfManyIncludesTakesStepsInProportion) {
  const auto steps = [](int count) {
    Map files;
    std::string main;
    for (int i = 0; i < count; ++i) main += "+include" + std::to_string(i) + ": f" + std::to_string(i) + ".yaml\n";
    files.set("main.yaml", text(main));
    for (int i = 0; i < count; ++i) {
      files.set("f" + std::to_string(i) + ".yaml", text("nodes: {n" + std::to_string(i) + ": {a: 1}}\n"));
    }
    return Expanded(std::move(files)).context.budget.steps_used();
  };
  EXPECT_LT(steps(500), 11 * steps(50));
}

TEST(Expansion, DoublingAtEachLevelEndsAtALimit) {
  std::string document = "a0: {x: 1}\n";
  for (int i = 1; i < 60; ++i) {
    const std::string below = "{+/a" + std::to_string(i - 1) + ": }";
    document += "a" + std::to_string(i) + ": {l: " + below + ", r: " + below + "}\n";
  }
  Workspace workspace = Loaded::workspace_of(document);
  workspace.limits.steps = 100'000;
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  EXPECT_THROW(expand_document(context, "main.yaml"), LimitError);
}

TEST(PartOfAValue, IsFoundByKeysAndIndexes) {
  Expanded expanded({{"main.yaml", text("a: [1, {7: deep}]\n")}});
  EXPECT_EQ(part_of(expanded.document, {"a", "1", "7"}, expanded.context.budget).as_string(), "deep");
  EXPECT_TRUE(part_of(expanded.document, {"a", "2"}, expanded.context.budget).is_undefined());
  EXPECT_TRUE(part_of(expanded.document, {"a", "-1"}, expanded.context.budget).is_undefined());
  EXPECT_TRUE(part_of(expanded.document, {"a", "0", "x"}, expanded.context.budget).is_undefined());
}

}  // namespace
}  // namespace evalground::unfurl
