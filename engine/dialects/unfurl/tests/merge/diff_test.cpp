#include "dialects/unfurl/merge/diff.hpp"

#include <gtest/gtest.h>

#include "value/json.hpp"

namespace evalground::unfurl {
namespace {

std::string difference_of(std::string_view old, std::string_view changed) {
  Budget budget;
  return write_json(difference(parse_json(old, budget), parse_json(changed, budget), budget), budget);
}

// A map, the changed map, and their difference.
constexpr struct {
  std::string_view old, changed, difference;
} maps[] = {
    // Is empty for equal maps in any order
    {R"({"a":1,"b":{"c":[2]}})", R"({"b":{"c":[2]},"a":1})", "{}"},
    // Holds what differs then what is new
    {R"({"a":1,"b":{"c":2,"d":3}})", R"({"n":0,"b":{"c":5,"d":3},"a":1})", R"({"b":{"c":5},"n":0})"},
    // Takes out what is gone
    {R"({"a":1,"b":{"c":2}})", R"({"b":{}})", R"({"a":{"+%":"whiteout"},"b":{"c":{"+%":"whiteout"}}})"},
    // Of a map that is null says so
    {R"({"a":{"b":1},"c":1})", R"({"a":null,"c":null})", R"({"a":{"+%":"nullout"},"c":null})"},
    // Keeps a replacing map whole
    {R"({"a":{"b":1,"c":2}})", R"({"a":{"+%":"replace","b":1}})", R"({"a":{"+%":"replace","b":1}})"},
    // Ignores the strategy of the old map
    {R"({"+%":"merge","a":1})", R"({"a":1})", "{}"},
    // Holds a changed list whole
    {R"({"l":[1,2]})", R"({"l":[1,2,3]})", R"({"l":[1,2,3]})"},
};

TEST(Difference, IsAsListed) {
  for (const auto& [old, changed, difference] : maps)
    EXPECT_EQ(difference_of(old, changed), difference) << old << " " << changed;
}

}  // namespace
}  // namespace evalground::unfurl
