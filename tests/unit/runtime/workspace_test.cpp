#include "runtime/workspace.hpp"

#include <gtest/gtest.h>

#include "runtime/description.hpp"
#include "runtime/workspace_problems.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

struct Read {
  Workspace workspace;
  std::vector<Diagnostic> diagnostics;
};

Read read(std::string_view json, const Description* description = nullptr) {
  Budget budget;
  Read result;
  result.workspace = read_workspace(parse_json(json, budget), description, result.diagnostics);
  return result;
}

TEST(ReadWorkspace, TakesTheFirstFileAsMain) {
  const Read read_ = read(R"({"dialect": "unfurl", "files": {"b.yaml": "x: 1", "a.yaml": "y: 2"}})");
  EXPECT_TRUE(read_.diagnostics.empty());
  EXPECT_EQ(read_.workspace.main, "b.yaml");
  EXPECT_EQ(read_.workspace.operation, "evaluate");
}

TEST(ReadWorkspace, MountsADocumentGivenInPlace) {
  EXPECT_EQ(read(R"({"dialect": "unfurl", "main": "x: 1"})").workspace.main, "main.yaml");
  constexpr Description of_policies{.main = {"main.cf"}};
  const Read read_ = read(R"({"dialect": "cfengine", "main": "a\nb", "files": {"other": ""}})", &of_policies);
  EXPECT_EQ(read_.workspace.main, "main.cf");
  EXPECT_EQ(read_.workspace.files.find("main.cf")->as_string(), "a\nb");
}

TEST(ReadWorkspace, RefusesAMainThatNamesNoFile) {
  const Read read_ = read(R"({"dialect": "unfurl", "main": "main.yml", "files": {"main.yaml": ""}})");
  ASSERT_EQ(read_.diagnostics.size(), 1u);
  EXPECT_EQ(read_.diagnostics[0].code, "workspace-main");
}

TEST(ReadWorkspace, ReadsBinaryFiles) {
  const Read read_ = read(R"({"dialect": "unfurl", "files": {"a.bin": {"base64": "/wA="}}})");
  EXPECT_EQ(read_.workspace.files.find("a.bin")->as_bytes(), std::string_view("\xFF\0", 2));
}

TEST(ReadWorkspace, SaysWhereBase64IsWrong) {
  const Read read_ = read(R"({"dialect": "unfurl", "files": {"a.bin": {"base64": "/w!="}}})");
  ASSERT_EQ(read_.diagnostics.size(), 1u);
  EXPECT_EQ(read_.diagnostics[0].message, "The base64 of the file \"a.bin\" is wrong at character 3.");
}

TEST(ReadWorkspace, ReportsAWrongDialectOnce) {
  const Read of_wrong_type = read(R"({"dialect": 5})");
  ASSERT_EQ(of_wrong_type.diagnostics.size(), 1u);
  EXPECT_EQ(of_wrong_type.diagnostics[0].code, "workspace-type");
  for (const char* json : {R"({})", R"({"dialect": null})", R"({"dialect": ""})"}) {
    const Read without = read(json);
    ASSERT_EQ(without.diagnostics.size(), 1u) << json;
    EXPECT_EQ(without.diagnostics[0].code, "workspace-dialect");
  }
}

TEST(ReadWorkspace, RefusesPathsThatAreNone) {
  for (const char* path : {"../x", "", "a//b", "/etc/passwd", "a/", "./a", "a/../b", ".."}) {
    const Read read_ = read(R"({"dialect": "unfurl", "files": {")" + std::string(path) + R"(": ""}})");
    ASSERT_EQ(read_.diagnostics.size(), 1u) << path;
    EXPECT_EQ(read_.diagnostics[0].code, "workspace-path");
  }
  EXPECT_TRUE(read(R"({"dialect": "unfurl", "files": {"https://a.example/x//y": ""}})").diagnostics.empty());
}

TEST(ReadWorkspace, WarnsOfAnUnknownKeyAndNamesTheNearest) {
  const Read read_ = read(R"({"dialect": "unfurl", "main": "a: 1", "expresion": "a"})");
  ASSERT_EQ(read_.diagnostics.size(), 1u);
  EXPECT_EQ(read_.diagnostics[0].severity, Severity::warning);
  EXPECT_EQ(read_.diagnostics[0].message,
            "The workspace has an unknown key \"expresion\". Did you mean \"expression\"?");
}

TEST(ReadWorkspace, NamesEveryKeyOfAWrongType) {
  const Read read_ =
      read(R"({"dialect": "unfurl", "files": [], "vars": 1, "clock": "soon", "seed": "x", "limits": {"steps": -1}})");
  ASSERT_EQ(read_.diagnostics.size(), 5u);
  for (const Diagnostic& diagnostic : read_.diagnostics) EXPECT_EQ(diagnostic.severity, Severity::error);
  EXPECT_EQ(read_.diagnostics[1].message, "The workspace's \"vars\" must be a map, not 1.");
}

TEST(ReadWorkspace, PointsAtWhatIsWrong) {
  Budget budget;
  std::vector<Diagnostic> diagnostics;
  std::vector<std::string> keys;
  read_workspace(parse_json(R"({"files": {"/a~": "", "b": 1}, "main": "c", "clock": "soon", "vars": [], "seeds": 1,
                                "limits": {"step": 1, "depth": -1}})",
                            budget),
                 nullptr, diagnostics, keys);
  EXPECT_EQ(keys, (std::vector<std::string>{"/seeds", "", "/files/~1a~0", "/files/b", "/vars", "/clock", "/limits/step",
                                            "/limits/depth"}));
  EXPECT_EQ(diagnostics.size(), keys.size());
}

TEST(ReadWorkspace, SaysWhenItIsNoMap) {
  EXPECT_EQ(read("[]").diagnostics[0].code, "workspace-type");
}

TEST(LimitsOf, LetsAWorkspaceOnlyLowerAndTheCallerRaise) {
  const Workspace workspace =
      read(R"({"dialect": "unfurl", "main": "a: 1", "limits": {"steps": 99999999, "depth": 10}})").workspace;
  EXPECT_EQ(limits_of(workspace, {}).steps, 20'000'000u);
  EXPECT_EQ(limits_of(workspace, {}).depth, 10u);
  RunOptions options;
  options.limits.set("depth", Value::integer(500));
  options.time_ms = 7;
  EXPECT_EQ(limits_of(workspace, options).depth, 500u);
  EXPECT_EQ(limits_of(workspace, options).time_ms, 7u);
}

TEST(LimitsOf, LeavesMemoryAloneWhereItIsTheLanguagesQuota) {
  constexpr Description with_a_quota{.memory_is_quota = true};
  const Workspace workspace =
      read(R"({"dialect": "yaql", "limits": {"memory": 10000, "iterators": 200}})", &with_a_quota).workspace;
  EXPECT_EQ(workspace.quota, 10'000u);
  EXPECT_EQ(workspace.iterators, 200u);
  EXPECT_EQ(limits_of(workspace, {}).memory, 128ULL << 20);
}

}  // namespace
}  // namespace evalground
