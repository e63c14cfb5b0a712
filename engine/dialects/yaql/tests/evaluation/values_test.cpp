#include "dialects/yaql/evaluation/values.hpp"

#include <gtest/gtest.h>

#include "dialects/yaql/tests/evaluated.hpp"
#include "value/map.hpp"

namespace evalground::yaql {
namespace {

Value parsed(std::string_view json) {
  Budget budget;
  return parse_json(json, budget);
}

TEST(YaqlValues, WrapsListsAndDictionariesAsKeys) {
  Budget budget;
  Map map;
  map.set(key_of(parsed(R"([1, {"a": 2}])"), budget), Value::integer(1));
  map.set(key_of(parsed(R"([1.0, {"a": 2}])"), budget), Value::integer(2));
  ASSERT_EQ(map.size(), 1U);
  EXPECT_EQ(map.entry(0).value.as_integer(), 2);
  EXPECT_TRUE(plain_key(map.entry(0).key).is_list());
}

TEST(YaqlValues, DoesNotLookAtTheOrderOfADictionarysKeys) {
  Budget budget;
  EXPECT_EQ(hash_key(key_of(parsed(R"({"a": 1, "b": 2})"), budget)),
            hash_key(key_of(parsed(R"({"b": 2, "a": 1})"), budget)));
}

TEST(YaqlValues, ShowsCollectionsAsPythonDoes) {
  Budget budget;
  EXPECT_EQ(text_of(parsed(R"([1, "it's", null, [2.0]])"), budget), "(1, \"it's\", None, (2.0,))");
  EXPECT_EQ(text_of(Value::set(Map()), budget), "frozenset()");
  EXPECT_EQ(text_of(timespan_value(90'000'000), budget), "0:01:30");
  EXPECT_EQ(text_of(datetime_value(0, 3'600'000'000), budget), "1970-01-01 01:00:00+01:00");
}

TEST(YaqlValues, TakesEmptyAndZeroForFalse) {
  EXPECT_FALSE(is_true(parsed("{}")));
  EXPECT_FALSE(is_true(timespan_value(0)));
  EXPECT_TRUE(is_true(timespan_value(1)));
}

TEST(YaqlValues, RefusesDatesBeyondTheCalendar) {
  EXPECT_THROW(datetime_value(INT64_MAX / 2, 0), Error);
}

TEST(YaqlValues, AsksForTheKeysOfAnOrderingOnlyWhereTheyAreCompared) {
  EXPECT_EQ(Evaluated("[x].orderBy(-$)", "").result(), R"(["x"])");
  EXPECT_EQ(Evaluated("[[1, a], [2, b]].orderBy($[0]).thenBy(-$[1]).select($[0])", "").result(), "[1,2]");
}

}  // namespace
}  // namespace evalground::yaql
