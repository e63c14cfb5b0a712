#include "base/text/path.hpp"

#include <gtest/gtest.h>

namespace evalground {
namespace {

TEST(NormalisePath, RemovesWhatDoesNotMatter) {
  EXPECT_EQ(normalise_path("a/./b//../c/"), "a/c");
  EXPECT_EQ(normalise_path("./a"), "a");
  EXPECT_EQ(normalise_path("/a/../b"), "/b");
  EXPECT_EQ(normalise_path("//a"), "/a");
  EXPECT_EQ(normalise_path("a/b/../.."), ".");
  EXPECT_EQ(normalise_path(""), ".");
  EXPECT_EQ(normalise_path("/"), "/");
  EXPECT_EQ(normalise_path("..."), "...");
}

TEST(NormalisePath, KeepsStepsAboveARelativeStart) {
  EXPECT_EQ(normalise_path("../../a"), "../../a");
  EXPECT_EQ(normalise_path("a/../../b/.."), "..");
  EXPECT_EQ(normalise_path("../a/../.."), "../..");
}

TEST(NormalisePath, StaysAtTheRoot) {
  EXPECT_EQ(normalise_path("/../../a"), "/a");
}

TEST(JoinPath, PutsOneSlashBetween) {
  EXPECT_EQ(join_path("a", "b"), "a/b");
  EXPECT_EQ(join_path("a/", "b"), "a/b");
  EXPECT_EQ(join_path("", "b"), "b");
  EXPECT_EQ(join_path("a", ""), "a/");
}

TEST(JoinPath, LetsAnAbsolutePathWin) {
  EXPECT_EQ(join_path("a", "/b"), "/b");
}

TEST(PathParts, SplitAtTheLastSlash) {
  EXPECT_EQ(directory_name("a/b/c"), "a/b");
  EXPECT_EQ(directory_name("/a"), "/");
  EXPECT_EQ(directory_name("a"), "");
  EXPECT_EQ(directory_name("a//b"), "a");
  EXPECT_EQ(base_name("a/b/c.yaml"), "c.yaml");
  EXPECT_EQ(base_name("a/"), "");
  EXPECT_EQ(base_name("a"), "a");
}

TEST(PathExtension, IsTheLastDottedPartOfTheName) {
  EXPECT_EQ(path_extension("a.b/c.tar.gz"), ".gz");
  EXPECT_EQ(path_extension("a.b/c"), "");
  EXPECT_EQ(path_extension(".profile"), "");
  EXPECT_EQ(path_extension("..a"), "");
  EXPECT_EQ(path_extension(".a.b"), ".b");
  EXPECT_EQ(path_extension("a."), ".");
}

TEST(RelativePath, GoesUpToWhatIsShared) {
  EXPECT_EQ(relative_path("a/c", "a/b"), "../c");
  EXPECT_EQ(relative_path("/x/y/z", "/x"), "y/z");
  EXPECT_EQ(relative_path("/x", "/x/y/z"), "../..");
  EXPECT_EQ(relative_path("a", "a/"), ".");
  EXPECT_EQ(relative_path("a", "."), "a");
  EXPECT_EQ(relative_path("ab", "a"), "../ab");
  EXPECT_EQ(relative_path("../a", "../b"), "../a");
  EXPECT_EQ(relative_path("../../a", ".."), "../a");
}

TEST(RelativePath, GivesThePathItselfWhenItCannotTell) {
  EXPECT_EQ(relative_path("/a", "b"), "/a");
  EXPECT_EQ(relative_path("a//b", "/b"), "a/b");
  EXPECT_EQ(relative_path("a", "../b"), "a");
}

TEST(AbsolutePath, StartsWithASlash) {
  EXPECT_TRUE(is_absolute_path("/a"));
  EXPECT_FALSE(is_absolute_path("a/b"));
  EXPECT_FALSE(is_absolute_path(""));
}

TEST(EscapesRoot, WhenTheEndIsAboveTheStart) {
  EXPECT_TRUE(escapes_root("a/../../b"));
  EXPECT_TRUE(escapes_root(".."));
  EXPECT_FALSE(escapes_root("a/../b"));
  EXPECT_FALSE(escapes_root("..b/c"));
  EXPECT_FALSE(escapes_root("/../a"));
}

}  // namespace
}  // namespace evalground
