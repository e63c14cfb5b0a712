#include "value/map.hpp"

#include <gtest/gtest.h>

#include "base/budget.hpp"

namespace evalground {
namespace {

std::string keys_of(const Map& map) {
  std::string keys;
  for (const auto& entry : map) keys += std::string(entry.key.as_string()) + " ";
  return keys;
}

TEST(Map, KeepsTheOrderOfInsertion) {
  Map map{{"b", Value::integer(1)}, {"a", Value::integer(2)}};
  map.set("c", Value::null());
  map.set("b", Value::integer(3));
  EXPECT_EQ(keys_of(map), "b a c ");
  EXPECT_EQ(map.find("b")->as_integer(), 3);
}

TEST(Map, FindsEveryKeyWithAndWithoutItsIndex) {
  Map map;
  for (int i = 0; i < 1000; ++i) {
    map.set("key " + std::to_string(i), Value::integer(i));
    ASSERT_EQ(map.find("key " + std::to_string(i / 2))->as_integer(), i / 2);
  }
  EXPECT_EQ(map.size(), 1000u);
  EXPECT_EQ(map.find("key 1000"), nullptr);
  EXPECT_EQ(map.entry(500).value.as_integer(), 500);
}

TEST(Map, TellsTextFromNumbersButNotNumbersOfOneValue) {
  Map map;
  map.set(Value::integer(1), Value::string("number"));
  map.set("1", Value::string("text"));
  map.set(Value::real(1.0), Value::string("again"));
  map.set(Value::boolean(true), Value::string("true"));
  EXPECT_EQ(map.size(), 2u);
  EXPECT_EQ(map.find(Value::integer(1))->as_string(), "true");
  EXPECT_EQ(map.entry(0).key.kind(), Kind::integer);
}

TEST(Map, TakesNullAndTuplesAsKeys) {
  Map map;
  map.set(Value::null(), Value::integer(1));
  map.set(Value::tuple({Value::integer(1), Value::string("x")}), Value::integer(2));
  EXPECT_EQ(map.find(Value::null())->as_integer(), 1);
  EXPECT_EQ(map.find(Value::tuple({Value::real(1), Value::string("x")}))->as_integer(), 2);
}

TEST(Map, RefusesListsAndMapsAsKeys) {
  Map map;
  EXPECT_THROW(map.set(Value::list(), Value::null()), Error);
  EXPECT_THROW(map.set(Value::map(), Value::null()), Error);
  EXPECT_EQ(map.find(Value::list()), nullptr);
}

TEST(Map, ForgetsErasedKeysAndKeepsTheOthersInOrder) {
  Map map;
  for (int i = 0; i < 20; ++i) map.set(std::to_string(i), Value::integer(i));
  EXPECT_TRUE(map.erase("3"));
  EXPECT_FALSE(map.erase("3"));
  EXPECT_EQ(map.find("3"), nullptr);
  EXPECT_EQ(map.find("19")->as_integer(), 19);
  EXPECT_EQ(map.entry(3).value.as_integer(), 4);
}

TEST(Map, WorksAfterReserving) {
  Map map;
  map.reserve(100);
  for (int i = 0; i < 100; ++i) map.set(std::to_string(i), Value::integer(i));
  EXPECT_EQ(map.find("77")->as_integer(), 77);
}

TEST(Map, RefusesKeysThatAreNestedTooDeep) {
  Value key = Value::integer(1);
  for (int level = 0; level < 200; ++level) key = Value::tuple({key});
  Map map;
  map.set(key, Value::null());
  EXPECT_TRUE(map.contains(key));
  for (int level = 0; level < 100'000; ++level) key = Value::tuple({key});
  EXPECT_THROW(map.set(key, Value::null()), LimitError);
  EXPECT_FALSE(map.contains(key));
}

}  // namespace
}  // namespace evalground
