#include "runtime/language/sharing.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace evalground {
namespace {

constexpr std::string_view kinds[] = {"variable"};

// Each file is in a unit of its own, called by its number: "1", "2", … The name `x` is defined or used in files.
class Shared : public testing::Test {
 protected:
  void put(std::uint32_t file) { sharing_.put(file, sharing_.unit(std::to_string(file))); }
  void link(std::uint32_t from, std::uint32_t to) {
    sharing_.link(sharing_.unit(std::to_string(from)), sharing_.unit(std::to_string(to)));
  }
  void define(std::uint32_t file, std::string detail = {}) {
    put(file);
    const std::uint32_t symbol = reading_.symbol("variable", "", "x");
    reading_.define(symbol, {file, 0, 1}, {file, 0, 1});
    reading_.describe(symbol, std::move(detail));
  }
  void use(std::uint32_t file) {
    put(file);
    reading_.refer(reading_.symbol("variable", "", "x"), {file, 0, 1});
  }
  // The symbols of the mentions, each as the index of its first mention.
  std::vector<std::size_t> split() {
    sharing_.split(reading_, kinds);
    std::vector<std::size_t> groups;
    for (const Mention& one : reading_.mentions) {
      const auto first = std::find_if(reading_.mentions.begin(), reading_.mentions.end(),
                                      [&](const Mention& other) { return other.symbol == one.symbol; });
      groups.push_back(static_cast<std::size_t>(first - reading_.mentions.begin()));
    }
    return groups;
  }

  Budget budget_;
  Sharing sharing_{budget_};
  Reading reading_;
};

using Groups = std::vector<std::size_t>;

TEST_F(Shared, SeparatesUnitsThatNothingUsesTogether) {
  define(1, "first");
  define(2, "second");
  use(2);
  EXPECT_EQ(split(), (Groups{0, 1, 1}));
  EXPECT_EQ(reading_.symbols[reading_.mentions[0].symbol].detail, "first");
  EXPECT_EQ(reading_.symbols[reading_.mentions[1].symbol].detail, "second");
}

TEST_F(Shared, JoinsWhatARootUses) {
  define(1);
  define(2);
  define(3);
  link(9, 1);
  link(9, 4);
  link(4, 2);
  EXPECT_EQ(split(), (Groups{0, 0, 2}));
}

TEST_F(Shared, JoinsByAUnitOfTwoRootsOnlyIfItHasTheName) {
  define(1);
  define(2);
  for (const auto& [root, used] : {std::pair(8U, 1U), std::pair(8U, 3U), std::pair(9U, 2U), std::pair(9U, 3U)}) {
    link(root, used);
  }
  put(3);
  EXPECT_EQ(split(), (Groups{0, 1}));
}

TEST_F(Shared, JoinsByAUnitOfTwoRootsThatHasTheName) {
  define(1);
  define(2);
  use(3);
  for (const auto& [root, used] : {std::pair(8U, 1U), std::pair(8U, 3U), std::pair(9U, 2U), std::pair(9U, 3U)}) {
    link(root, used);
  }
  EXPECT_EQ(split(), (Groups{0, 0, 0}));
}

TEST_F(Shared, JoinsACircle) {
  define(1);
  define(2);
  link(1, 2);
  link(2, 1);
  EXPECT_EQ(split(), (Groups{0, 0}));
}

TEST_F(Shared, JoinsAllThroughAnOpenUnit) {
  define(1);
  define(2);
  use(3);
  sharing_.open(sharing_.unit("3"));
  EXPECT_EQ(split(), (Groups{0, 0, 0}));
}

TEST_F(Shared, GivesAUseToTheOnlyDefinition) {
  define(1);
  use(2);
  EXPECT_EQ(split(), (Groups{0, 0}));
}

TEST_F(Shared, KeepsAUseOfSeveralDefinitions) {
  define(1);
  define(2);
  use(3);
  EXPECT_EQ(split(), (Groups{0, 1, 2}));
  EXPECT_FALSE(reading_.symbols[reading_.mentions[2].symbol].stays.empty());
}

}  // namespace
}  // namespace evalground
