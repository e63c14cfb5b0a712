#include "dialects/yaql/evaluation/evaluator.hpp"

#include <gtest/gtest.h>

#include "dialects/yaql/tests/evaluated.hpp"

namespace evalground::yaql {
namespace {

TEST(Evaluator, PlacesAnUnknownMethodAtItsName) {
  EXPECT_EQ(Evaluated("$.a.wheer($)", R"({"a": []})").place(), "wheer");
}

TEST(Evaluator, PlacesAMissingKeyAtItsName) {
  EXPECT_EQ(Evaluated("$.servers.select($.nme)", R"({"servers": [{"name": 1}]})").place(), "nme");
}

TEST(Evaluator, PlacesWrongOperandsAtTheOperation) {
  EXPECT_EQ(Evaluated("[1, 2].select(1 + (2 - 'x'))", "").place(), "2 - 'x'");
}

TEST(Evaluator, PlacesASyntaxErrorAtTheToken) {
  EXPECT_EQ(Evaluated("[1, 2]] + 1", "").place(), "]");
}

TEST(Evaluator, PlacesALexicalErrorAtTheCharacter) {
  EXPECT_EQ(Evaluated("1 + é & 2", "").place(), "&");
}

TEST(Evaluator, UsesTheFrameOfALambdaAgainOnlyWhereNothingKeepsIt) {
  EXPECT_EQ(Evaluated("[1, 2, 3].select([10].select($ + 0).select(let(y => $) -> $y)).select($.first())", "").result(),
            "[10,10,10]");
  EXPECT_EQ(Evaluated("[1, 2].select(let(x => $)).toList().select($ -> $x)", "").result(), "[1,2]");
}

TEST(Evaluator, TakesMoreArgumentsThanSixteenBitsCount) {
  std::string arguments = "0";
  for (int at = 1; at < 70'000; ++at) arguments += ",0";
  EXPECT_EQ(Evaluated("list(" + arguments + ").len()", "").result(), "70000");
  EXPECT_EQ(Evaluated("concat('', " + arguments + ")", "").problem.code, "no-matching-function");
}

TEST(Evaluator, SpendsStepsOnTheTextThatItSearches) {
  RunOptions options;
  const auto steps = [&](std::string_view expression) {
    return Evaluated(expression, "", options).context->budget.steps_used();
  };
  EXPECT_GT(steps("('a' * 1000000 + 'b').indexOf('ba')"), 10'000u);
  EXPECT_GT(steps("('a' * 1000000).replace(b, c)"), 10'000u);
  EXPECT_GT(steps("b in 'a' * 1000000"), 10'000u);
}

TEST(Evaluator, TracesCallsWithTheirValues) {
  RunOptions options;
  options.trace = true;
  const Evaluated evaluated("[1, 2].len() + 1", "", options);
  std::string steps;
  for (const Trace::Step& step : evaluated.context->trace.first_steps()) {
    steps += std::string(step.what) + "=" + step.value + " ";
  }
  EXPECT_EQ(steps, "operator=3 method=2 list=[1, 2] ");
}

TEST(Evaluator, SaysWhatAComputedValueRead) {
  RunOptions options;
  options.provenance = true;
  const Evaluated evaluated("$.a + 1", R"({"a": 2})", options);
  const OriginId origin = evaluated.outcome.value->origin();
  ASSERT_NE(origin, 0U);
  std::string paths;
  for (const OriginId read : evaluated.context->provenance.reads(origin))
    paths += std::string(evaluated.context->sources.text_of(read)) + " ";
  EXPECT_NE(paths.find("$.a"), std::string::npos) << paths;
}

TEST(Evaluator, LeadsEachComputedItemToItsOwnData) {
  RunOptions options;
  options.provenance = true;
  const Evaluated evaluated("$.a.select(dict(b => $.b + 1))", R"({"a": [{"b": 1}, {"b": 2}]})", options);
  const List& items = evaluated.outcome.value->as_list();
  for (std::size_t index = 0; index < items.size(); ++index) {
    const auto reads = evaluated.context->provenance.reads(items[index].as_map().find("b")->origin());
    const std::string wanted = "$.a[" + std::to_string(index) + "].b";
    bool is_read = false;
    for (const OriginId read : reads) {
      const std::string_view text = evaluated.context->sources.text_of(read);
      is_read = is_read || text == wanted;
      EXPECT_TRUE(text == wanted || !text.ends_with("].b")) << text;
    }
    EXPECT_TRUE(is_read) << wanted;
  }
}

TEST(Evaluator, KeepsTheOriginOfDataInTheResult) {
  RunOptions options;
  options.provenance = true;
  const Evaluated evaluated("$.a[1]", R"({"a": [{"b": 1}, {"b": 2}]})", options);
  EXPECT_EQ(evaluated.context->sources.text_of(evaluated.outcome.value->origin()), "$.a[1]");
}

}  // namespace
}  // namespace evalground::yaql
