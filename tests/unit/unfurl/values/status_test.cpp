#include "dialects/unfurl/values/status.hpp"

#include "unit/unfurl/loaded.hpp"

namespace evalground::unfurl {
namespace {

std::string status(std::string_view document, std::string_view resource) {
  Loaded loaded(document);
  return std::string(
      status_word(effective_status(*loaded.ensemble.evaluator.tree.find(resource), loaded.context.budget)));
}

TEST(Status, HasAWordForEachNumber) {
  for (const Status one :
       {Status::unknown, Status::ok, Status::degraded, Status::error, Status::pending, Status::absent}) {
    EXPECT_EQ(status_of_word(status_word(one)), one);
  }
  EXPECT_EQ(status_of_word("fine"), std::nullopt);
  EXPECT_EQ(state_of_word("started"), State::started);
  EXPECT_EQ(static_cast<int>(*state_of_word("error")), 12);
}

TEST(EffectiveStatus, KeepsUnknownErrorAndAbsent) {
  EXPECT_EQ(status("instances: {a: {readyState: absent}}\n", "a"), "absent");
  EXPECT_EQ(status("instances: {a: {readyState: unknown}}\n", "a"), "unknown");
  EXPECT_EQ(status("instances: {}\n", "root"), "unknown");
}

TEST(EffectiveStatus, IsAnErrorWhenADependencyIsNotThere) {
  EXPECT_EQ(status("instances: {a: {requirements: [{x: b}]}, b: {readyState: absent}}\n", "a"), "error");
  EXPECT_EQ(status("instances: {p: {readyState: error, instances: {a: {}}}}\n", "a"), "error");
}

TEST(EffectiveStatus, LooksThroughDependencies) {
  EXPECT_EQ(
      status("instances: {a: {requirements: [{x: b}]}, b: {requirements: [{x: c}]}, c: {readyState: error}}\n", "a"),
      "error");
}

TEST(EffectiveStatus, OfACircleEnds) {
  EXPECT_EQ(status("instances: {a: {requirements: [{x: b}]}, b: {requirements: [{x: a}]}}\n", "a"), "ok");
}

}  // namespace
}  // namespace evalground::unfurl
