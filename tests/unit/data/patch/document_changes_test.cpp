#include "data/patch/document_changes.hpp"

#include <gtest/gtest.h>

#include "source/diagnostic.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

std::string after(std::string_view document, std::string_view changes) {
  Budget budget;
  const Value list = parse_json(changes, budget);
  return write_json(apply_changes(parse_json(document, budget), list.as_list(), budget), budget);
}

std::string problem(std::string_view document, std::string_view changes) {
  try {
    return after(document, changes);
  } catch (const Error& error) {
    return error.what();
  }
}

std::string between(std::string_view before, std::string_view now) {
  Budget budget;
  return write_json(Value::list(changes_between(parse_json(before, budget), parse_json(now, budget), budget)), budget);
}

TEST(Changes, AreMadeInTheirOrder) {
  EXPECT_EQ(after(R"({"a":1,"b":{"c":2}})",
                  R"([{"path":"/b/d","value":{}},{"path":"/b/d/e","value":3},{"path":"/a","delete":true}])"),
            R"({"b":{"c":2,"d":{"e":3}}})");
}

TEST(Changes, OfAListSetAppendAndDeleteItems) {
  EXPECT_EQ(
      after(
          R"({"l":[1,2]})",
          R"([{"path":"/l/0","value":9},{"path":"/l/-","value":3},{"path":"/l/3","value":4},{"path":"/l/1","delete":true}])"),
      R"({"l":[9,3,4]})");
}

TEST(Changes, MayReplaceTheWholeDocumentByAnotherMap) {
  EXPECT_EQ(after(R"({"a":1})", R"([{"path":"","value":{"b":2}}])"), R"({"b":2})");
  EXPECT_EQ(problem(R"({"a":1})", R"([{"path":"","value":[]}])"), "Change 1 (\"\") must leave the document a map.");
}

TEST(Changes, FindKeysWithSlashesAndTildes) {
  EXPECT_EQ(after(R"({"a/b":{"~":1}})", R"([{"path":"/a~1b/~0","value":2}])"), R"({"a/b":{"~":2}})");
}

TEST(Changes, FindWholeNumbersAsKeys) {
  Budget budget;
  Map map;
  map.set(Value::integer(80), Value::string("web"));
  const List changes = parse_json(R"([{"path":"/80","value":"x"}])", budget).as_list();
  EXPECT_EQ(apply_changes(Value::map(map), changes, budget).as_map().find(Value::integer(80))->as_string(), "x");
}

TEST(BadChange, IsNamedByItsNumberAndPath) {
  EXPECT_EQ(problem(R"({"a":1})", R"([{"path":"/a","value":2},{"path":"/b/c","value":1}])"),
            "Change 2 (\"/b/c\") leads nowhere: the expanded document has no \"/b\".");
  EXPECT_EQ(problem(R"({"a":1})", R"([{"path":"/a/b","value":1}])"),
            "Change 1 (\"/a/b\") leads into an integer, which has no parts.");
  EXPECT_EQ(problem(R"({"a":1})", R"([{"path":"/b","delete":true}])"),
            "Change 1 (\"/b\") deletes a value that does not exist.");
  EXPECT_EQ(problem(R"({"l":[1]})", R"([{"path":"/l/2","value":1}])"),
            "Change 1 (\"/l/2\") names no item: the list has 1.");
  EXPECT_EQ(problem(R"({"l":[1]})", R"([{"path":"/l/01","delete":true}])"),
            "Change 1 (\"/l/01\") names no item: the list has 1.");
}

TEST(BadChange, SaysWhatAChangeIs) {
  EXPECT_EQ(problem("{}", "[5]"), "Change 1 must be a map with `path` and `value` or `delete`.");
  EXPECT_EQ(problem("{}", R"([{"value":1}])"), "Change 1 has no `path`, a JSON pointer such as \"/a/b\".");
  EXPECT_EQ(problem("{}", R"([{"path":"a","value":1}])"),
            "Change 1 (\"a\"): The JSON pointer \"a\" does not start with a slash.");
  EXPECT_EQ(problem("{}", R"([{"path":"/a"}])"), "Change 1 (\"/a\") must have either `value` or `delete: true`.");
  EXPECT_EQ(problem("{}", R"([{"path":"/a","value":1,"delete":true}])"),
            "Change 1 (\"/a\") must have either `value` or `delete: true`.");
}

TEST(ChangesBetween, GoAsDeepAsMapsAndListsCorrespond) {
  EXPECT_EQ(between(R"({"a":{"b":1,"c":[1,{"d":2}]},"e":1})", R"({"a":{"b":1,"c":[1,{"d":3}]},"f":null})"),
            R"([{"path":"/a/c/1/d","value":3},{"path":"/e","delete":true},{"path":"/f","value":null}])");
}

TEST(ChangesBetween, ReplaceAListOfAnotherLength) {
  EXPECT_EQ(between(R"({"l":[1,2]})", R"({"l":[2]})"), R"([{"path":"/l","value":[2]}])");
}

TEST(ChangesBetween, TellNumbersOfDifferentTypesApart) {
  EXPECT_EQ(between(R"({"a":1,"b":2})", R"({"a":1.0,"b":2})"), R"([{"path":"/a","value":1.0}])");
}

TEST(ChangesBetween, DoNotMindTheOrderOfKeys) {
  EXPECT_EQ(between(R"({"a":1,"b":2})", R"({"b":2,"a":1})"), "[]");
}

TEST(ChangesBetween, ReplaceAMapWhoseKeysNoPathCanName) {
  Budget budget;
  Map before;
  before.set(Value::boolean(true), Value::integer(1));
  Map now;
  now.set(Value::boolean(true), Value::integer(2));
  const List changes =
      changes_between(Value::map({{"m", Value::map(before)}}), Value::map({{"m", Value::map(now)}}), budget);
  EXPECT_EQ(write_json(Value::list(changes), budget), R"([{"path":"/m","value":{"true":2}}])");
}

}  // namespace
}  // namespace evalground
