#include "dialects/unfurl/merge/inherit.hpp"

#include "dialects/unfurl/tests/loaded.hpp"

namespace evalground::unfurl {
namespace {

class InheritTest : public testing::Test {
 protected:
  OriginId mark(std::uint32_t begin, OriginId previous = 0, bool overrides = false) {
    return context.sources.add({file, begin, begin + 1, Via::literal, previous, overrides});
  }
  // The characters at the links of a chain. A bar precedes what is overridden.
  std::string chain(OriginId id) {
    std::string text;
    while (id != 0) {
      const Origin& origin = context.sources.origin(id);
      text += context.sources.text_of(id);
      if (origin.overrides) text += '|';
      id = origin.previous;
    }
    return text;
  }

  Workspace workspace = Loaded::workspace_of("{}");
  RunOptions options;
  ClosedHost host;
  Context context{workspace, options, host};
  std::uint32_t file = context.sources.add_file("a.yaml", "abcdefgh");
};

TEST_F(InheritTest, ADirectiveIsTheLastStepOfTheWay) {
  const OriginId value = mark(0, mark(1));
  EXPECT_EQ(chain(inherited_origin(context, value, mark(2), Via::include)), "abc");
}

TEST_F(InheritTest, ADirectiveStandsBeforeWhatTheValueOverrides) {
  const OriginId value = mark(0, mark(1), true);
  EXPECT_EQ(chain(inherited_origin(context, value, mark(2), Via::merge)), "ac|b");
}

TEST_F(InheritTest, AWinnerIsFollowedByTheWayOfTheLoser) {
  EXPECT_EQ(chain(overriding_origin(context.sources, mark(0, mark(1)), mark(2, mark(3)))), "ab|cd");
}

TEST_F(InheritTest, WhatHasNoPlaceStaysWithoutOne) {
  EXPECT_EQ(inherited_origin(context, 0, mark(2), Via::merge), 0U);
  EXPECT_EQ(overriding_origin(context.sources, 0, mark(2)), 0U);
}

TEST_F(InheritTest, ALongWayIsCutAtItsFarEnd) {
  OriginId origin = mark(0);
  for (int step = 0; step < 200; ++step) origin = inherited_origin(context, origin, mark(1), Via::merge);
  EXPECT_LT(chain(origin).size(), 30U);
  EXPECT_EQ(chain(origin).front(), 'a');
}

TEST_F(InheritTest, MembersComeTheSameWayAndMarksStay) {
  const Value secret = Value::list({Value::integer(1).with_origin(mark(0))}).with_origin(mark(1)).with_sensitive();
  const Value value = inherit(context, Value::map({{"k", secret}}).with_origin(mark(2)), mark(3), Via::merge);
  const Value& list = *value.as_map().find("k");
  EXPECT_TRUE(list.sensitive());
  EXPECT_EQ(chain(list.origin()), "bd");
  EXPECT_EQ(chain(list.as_list().front().origin()), "ad");
}

}  // namespace
}  // namespace evalground::unfurl
