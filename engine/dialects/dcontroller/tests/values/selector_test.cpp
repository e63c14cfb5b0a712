// Label selectors.
#include "dialects/dcontroller/values/selector.hpp"

#include <gtest/gtest.h>

#include "value/json.hpp"

namespace evalground::dcontroller {
namespace {

bool selects(std::string_view selector, std::string_view labels) {
  Budget budget;
  const Value written = parse_json(selector, budget);
  const Value found = parse_json(labels, budget);
  return LabelSelector(written.as_map(), budget).matches(found.as_map(), budget);
}

TEST(LabelSelector, compares_labels_of_any_type_as_text) {
  EXPECT_TRUE(selects(R"({"n": 3, "on": "true"})", R"({"n": "3", "on": true})"));
  EXPECT_FALSE(selects(R"({"n": 3})", R"({"n": "4"})"));
}

TEST(LabelSelector, wants_all_requirements_to_hold) {
  const std::string_view both =
      R"({"matchLabels": {"a": "1"}, "matchExpressions": [{"key": "b", "operator": "Exists"}]})";
  EXPECT_TRUE(selects(both, R"({"a": "1", "b": ""})"));
  EXPECT_FALSE(selects(both, R"({"a": "1"})"));
}

TEST(LabelSelector, holds_for_everything_when_it_is_empty) {
  EXPECT_TRUE(selects("{}", "{}"));
}

TEST(LabelSelector, refuses_what_is_wrong_even_where_another_requirement_fails) {
  EXPECT_THROW(selects(R"({"matchLabels": {"a": "1"}, "matchExpressions": [{"key": "b", "operator": "Near"}]})", "{}"),
               Error);
}

TEST(LabelSelector, refuses_keys_and_values_that_no_label_can_have) {
  EXPECT_THROW(selects(R"({"Example.com/a": "1"})", "{}"), Error);
  EXPECT_THROW(selects(R"({"a": "-x"})", "{}"), Error);
  EXPECT_NO_THROW(selects(R"({"example.com/a_b": ""})", "{}"));
  EXPECT_THROW(selects("{\"" + std::string(64, 'a') + "\": \"1\"}", "{}"), Error);
}

}  // namespace
}  // namespace evalground::dcontroller
