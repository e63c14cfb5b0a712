#include "value/transform.hpp"

#include <gtest/gtest.h>

#include "value/json.hpp"

namespace evalground {
namespace {

Value parsed(std::string_view text) {
  Budget budget;
  return parse_json(text, budget);
}

std::string text_of(const Value& value) {
  Budget budget;
  return write_json(value, budget);
}

Value doubled(const Value& value) {
  return value.kind() == Kind::integer ? Value::integer(2 * value.as_integer()) : value;
}

TEST(Transform, ReplacesWhatIsNoContainer) {
  Budget budget;
  const Value before = parsed(R"({"a": [1, [2]], "b": {"c": "text", "d": 3}, "e": []})");
  EXPECT_EQ(text_of(transform(before, budget, doubled)), R"({"a":[2,[4]],"b":{"c":"text","d":6},"e":[]})");
  EXPECT_EQ(text_of(before), R"({"a":[1,[2]],"b":{"c":"text","d":3},"e":[]})");
  EXPECT_EQ(text_of(transform(Value::integer(4), budget, doubled)), "8");
  EXPECT_EQ(transform(Value::tuple({Value::integer(4)}), budget, doubled).kind(), Kind::tuple);
}

TEST(Transform, SharesWhatDoesNotChange) {
  Budget budget;
  const Value before = parsed(R"({"a": [1], "b": {"c": "text"}, "d": ["x"]})");
  const Value after = transform(before, budget, doubled);
  EXPECT_FALSE(after.same_as(before));
  EXPECT_TRUE(after.as_map().find("b")->same_as(*before.as_map().find("b")));
  EXPECT_TRUE(after.as_map().find("d")->same_as(*before.as_map().find("d")));
  EXPECT_TRUE(transform(after, budget, [](const Value& value) { return value; }).same_as(after));
}

TEST(Transform, KeepsOriginsAndMarksOfContainers) {
  Budget budget;
  Value before = parsed("[[1]]").with_origin(5).with_sensitive();
  before.edit_list()[0] = before.as_list()[0].with_origin(6).with_verbatim();
  const Value after = transform(before, budget, doubled);
  EXPECT_EQ(after.origin(), 5U);
  EXPECT_TRUE(after.sensitive());
  EXPECT_EQ(after.as_list()[0].origin(), 6U);
  EXPECT_TRUE(after.as_list()[0].verbatim());
}

TEST(Transform, SpendsAStepForEachValueAndDepthForEachLevel) {
  Budget budget;
  transform(parsed("[[1, 2], 3]"), budget, doubled);
  EXPECT_EQ(budget.steps_used(), 5U);
  EXPECT_EQ(budget.depth_used(), 0U);
  Budget shallow({.depth = 2});
  EXPECT_THROW(transform(parsed("[[1]]"), shallow, doubled), LimitError);
}

TEST(TransformItems, GoesOneLevelDown) {
  const Value before = parsed("[1, [2]]");
  EXPECT_EQ(text_of(transform_items(before, doubled)), "[2,[2]]");
  EXPECT_TRUE(transform_items(Value::string("x"), doubled).is_string());
}

}  // namespace
}  // namespace evalground
