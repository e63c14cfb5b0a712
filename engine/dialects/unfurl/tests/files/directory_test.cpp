#include "dialects/unfurl/files/directory.hpp"

#include "dialects/unfurl/tests/loaded.hpp"

namespace evalground::unfurl {
namespace {

TEST(PathBelow, IsNormalised) {
  EXPECT_EQ(path_below("/workspace/a", "../b//c/."), "/workspace/b/c");
  EXPECT_EQ(path_below("/workspace/a", ""), "/workspace/a");
  EXPECT_EQ(path_below("/workspace/a", "/x/../y"), "/y");
}

TEST(PathBelow, OfAUrlIsAUrl) {
  EXPECT_EQ(path_below("https://example.org/r", "a/../b"), "https://example.org/r/b");
  EXPECT_EQ(path_below("/workspace", "https://example.org/r"), "https://example.org/r");
}

TEST(Directory, OutsideIsNeverMade) {
  Loaded loaded("a: 1\n");
  make_directory(loaded.context, "/etc/x");
  EXPECT_FALSE(loaded.context.files.is_directory("etc"));
  make_directory(loaded.context, "/workspace/x/y");
  EXPECT_TRUE(loaded.context.files.is_directory("x"));
}

}  // namespace
}  // namespace evalground::unfurl
