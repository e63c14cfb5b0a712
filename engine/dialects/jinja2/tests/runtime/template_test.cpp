// The places of a template's parts in its file.
#include "dialects/jinja2/syntax/template.hpp"

#include <gtest/gtest.h>

#include "dialects/jinja2/tests/evaluated.hpp"

namespace evalground::jinja2 {
namespace {

TEST(JinjaPlaces, RunAlongTheFileWithoutParts) {
  EXPECT_EQ((Place{1, {}}).offset(7), 7u);
}

TEST(JinjaPlaces, LeadThroughThePartsOfAScalar) {
  const Place place{1, {{0, 10}, {5, 20}}};
  EXPECT_EQ(place.offset(3), 13u);
  EXPECT_EQ(place.offset(5), 20u);
  EXPECT_EQ(place.offset(7), 22u);
}

TEST(JinjaPlaces, CountBytesOfLineEndsThatAreNormalized) {
  EXPECT_EQ(Evaluated("a\r\n{{ b c }}").place(), "c");
  EXPECT_EQ(Evaluated("a\rb\r\n{{ 1 // 0 }}").place(), "1 // 0");
}

TEST(JinjaPlaces, NameTheLineInTheMessage) {
  EXPECT_NE(Evaluated("a\r\nb\n{{ 1 // 0 }}").result().find("(line 3)"), std::string::npos);
}

TEST(JinjaPlaces, AreThoseOfTheIncludedFile) {
  const Evaluated evaluated("{% include 'part' %}", R"({"files": {"part": "x\n{{ a.b.c }}"}})");
  EXPECT_EQ(evaluated.place(), "a");
  EXPECT_EQ(evaluated.problem.notes.size(), 1u);
}

TEST(JinjaPlaces, HoldTheWholeFilterOrTestThatFails) {
  EXPECT_EQ(Evaluated("{{ [1] | join(1, 2, 3, 4) }}").place(), "[1] | join(1, 2, 3, 4)");
}

}  // namespace
}  // namespace evalground::jinja2
