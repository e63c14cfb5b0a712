#include "dialects/unfurl/merge/merge.hpp"

#include "data/yaml/load.hpp"
#include "dialects/unfurl/tests/loaded.hpp"

namespace evalground::unfurl {
namespace {

class MergeTest : public testing::Test {
 protected:
  Value load(std::string_view yaml) {
    const std::uint32_t file = context.sources.add_file("in.yaml", std::string(yaml));
    return load_yaml(context.sources, file, context.budget);
  }
  std::string merged(std::initializer_list<std::string_view> layers) {
    std::vector<Value> maps;
    for (const std::string_view layer : layers) maps.push_back(load(layer));
    return short_text(merge_maps(context, maps), 200);
  }
  std::string lists(std::string_view base, std::string_view over) {
    return short_text(merge_lists(context, load(base), load(over)), 200);
  }

  Workspace workspace = Loaded::workspace_of("{}");
  RunOptions options;
  ClosedHost host;
  Context context{workspace, options, host};
};

TEST_F(MergeTest, TheLastMapsKeysComeFirstAndWin) {
  EXPECT_EQ(merged({"{a: 1, b: 1}", "{c: 2, a: 2}", "{d: 3}"}), "{d: 3, c: 2, a: 2, b: 1}");
}

TEST_F(MergeTest, OneMapIsItself) {
  EXPECT_EQ(merged({"{+%: whiteout, a: 1}"}), "{+%: \"whiteout\", a: 1}");
}

TEST_F(MergeTest, AWhiteoutBetweenTwoMapsHidesTheFirst) {
  EXPECT_EQ(merged({"{k: {a: 1}}", "{k: {+%: whiteout}}", "{k: {b: 2}}"}), "{k: {b: 2}}");
}

TEST_F(MergeTest, AStrategyOfTheBaseHoldsForWhatComesOverIt) {
  EXPECT_EQ(merged({"{k: {+%: replace, a: 1}}", "{k: {b: 2}}"}), "{k: {b: 2}}");
  EXPECT_EQ(error_code([&] { merged({"{k: {+%: error}}", "{k: {b: 2}}"}); }), "merge-not-allowed");
}

TEST_F(MergeTest, NullOverAMapIsTheMapAndOverAnythingElseIsNull) {
  EXPECT_EQ(merged({"{k: {a: 1}, l: 1}", "{k: null, l: null}"}), "{k: {a: 1}, l: null}");
}

TEST_F(MergeTest, ListsTakeWhatIsNewAndMergeMapsOfOneKey) {
  EXPECT_EQ(lists("[1, {a: {x: 1}}]", "[1, {a: {y: 2}}, 3]"), "[1, {a: {y: 2, x: 1}}, 3]");
  EXPECT_EQ(lists("[{a: 1, b: 1}]", "[{+%: merge, b: 2}]"), "[{b: 2, a: 1}]");
}

TEST_F(MergeTest, AWinnerRemembersWhatItOverrides) {
  const Value result = merge_maps(context, {load("k: 1"), load("k: 2")});
  const Origin& winner = context.sources.origin(result.as_map().find("k")->origin());
  EXPECT_TRUE(winner.overrides);
  EXPECT_EQ(context.sources.text_of(winner.previous), "1");
}

TEST_F(MergeTest, SpendsStepsForEachKeyAndItem) {
  const std::uint64_t before = context.budget.steps_used();
  lists("[1, 2, 3, 4]", "[5, 6, 7, 8]");
  EXPECT_GE(context.budget.steps_used() - before, 16U);  // each new item is compared with every other item
}

}  // namespace
}  // namespace evalground::unfurl
