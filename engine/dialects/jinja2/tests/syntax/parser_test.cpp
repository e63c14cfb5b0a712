// Errors in templates: the marked part, the suggested name, and continuing after an error.
#include <gtest/gtest.h>

#include "dialects/jinja2/tests/evaluated.hpp"

namespace evalground::jinja2 {
namespace {

using Problems = std::vector<std::string>;

TEST(JinjaParser, MarksTheTokenThatIsNotExpected) {
  EXPECT_EQ(problems_of("{% for x of y %}{% endfor %}").front(), "of: expected token 'in', got 'of'");
  EXPECT_EQ(Evaluated("{{ a b }}").place(), "b");
}

TEST(JinjaParser, HasAPlaceForALimit) {
  std::string text = "{{ 1";
  for (int count = 0; count < 300; ++count) text += " if a else 1";
  try {
    const Evaluated evaluated(text + " }}");
    FAIL() << evaluated.result();
  } catch (const LimitError& error) {
    EXPECT_EQ(error.limit(), Limit::depth);
    EXPECT_NE(error.where(), 0u);
  }
}

TEST(JinjaParser, LooksForFunctionsWhenAllElseIsRight) {
  EXPECT_EQ(Evaluated("{{ a | nofilter }}{{ b c }}").place(), "c");
  EXPECT_EQ(Evaluated("{{ a | nofilter }}{{ b").place(), "");
}

TEST(JinjaParser, GoesOnBehindEachMistake) {
  EXPECT_EQ(problems_of("{{ a b }}{{ 1 + }}{{ ok }}{% include %}").size(), 3u);
}

TEST(JinjaParser, GoesOnWithinABlock) {
  EXPECT_EQ(problems_of("{% if a %}{{ b c }}{% endif %}{{ d e }}"),
            (Problems{"c: expected token 'end of print statement', got 'c'",
                      "e: expected token 'end of print statement', got 'e'"}));
}

TEST(JinjaParser, SaysWhichTagIsAwaited) {
  const Problems problems = problems_of("{% if a %}{% for b in c %}{% endif %}");
  ASSERT_FALSE(problems.empty());
  EXPECT_NE(problems.front().find("You probably made a nesting mistake."), std::string::npos) << problems.front();
}

TEST(JinjaParser, NamesTheBlockThatIsLeftOpen) {
  const Problems problems = problems_of("{% block body %}text");
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems.front().find("looking for the following tags: 'endblock'"), std::string::npos) << problems.front();
}

TEST(JinjaParser, SuggestsTheNearestFilter) {
  const Evaluated evaluated("{{ 'a' | uper }}");
  EXPECT_EQ(evaluated.place(), "uper");
  EXPECT_NE(evaluated.result().find("No filter named 'uper'. Did you mean \"upper\"?"), std::string::npos);
  EXPECT_EQ(evaluated.fixes(), " upper");
}

TEST(JinjaParser, SuggestsTheNearestTest) {
  EXPECT_EQ(Evaluated("{{ 1 is evn }}").fixes(), " even");
}

TEST(JinjaParser, SuggestsTheNearestTag) {
  EXPECT_EQ(Evaluated("{% fro x in y %}{% endfor %}").fixes(), " for");
  EXPECT_EQ(Evaluated("{% for x in y %}{% endfro %}").fixes(), " endfor");
}

TEST(JinjaParser, SuggestsNothingThatIsFarAway) {
  const Evaluated evaluated("{{ 'a' | frobnicate }}");
  EXPECT_EQ(evaluated.result().find("Did you mean"), std::string::npos);
  EXPECT_EQ(evaluated.fixes(), "");
}

TEST(JinjaParser, RefusesATreeThatIsTooHigh) {
  EXPECT_THROW(Evaluated("{{ " + std::string(5000, '-') + "1 }}"), LimitError);
}

TEST(JinjaParser, LetsUnknownFiltersStandInBranchesThatAreNotTaken) {
  EXPECT_EQ(Evaluated("{% if false %}{{ 1 | nofilter }}{% endif %}ok").result(), "ok");
}

TEST(JinjaParser, MarksABlockThatIsDefinedTwice) {
  const Evaluated evaluated("{% block a %}{% endblock %}\n{% block a %}{% endblock %}");
  EXPECT_EQ(evaluated.context->sources
                .position(evaluated.context->sources.origin(evaluated.problem.where).file,
                          evaluated.context->sources.origin(evaluated.problem.where).begin)
                .line,
            2u);
}

}  // namespace
}  // namespace evalground::jinja2
