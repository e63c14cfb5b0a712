#include "base/text/search.hpp"

#include <gtest/gtest.h>
#include <string>

namespace evalground {
namespace {

// Near and short parts are found by a different method than far and long ones.
TEST(FindText, FindsPartsOfEachSizeAtEachPlace) {
  for (const std::size_t size : {1, 2, 5, 31, 32, 33, 60}) {
    const std::string part = std::string(size - 1, 'a') + "b";
    for (std::size_t place = 0; place < 40; ++place) {
      const std::string text = std::string(place, 'a') + part;
      EXPECT_EQ(find_text(text, part), place);
      EXPECT_EQ(find_text(text + part, part, place + 1), place + size);
      EXPECT_EQ(find_text(text, part, place + 1), std::string_view::npos);
      EXPECT_EQ(find_text(text.substr(0, text.size() - 1), part), std::string_view::npos);
    }
  }
}

TEST(FindText, FindsNothingEverywhere) {
  EXPECT_EQ(find_text("abc", "", 3), 3U);
  EXPECT_EQ(find_text("abc", "", 4), std::string_view::npos);
  EXPECT_EQ(find_text("", "a"), std::string_view::npos);
}

}  // namespace
}  // namespace evalground
