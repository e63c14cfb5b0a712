#include "dialects/unfurl/functions/url.hpp"

#include <gtest/gtest.h>

namespace evalground::unfurl {
namespace {

TEST(JoinUrl, LeavesOutThePortThatTheSchemeImplies) {
  EXPECT_EQ(join_url({"http", "h", "80", "", "", ""}), "http://h");
  EXPECT_EQ(join_url({"https", "h", "443", "", "", ""}), "https://h");
  EXPECT_EQ(join_url({"http", "h", "443", "", "", ""}), "http://h:443");
}

TEST(JoinUrl, EncodesEachPartByItsOwnRules) {
  EXPECT_EQ(join_url({"https", "h", "", "/a b", "q=1 &x", "f g"}), "https://h/a%20b?q%3D1+%26x#f%20g");
}

TEST(JoinUrl, SeparatesHostAndPathByASlash) {
  EXPECT_EQ(join_url({"http", "h", "", "p", "", ""}), "http://h/p");
}

TEST(JoinUrl, HasNoSlashesWithoutAHost) {
  EXPECT_EQ(join_url({"mailto", "", "", "x@y", "", ""}), "mailto:x%40y");
  EXPECT_EQ(join_url({"", "", "", "a/b", "", ""}), "a/b");
}

TEST(JoinUrl, MayHaveNoScheme) {
  EXPECT_EQ(join_url({"", "h", "", "p", "", ""}), "//h/p");
}

TEST(JoinUrl, OfNothingIsEmpty) {
  EXPECT_EQ(join_url({"", "", "80", "", "", ""}), "");
}

}  // namespace
}  // namespace evalground::unfurl
