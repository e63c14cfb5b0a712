#include "dialects/unfurl/expression/special_keys.hpp"

#include "dialects/unfurl/tests/loaded.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::string_view document =
    "instances: {a: {artifacts: {f: {file: x/y.txt, order: 2}}, requirements: [{host: b}]}, b: {}}\n";

TEST(SpecialKeys, AreEachKnownForSomeResource) {
  Loaded loaded(document);
  Evaluator& evaluator = loaded.ensemble.evaluator;
  Resource& node = *evaluator.tree.find("a");
  Resource* all[] = {&evaluator.tree.root(), &node, node.capabilities[0], node.requirements[0], node.artifacts[0]};
  for (const std::string_view key : special_key_names()) {
    bool is_known = false;
    for (Resource* resource : all) {
      const std::string code = error_code([&] { evaluator.special_key(*resource, key, 0); });
      is_known = is_known || code != "unknown-special-key";
    }
    EXPECT_TRUE(is_known) << key;
  }
}

TEST(SpecialKeys, SuggestTheNearest) {
  Loaded loaded(document);
  try {
    loaded.one(".requirments", "a");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.diagnostic.message, "Unknown special key \".requirments\" on ::a. Did you mean \".requirements\"?");
  }
}

TEST(SpecialKeys, ReadAnArtifactsFields) {
  Loaded loaded(document);
  EXPECT_EQ(loaded.one("::a::.artifacts::f::.order"), "2");
  EXPECT_EQ(loaded.one("::a::.artifacts::f::.intent"), "null");
}

TEST(SpecialKeys, FollowHostsAcrossOtherRequirements) {
  Loaded loaded(
      "instances:\n  a: {requirements: [{uses: b}]}\n  b: {requirements: [{host: c}]}\n  c: {requirements: [{back: "
      "a}]}\n");
  EXPECT_EQ(loaded.one("::a::.hosted_on::.name"), "\"c\"");
}

}  // namespace
}  // namespace evalground::unfurl
