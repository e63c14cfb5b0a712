// JSON pointers.
#include "data/paths/json_pointer.hpp"

#include <gtest/gtest.h>

#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

const Value* resolve(const Value& root, std::string_view pointer) {
  return resolve_pointer(root, parse_pointer(pointer));
}

// The examples of RFC 6901, section 5.
TEST(JsonPointer, FindsWhatTheStandardSays) {
  Budget budget;
  const Value root = parse_json(R"({"foo": ["bar", "baz"], "": 0, "a/b": 1, "m~n": 8, " ": 7, "k\"l": 6})", budget);
  EXPECT_EQ(resolve(root, ""), &root);
  EXPECT_EQ(resolve(root, "/foo")->as_list().size(), 2U);
  EXPECT_EQ(resolve(root, "/foo/0")->as_string(), "bar");
  EXPECT_EQ(resolve(root, "/")->as_integer(), 0);
  EXPECT_EQ(resolve(root, "/a~1b")->as_integer(), 1);
  EXPECT_EQ(resolve(root, "/m~0n")->as_integer(), 8);
  EXPECT_EQ(resolve(root, "/ ")->as_integer(), 7);
  EXPECT_EQ(resolve(root, "/k\"l")->as_integer(), 6);
}

TEST(JsonPointer, GivesNullForWhatIsNotThere) {
  Budget budget;
  const Value root = parse_json(R"({"foo": [1]})", budget);
  for (const char* pointer : {"/bar", "/foo/1", "/foo/-", "/foo/00", "/foo/-0", "/foo/x", "/foo/0/1"}) {
    EXPECT_EQ(resolve(root, pointer), nullptr) << pointer;
  }
}

TEST(JsonPointer, FindsKeysThatAreWholeNumbers) {
  Map map;
  map.set(Value::integer(80), Value::string("web"));
  EXPECT_EQ(resolve(Value::map(map), "/80")->as_string(), "web");
}

TEST(JsonPointer, EscapesTildesAndSlashes) {
  std::string pointer = "/x";
  append_pointer_part(pointer, "a/b~1");
  EXPECT_EQ(pointer, "/x/a~1b~01");
  EXPECT_EQ(unescape_pointer_part("a~1b~01"), "a/b~1");
  const std::vector<std::string> parts = {"a/b", "", "~"};
  EXPECT_EQ(write_pointer(parts), "/a~1b//~0");
  EXPECT_EQ(parse_pointer("/a~1b//~0"), parts);
}

TEST(JsonPointer, RefusesAStrayTildeAndAMissingSlash) {
  EXPECT_THROW(parse_pointer("/a~"), Error);
  EXPECT_THROW(parse_pointer("/a~2"), Error);
  EXPECT_THROW(parse_pointer("a"), Error);
}

}  // namespace
}  // namespace evalground
