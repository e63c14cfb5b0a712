#include "base/text/uri.hpp"

#include <gtest/gtest.h>

namespace evalground {
namespace {

TEST(ResolveUri, FollowsTheExamplesOfTheStandard) {
  constexpr std::string_view base = "http://a/b/c/d;p?q";
  struct Example {
    std::string_view reference, target;
  };
  for (const Example& example : {Example{"g:h", "g:h"},
                                 {"g", "http://a/b/c/g"},
                                 {"./g/", "http://a/b/c/g/"},
                                 {"/g", "http://a/g"},
                                 {"//g", "http://g"},
                                 {"?y", "http://a/b/c/d;p?y"},
                                 {"#s", "http://a/b/c/d;p?q#s"},
                                 {"", "http://a/b/c/d;p?q"},
                                 {"..", "http://a/b/"},
                                 {"../../g", "http://a/g"},
                                 {"../../../g", "http://a/g"},
                                 {"g;x=1/../y", "http://a/b/c/y"}}) {
    EXPECT_EQ(resolve_uri(base, example.reference), example.target) << example.reference;
  }
}

TEST(ResolveUri, WorksBesideBasesWithoutAuthority) {
  EXPECT_EQ(resolve_uri("", "a/b.json#/x"), "a/b.json#/x");
  EXPECT_EQ(resolve_uri("a/b.json", "c.json"), "a/c.json");
  EXPECT_EQ(resolve_uri("urn:uuid:1", "#/$defs/x"), "urn:uuid:1#/$defs/x");
  EXPECT_EQ(resolve_uri("http://a", "b"), "http://a/b");
}

TEST(IsUri, ChecksTheGrammar) {
  for (std::string_view text : {"http://a.b/c?d=e#f", "urn:oasis:x", "mailto:a@b", "http://[::1]:80/", "a:%20"}) {
    EXPECT_TRUE(is_uri(text)) << text;
  }
  for (std::string_view text : {"", "//a/b", "a b:c", "http://a/%2", "http://a b/", "http://a:x/", "\\\\WIN", "1a:b"}) {
    EXPECT_FALSE(is_uri(text)) << text;
  }
}

TEST(IsUriReference, TakesRelativeOnesToo) {
  for (std::string_view text : {"", "//a/b", "../c", "#f", "?q", "http://a"})
    EXPECT_TRUE(is_uri_reference(text)) << text;
  for (std::string_view text : {"\\\\WIN", "#a\\b", "1:2", "a b"}) EXPECT_FALSE(is_uri_reference(text)) << text;
}

}  // namespace
}  // namespace evalground
