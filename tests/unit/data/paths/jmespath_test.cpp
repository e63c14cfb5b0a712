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

// An expression, and what it gives.
constexpr struct {
  std::string_view expression, result;
} searches[] = {
    // Follows names and indexes
    {"a.b.c", "1"},
    {"\"quoted key\"", "true"},
    {"a.x.c", "null"},
    {"list[0]", "1"},
    {"list[-1]", "5"},
    {"list[9]", "null"},
    {"a[0]", "null"},
    // Projects and drops nulls
    {"users[*].age", "[30,25]"},
    {"map.*.n", "[1,2]"},
    {"users[*].tags[0]", "[\"x\",\"y\"]"},
    {"users[*].tags | [0]", "[\"x\",\"y\"]"},
    {"list[*].x", "[]"},
    {"a[*]", "null"},
    {"* | [0].b.c", "1"},
    // Flattens one level
    {"nested[]", "[1,[2],3,4]"},
    {"nested[][]", "[1,2,3,4]"},
    {"users[].tags[]", "[\"x\",\"y\",\"y\"]"},
    {"a[]", "null"},
    // Tells true from one
    {"`1` == `true`", "false"},
    {"`1` == `1.0`", "true"},
    {"`[1]` == `[1.0]`", "true"},
    {"`0` != `false`", "true"},
    // Makes lists and maps
    {"users[*].{n: name, first: tags[0]} | [0]", R"({"n":"bob","first":"x"})"},
    {"users[0].[name, age]", R"(["bob",30])"},
    {"nothing.[a]", "null"},
    {"{\"a b\": list[0], c: `null`}", R"({"a b":1,"c":null})"},
    // Reads literals
    {"`{\"a\": [1, \"\\`\"]}`", R"({"a":[1,"`"]})"},
    {"`foo`", "\"foo\""},
    {"'it\\'s'", "\"it's\""},
    // Calculates with numbers
    {"[sum(list), avg(list), avg(empty), sum(empty)]", "[15,3.0,null,0]"},
    {"[abs(`-2`), ceil(`1.2`), floor(`-1.2`), ceil(`3`)]", "[2,2,-2,3]"},
    {"[max(list), min(list), max(empty)]", "[5,1,null]"},
    {"to_number('12') == `12`", "true"},
    {"[to_number('1.5'), to_number('x'), to_number(`true`)]", "[1.5,null,null]"},
    // Works on text
    {"[length(text), reverse(text), starts_with(text, 'h'), ends_with(text, 'x')]", R"([5,"olléh",true,false])"},
    {"join('-', sort(users[*].name))", "\"al-bob-cy\""},
    {"[contains(text, 'él'), contains(list, `3`)]", "[true,true]"},
    {"to_string(a)", R"("{\"b\":{\"c\":1}}")"},
};

TEST(Jmespath, GivesAsListed) {
  for (const auto& [expression, result] : searches) EXPECT_EQ(search(expression), result) << expression;
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

TEST(JmesPath, Filters) {
  EXPECT_EQ(search("users[?age > `26`].name"), "[\"bob\"]");
  EXPECT_EQ(search("users[?!age].name"), "[\"cy\"]");
  EXPECT_EQ(search("users[?age && contains(tags, 'y')].name | sort(@)"), "[\"al\",\"bob\"]");
  EXPECT_EQ(search("users[?name == 'al' || name == 'cy'].name"), "[\"al\",\"cy\"]");
  EXPECT_EQ(search("mixed[?@]"), "[0,\"q\"]");
  EXPECT_EQ(search("users[?name < 'b'].name"), "[\"al\"]");
  EXPECT_EQ(code_of("list[?@ < 'a']"), "jmespath-type");
}

TEST(JmesPath, SortsAndPicksByAKey) {
  EXPECT_EQ(search("sort_by(users[?age], &age)[*].name"), R"(["al","bob"])");
  EXPECT_EQ(search("[max_by(users[?age], &age).name, min_by(users[?age], &age).name]"), R"(["bob","al"])");
  EXPECT_EQ(search("map(&age, users)"), "[30,25,null]");
  EXPECT_EQ(code_of("sort_by(users, &age)"), "jmespath-type");
  EXPECT_EQ(code_of("sort(mixed)"), "jmespath-type");
}

TEST(JmesPath, WorksOnObjects) {
  EXPECT_EQ(search("keys(map)"), R"(["x","y","z"])");
  EXPECT_EQ(search("length(values(map))"), "3");
  EXPECT_EQ(search("merge(`{\"a\": 1}`, `{\"a\": 2, \"b\": 3}`)"), R"({"a":2,"b":3})");
  EXPECT_EQ(search("not_null(nothing, a.x, text)"), "\"héllo\"");
  EXPECT_EQ(search("[to_array(`1`), to_array(empty)]"), "[[1],[]]");
  EXPECT_EQ(search("users[*].age.type(@)"), R"(["number","number","null"])");
  EXPECT_EQ(search("map.*.n.type(@)"), R"("array")");  // the wildcard after a dot ends at the next one
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
