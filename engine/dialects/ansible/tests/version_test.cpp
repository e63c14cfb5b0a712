// The order of versions in each scheme.
#include "dialects/ansible/data/version.hpp"

#include <gtest/gtest.h>

namespace evalground::ansible {
namespace {

// "<", "=" or ">"; "?" when a number meets a text, "!" when one is not a version.
std::string order(VersionScheme scheme, std::string_view a, std::string_view b) {
  const auto left = read_version(scheme, a);
  const auto right = read_version(scheme, b);
  if (!left || !right) return "!";
  const auto compared = compare_versions(*left, *right);
  if (!compared) return "?";
  return *compared < 0 ? "<" : *compared > 0 ? ">" : "=";
}

TEST(Version, ComparesLooseVersionsPartByPart) {
  const auto loose = [](std::string_view a, std::string_view b) { return order(VersionScheme::loose, a, b); };
  EXPECT_EQ(loose("1.10", "1.9"), ">");
  EXPECT_EQ(loose("1.0", "1.0.0"), "<");
  EXPECT_EQ(loose("1.2b1", "1.2"), ">");
  EXPECT_EQ(loose("1.x", "1.2"), "?");
  EXPECT_EQ(loose("1.01", "1.1"), "=");
  EXPECT_EQ(loose("v1.2", "v1.3"), "<");
  EXPECT_EQ(loose("99999999999999999999", "100000000000000000000"), "<");
}

TEST(Version, ReadsStrictVersionsOnly) {
  const auto strict = [](std::string_view a, std::string_view b) { return order(VersionScheme::strict, a, b); };
  EXPECT_EQ(strict("1.2", "1.2.0"), "=");
  EXPECT_EQ(strict("1.2a1", "1.2"), "<");
  EXPECT_EQ(strict("1.2a1", "1.2b1"), "<");
  EXPECT_EQ(strict("1", "1.2"), "!");
  EXPECT_EQ(strict("1.2.3.4", "1.2"), "!");
}

TEST(Version, FollowsSemanticVersioning) {
  const auto semver = [](std::string_view a, std::string_view b) { return order(VersionScheme::semver, a, b); };
  EXPECT_EQ(semver("1.0.0-alpha", "1.0.0-alpha.1"), "<");
  EXPECT_EQ(semver("1.0.0-alpha.1", "1.0.0-alpha.beta"), "<");
  EXPECT_EQ(semver("1.0.0-beta.2", "1.0.0-beta.11"), "<");
  EXPECT_EQ(semver("1.0.0-rc.1", "1.0.0"), "<");
  EXPECT_EQ(semver("1.0.0+a", "1.0.0+b"), "=");
  EXPECT_EQ(semver("1.0", "1.0.0"), "!");
  EXPECT_EQ(semver("01.0.0", "1.0.0"), "!");
}

TEST(Version, FollowsPep440) {
  const auto pep = [](std::string_view a, std::string_view b) { return order(VersionScheme::pep440, a, b); };
  EXPECT_EQ(pep("1.0.dev1", "1.0a1"), "<");
  EXPECT_EQ(pep("1.0a1", "1.0b1"), "<");
  EXPECT_EQ(pep("1.0rc1", "1.0"), "<");
  EXPECT_EQ(pep("1.0", "1.0.0"), "=");
  EXPECT_EQ(pep("1.0.post1", "1.0"), ">");
  EXPECT_EQ(pep("1.0.post1.dev2", "1.0.post1"), "<");
  EXPECT_EQ(pep("1!0.1", "2.0"), ">");
  EXPECT_EQ(pep("1.0+ubuntu.1", "1.0+ubuntu.2"), "<");
  EXPECT_EQ(pep("1.0alpha", "1.0a0"), "=");
  EXPECT_EQ(pep("bad", "1.0"), "!");
}

}  // namespace
}  // namespace evalground::ansible
