// What JMESPath expressions select.
#include "data/paths/jmespath.hpp"

#include <gtest/gtest.h>

#include "source/diagnostic.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

constexpr std::string_view data = R"({
  "a": {"b": {"c": 1}}, "list": [1, 2, 3, 4, 5], "nested": [[1, [2]], [3], 4], "empty": [], "text": "héllo",
  "users": [{"name": "bob", "age": 30, "tags": ["x", "y"]}, {"name": "al", "age": 25, "tags": ["y"]}, {"name": "cy"}],
  "map": {"x": {"n": 1}, "y": {"n": 2}, "z": {}}, "mixed": [0, "", null, false, [], "q"], "quoted key": true
})";

std::string search(std::string_view expression) {
  Budget budget;
  return write_json(search_jmespath(expression, parse_json(data, budget), budget), budget);
}

std::string code_of(std::string_view expression) {
  try {
    return search(expression);
  } catch (const Error& error) {
    return error.diagnostic.code;
  }
}

TEST(JmesPath, FollowsNamesAndIndexes) {
  EXPECT_EQ(search("a.b.c"), "1");
  EXPECT_EQ(search("\"quoted key\""), "true");
  EXPECT_EQ(search("a.x.c"), "null");
  EXPECT_EQ(search("list[0]"), "1");
  EXPECT_EQ(search("list[-1]"), "5");
  EXPECT_EQ(search("list[9]"), "null");
  EXPECT_EQ(search("a[0]"), "null");
}

TEST(JmesPath, CutsSlices) {
  EXPECT_EQ(search("list[1:3]"), "[2,3]");
  EXPECT_EQ(search("list[:-1]"), "[1,2,3,4]");
  EXPECT_EQ(search("list[::2]"), "[1,3,5]");
  EXPECT_EQ(search("list[::-1]"), "[5,4,3,2,1]");
  EXPECT_EQ(search("list[3:0:-2]"), "[4,2]");
  EXPECT_EQ(search("list[-100:100:9223372036854775807]"), "[1]");
  EXPECT_EQ(search("list[::-9223372036854775807]"), "[5]");
  EXPECT_EQ(search("text[1:2]"), "null");
  EXPECT_EQ(code_of("list[::0]"), "jmespath-type");
}

TEST(JmesPath, ProjectsAndDropsNulls) {
  EXPECT_EQ(search("users[*].age"), "[30,25]");
  EXPECT_EQ(search("map.*.n"), "[1,2]");
  EXPECT_EQ(search("users[*].tags[0]"), "[\"x\",\"y\"]");
  EXPECT_EQ(search("users[*].tags | [0]"), "[\"x\",\"y\"]");
  EXPECT_EQ(search("list[*].x"), "[]");
  EXPECT_EQ(search("a[*]"), "null");
  EXPECT_EQ(search("* | [0].b.c"), "1");
}

TEST(JmesPath, FlattensOneLevel) {
  EXPECT_EQ(search("nested[]"), "[1,[2],3,4]");
  EXPECT_EQ(search("nested[][]"), "[1,2,3,4]");
  EXPECT_EQ(search("users[].tags[]"), "[\"x\",\"y\",\"y\"]");
  EXPECT_EQ(search("a[]"), "null");
}

TEST(JmesPath, Filters) {
  EXPECT_EQ(search("users[?age > `26`].name"), "[\"bob\"]");
  EXPECT_EQ(search("users[?!age].name"), "[\"cy\"]");
  EXPECT_EQ(search("users[?age && contains(tags, 'y')].name | sort(@)"), "[\"al\",\"bob\"]");
  EXPECT_EQ(search("users[?name == 'al' || name == 'cy'].name"), "[\"al\",\"cy\"]");
  EXPECT_EQ(search("mixed[?@]"), "[0,\"q\"]");
  EXPECT_EQ(search("users[?name < 'b'].name"), "[\"al\"]");
  EXPECT_EQ(code_of("list[?@ < 'a']"), "jmespath-type");
}

TEST(JmesPath, TellsTrueFromOne) {
  EXPECT_EQ(search("`1` == `true`"), "false");
  EXPECT_EQ(search("`1` == `1.0`"), "true");
  EXPECT_EQ(search("`[1]` == `[1.0]`"), "true");
  EXPECT_EQ(search("`0` != `false`"), "true");
}

TEST(JmesPath, MakesListsAndMaps) {
  EXPECT_EQ(search("users[*].{n: name, first: tags[0]} | [0]"), R"({"n":"bob","first":"x"})");
  EXPECT_EQ(search("users[0].[name, age]"), R"(["bob",30])");
  EXPECT_EQ(search("nothing.[a]"), "null");
  EXPECT_EQ(search("{\"a b\": list[0], c: `null`}"), R"({"a b":1,"c":null})");
}

TEST(JmesPath, ReadsLiterals) {
  EXPECT_EQ(search("`{\"a\": [1, \"\\`\"]}`"), R"({"a":[1,"`"]})");
  EXPECT_EQ(search("`foo`"), "\"foo\"");
  EXPECT_EQ(search("'it\\'s'"), "\"it's\"");
}

TEST(JmesPath, CalculatesWithNumbers) {
  EXPECT_EQ(search("[sum(list), avg(list), avg(empty), sum(empty)]"), "[15,3.0,null,0]");
  EXPECT_EQ(search("[abs(`-2`), ceil(`1.2`), floor(`-1.2`), ceil(`3`)]"), "[2,2,-2,3]");
  EXPECT_EQ(search("[max(list), min(list), max(empty)]"), "[5,1,null]");
  EXPECT_EQ(search("to_number('12') == `12`"), "true");
  EXPECT_EQ(search("[to_number('1.5'), to_number('x'), to_number(`true`)]"), "[1.5,null,null]");
}

TEST(JmesPath, SortsAndPicksByAKey) {
  EXPECT_EQ(search("sort_by(users[?age], &age)[*].name"), R"(["al","bob"])");
  EXPECT_EQ(search("[max_by(users[?age], &age).name, min_by(users[?age], &age).name]"), R"(["bob","al"])");
  EXPECT_EQ(search("map(&age, users)"), "[30,25,null]");
  EXPECT_EQ(code_of("sort_by(users, &age)"), "jmespath-type");
  EXPECT_EQ(code_of("sort(mixed)"), "jmespath-type");
}

TEST(JmesPath, WorksOnText) {
  EXPECT_EQ(search("[length(text), reverse(text), starts_with(text, 'h'), ends_with(text, 'x')]"),
            R"([5,"olléh",true,false])");
  EXPECT_EQ(search("join('-', sort(users[*].name))"), "\"al-bob-cy\"");
  EXPECT_EQ(search("[contains(text, 'él'), contains(list, `3`)]"), "[true,true]");
  EXPECT_EQ(search("to_string(a)"), R"("{\"b\":{\"c\":1}}")");
}

TEST(JmesPath, WorksOnObjects) {
  EXPECT_EQ(search("keys(map)"), R"(["x","y","z"])");
  EXPECT_EQ(search("length(values(map))"), "3");
  EXPECT_EQ(search("merge(`{\"a\": 1}`, `{\"a\": 2, \"b\": 3}`)"), R"({"a":2,"b":3})");
  EXPECT_EQ(search("not_null(nothing, a.x, text)"), "\"héllo\"");
  EXPECT_EQ(search("[to_array(`1`), to_array(empty)]"), "[[1],[]]");
  EXPECT_EQ(search("users[*].age.type(@)"), R"(["number","number","null"])");
  EXPECT_EQ(search("map.*.n.type(@)"), R"("array")");  // the wildcard of a dot ends at the next one
  EXPECT_EQ(search("[type(a), type(list), type(text), type(`1`), type(`null`), type(`true`)]"),
            R"(["object","array","string","number","null","boolean"])");
}

TEST(JmesPath, RefusesWrongCalls) {
  EXPECT_EQ(code_of("lenght(list)"), "jmespath-function");
  EXPECT_EQ(code_of("length()"), "jmespath-function");
  EXPECT_EQ(code_of("length(list, list)"), "jmespath-function");
  EXPECT_EQ(code_of("abs(text)"), "jmespath-type");
  EXPECT_EQ(code_of("sort_by(users, age)"), "jmespath-type");
  EXPECT_EQ(code_of("length(&a)"), "jmespath-type");
  EXPECT_EQ(code_of("&a"), "jmespath-type");
  EXPECT_EQ(code_of("sum(users)"), "jmespath-type");
}

}  // namespace
}  // namespace evalground
