#include "dialects/heat/functions/replacement.hpp"

#include <gtest/gtest.h>

namespace evalground::heat {
namespace {

std::string replaced(std::string_view text, std::vector<std::pair<std::string, std::string>> replacements,
                     std::string* missing = nullptr) {
  Budget budget;
  std::vector<std::string> unused;
  const std::string result = replace_keys(text, std::move(replacements), unused, budget);
  if (missing != nullptr) {
    for (const std::string& key : unused) *missing += key + " ";
  }
  return result;
}

TEST(Replacement, PrefersLongerKeys) {
  EXPECT_EQ(replaced("foo foobar", {{"foo", "1"}, {"foobar", "2"}}), "1 2");
}

TEST(Replacement, DoesNotSearchWhatWasPutIn) {
  EXPECT_EQ(replaced("ab", {{"a", "b"}, {"b", "a"}}), "ba");
}

TEST(Replacement, NamesKeysThatAreNotThereTheLongestFirst) {
  std::string missing;
  replaced("$x", {{"$x", "1"}, {"$y", "2"}, {"$zz", "3"}}, &missing);
  EXPECT_EQ(missing, "$zz $y ");
}

TEST(Replacement, FindsNoKeyWithinWhatALongerOneTook) {
  std::string missing;
  EXPECT_EQ(replaced("foobar", {{"foo", "1"}, {"foobar", "2"}}, &missing), "2");
  EXPECT_EQ(missing, "foo ");
}

}  // namespace
}  // namespace evalground::heat
