#include "data/patch/list_alignment.hpp"

#include <gtest/gtest.h>
#include <string>

#include "value/json.hpp"

namespace evalground {
namespace {

// "0= 2= -": the old index of each item, with = for an equal item; - for a new one.
std::string aligned(std::string_view old, std::string_view changed) {
  Budget budget;
  const Value before = parse_json(old, budget);
  const Value now = parse_json(changed, budget);
  std::string text;
  for (const AlignedItem& item : align_lists(before.as_list(), now.as_list(), budget)) {
    if (!text.empty()) text += ' ';
    text += item.before == AlignedItem::none ? "-" : std::to_string(item.before);
    if (item.is_equal) text += '=';
  }
  return text;
}

// A list, the changed list, and which items are paired.
constexpr struct {
  std::string_view old, changed, pairs;
} lists[] = {
    // Keeps what is equal at both ends
    {"[1,2,3,4]", "[1,4]", "0= 3="},
    {"[1,4]", "[1,2,3,4]", "0= - - 1="},
    // Pairs what has changed between equal items
    {R"(["a","b","c"])", R"(["a","x","c"])", "0= 1 2="},
    {R"(["a","b","c"])", R"(["x","c","y","z"])", "0 2= - -"},
    // Keeps the longest run in order
    {"[1,2,3,4,5]", "[5,1,2,3,4]", "- 0= 1= 2= 3="},
    {"[9,1,2,3,8]", "[3,1,2]", "0 1= 2="},
    // Matches repeated items one by one
    {"[1,1,2,1]", "[1,2,1,1]", "0= - 1= 3="},
    // Compares items whole
    {R"([{"a":1,"b":[2]},{"a":2}])", R"([{"a":2},{"b":[2],"a":1}])", "- 0="},
    // Tells numbers of different types apart
    {"[1]", "[1.0]", "0"},
    // Pairs only items of one kind
    {R"([5,{"a":1},[1]])", R"([{"a":2},[2]])", "1 2"},
    {R"([{"a":1},{"b":1}])", R"([1,2,{"b":2}])", "- - 1"},
    // Pairs maps that share most
    {R"([{"n":1,"v":1},{"n":2,"v":1}])", R"([{"n":2,"v":3}])", "1"},
    // May be empty
    {"[]", "[1]", "-"},
    {"[1]", "[]", ""},
};

TEST(ListAlignment, IsAsListed) {
  for (const auto& [old, changed, pairs] : lists) EXPECT_EQ(aligned(old, changed), pairs) << old << " " << changed;
}

}  // namespace
}  // namespace evalground
