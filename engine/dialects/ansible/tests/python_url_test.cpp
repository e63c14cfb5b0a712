// URLs as urllib.parse splits them.
#include "dialects/ansible/data/python_url.hpp"

#include <gtest/gtest.h>

namespace evalground::ansible {
namespace {

TEST(PythonUrl, SplitsAllParts) {
  const PythonUrl url = *split_url("HTTP://user:p%40w@Host.COM:90/a/b;c?q=1?#f#g");
  EXPECT_EQ(url.scheme, "http");
  EXPECT_EQ(url.netloc, "user:p%40w@Host.COM:90");
  EXPECT_EQ(url.username, "user");
  EXPECT_EQ(url.password, "p%40w");
  EXPECT_EQ(url.hostname, "host.com");
  EXPECT_EQ(url.port, "90");
  EXPECT_EQ(url.path, "/a/b;c");
  EXPECT_EQ(url.query, "q=1?");
  EXPECT_EQ(url.fragment, "f#g");
}

TEST(PythonUrl, TakesBracketsOfIpv6Away) {
  const PythonUrl url = *split_url("http://[::1]:80/");
  EXPECT_EQ(url.hostname, "::1");
  EXPECT_EQ(url.port, "80");
  EXPECT_FALSE(split_url("http://[::1/"));
}

TEST(PythonUrl, KnowsNoSchemeWithoutALetter) {
  EXPECT_EQ(split_url("1a:b")->path, "1a:b");
  EXPECT_EQ(split_url("mailto:a@b")->path, "a@b");
  EXPECT_EQ(split_url("x")->path, "x");
}

TEST(PythonUrl, Unquotes) {
  EXPECT_EQ(unquote_plus("a%20b+c%C3%A9%2"), "a b c\u00E9%2");
  EXPECT_EQ(unquote_plus("%ff"), "\uFFFD");
}

}  // namespace
}  // namespace evalground::ansible
