#include "dialects/unfurl/functions/external_file.hpp"

#include "dialects/unfurl/tests/loaded.hpp"

namespace evalground::unfurl {
namespace {

TEST(ExternalFile, EqualsAnotherOfItsPathAndEncoding) {
  const ExternalFile file("a", "/workspace/a", "", false, false, 0);
  EXPECT_TRUE(file.equals(ExternalFile("../workspace/a", "/workspace/a", "", false, false, 0)));
  EXPECT_FALSE(file.equals(ExternalFile("a", "/workspace/a", "utf-16", false, false, 0)));
  EXPECT_FALSE(file.equals(ExternalPath("/workspace/a")));
  EXPECT_EQ(file.hash(), ExternalFile("b", "/workspace/a", "x", false, false, 0).hash());
}

TEST(ExternalPath, EqualsAnotherOfItsPath) {
  EXPECT_TRUE(ExternalPath("/a").equals(ExternalPath("/a")));
  EXPECT_FALSE(ExternalPath("/a").equals(ExternalPath("/b")));
  EXPECT_EQ(ExternalPath("/a").hash(), ExternalPath("/a").hash());
}

TEST(ExternalFile, IsItsPathInText) {
  EXPECT_EQ(ExternalFile("a", "/workspace/a", "", false, false, 0).python_repr(), "a");
  EXPECT_EQ(ExternalPath("/a").python_repr(), "/a");
}

TEST(ExternalPath, MakesTheFolderThatItIsIn) {
  Loaded loaded("a: 1\n");
  Evaluator& evaluator = loaded.ensemble.evaluator;
  const Scope scope = Evaluator::scope_of(*evaluator.tree.find("main"));
  external_path(evaluator, scope, "x/y", "artifacts", true, 0);
  EXPECT_TRUE(loaded.context.files.is_directory("artifacts/main/x"));
  EXPECT_FALSE(loaded.context.files.is_directory("artifacts/main/x/y"));
  external_path(evaluator, scope, "", "local", true, 0);
  EXPECT_TRUE(loaded.context.files.is_directory("local/main"));
  external_path(evaluator, scope, "z", "secrets", false, 0);
  EXPECT_FALSE(loaded.context.files.is_directory("secrets"));
}

}  // namespace
}  // namespace evalground::unfurl
