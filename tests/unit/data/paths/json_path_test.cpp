// What the compliance suite does not cover: errors with places, limits, the variant of ojg.
#include "data/paths/json_path.hpp"

#include <gtest/gtest.h>

#include "value/json.hpp"

namespace evalground {
namespace {

JsonPathRules ojg() {
  JsonPathRules rules;
  rules.syntax = JsonPathSyntax::ojg;
  return rules;
}

// The values of all matches as JSON, or the error.
std::string all(std::string_view path, std::string_view document, const JsonPathRules& rules = {}) {
  Budget budget;
  RegexCache regexes;
  const Value root = parse_json(document, budget);
  List values;
  for (const JsonPath::Match& match : JsonPath(path, rules, budget).matches(root, budget, regexes)) {
    values.push_back(*match.value);
  }
  return write_json(Value::list(std::move(values)), budget);
}

std::size_t offset_of_error(std::string_view path, const JsonPathRules& rules = {}) {
  Budget budget;
  try {
    const JsonPath read(path, rules, budget);
  } catch (const JsonPathError& error) {
    return error.offset;
  }
  return std::string::npos;
}

TEST(JsonPath, says_where_a_path_is_wrong) {
  EXPECT_EQ(offset_of_error("$.a["), 4u);
  EXPECT_EQ(offset_of_error("$['a]"), 5u);
  EXPECT_EQ(offset_of_error("$[?@.a == ]"), 10u);
  EXPECT_EQ(offset_of_error("$.a b", ojg()), 3u);
}

TEST(JsonPath, names_the_character_in_code_points) {
  Budget budget;
  try {
    const JsonPath read("$.é b", {}, budget);
    FAIL();
  } catch (const JsonPathError& error) {
    EXPECT_STREQ(error.what(),
                 "The path \"$.é b\" cannot be read: at character 4, expected `.`, `[` or the end, found \" \".");
  }
}

TEST(JsonPath, gives_the_first_match_without_looking_further) {
  Limits limits;
  limits.steps = 100;
  Budget budget(limits);
  Budget reading;
  RegexCache regexes;
  std::string document = "[1";
  for (int count = 0; count < 1000; ++count) document += ",2";
  const Value root = parse_json(document + "]", reading);
  EXPECT_EQ(JsonPath("$[*]", {}, budget).first(root, budget, regexes)->as_integer(), 1);
}

TEST(JsonPath, ends_hostile_paths_and_documents_by_the_budget) {
  Budget reading;
  RegexCache regexes;
  const Value root = parse_json("[[[[[[[[[[[[1,1],1],1],1],1],1],1],1],1],1],1],1]", reading);
  Limits limits;
  limits.steps = 10'000;
  Budget budget(limits);
  const JsonPath path("$..*..*..*..*..*", {}, budget);
  EXPECT_THROW(path.matches(root, budget, regexes), LimitError);
}

TEST(JsonPath, ends_deeply_nested_filters_by_the_depth) {
  Budget budget;
  EXPECT_THROW(JsonPath("$[?" + std::string(5000, '('), {}, budget), LimitError);
  EXPECT_THROW(JsonPath("$[?" + std::string(5000, '!'), ojg(), budget), LimitError);
  std::string nested;
  for (int count = 0; count < 1000; ++count) nested += "$[?@[?";
  EXPECT_THROW(JsonPath(nested, {}, budget), LimitError);
}

TEST(JsonPath, walks_a_descent_of_the_variant_from_below) {
  EXPECT_EQ(all("$..n", R"({"n": 2, "a": {"n": {"n": 3}}})", ojg()), "[3,{\"n\":3},2]");
  EXPECT_EQ(all("$..n", R"({"n": 2, "a": {"n": {"n": 3}}})"), "[2,{\"n\":3},3]");
}

TEST(JsonPath, gives_children_before_what_is_below_them_at_the_end_of_a_path_of_the_variant) {
  EXPECT_EQ(all("$.x..", R"({"x": [[1], 2]})", ojg()), "[[1],2,1]");
}

TEST(JsonPath, groups_conditions_as_asked) {
  JsonPathRules grouped = ojg();
  const std::string_view document = R"([{"n": 1, "v": 2}])";
  EXPECT_EQ(all("$[?(@.n == 1 || @.n == 9 && @.v == 1)].n", document, grouped), "[]");
  grouped.and_before_or = true;
  EXPECT_EQ(all("$[?(@.n == 1 || @.n == 9 && @.v == 1)].n", document, grouped), "[1]");
}

TEST(JsonPath, notes_where_the_grouping_of_conditions_counts) {
  Budget budget;
  JsonPathRules rules = ojg();
  rules.and_before_or = true;
  EXPECT_TRUE(JsonPath("$[?(@.a == 1 || @.b == 1 && @.c == 1)]", rules, budget).depends_on_precedence());
  EXPECT_FALSE(JsonPath("$[?(@.a == 1 && @.b == 1 || @.c == 1)]", rules, budget).depends_on_precedence());
}

TEST(JsonPath, reads_hyphens_in_names_of_the_variant_as_asked) {
  JsonPathRules rules = ojg();
  EXPECT_EQ(offset_of_error("$.a-b", rules), 3u);
  rules.hyphens_in_names = true;
  EXPECT_EQ(all("$.a-b", R"({"a-b": 1})", rules), "[1]");
}

TEST(JsonPath, compares_long_integers_by_value) {
  EXPECT_EQ(all("$[?@ == 18446744073709551616]", "[18446744073709551616, 18446744073709551616.0]"),
            "[18446744073709551616,1.8446744073709552e+19]");
}

}  // namespace
}  // namespace evalground
