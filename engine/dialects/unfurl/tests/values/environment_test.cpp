#include "dialects/unfurl/values/environment.hpp"

#include <gtest/gtest.h>

namespace evalground::unfurl {
namespace {

const Value null = Value::null();

Value text(std::string_view value) {
  return Value::string(value);
}

Value unknown(std::string_view /*name*/) {
  return {};
}

// "A=1 B=2": the result of the rules with the environment HOME=/root PATH=/bin USER=me.
std::string after(const Map& rules, const NamedText& others = unknown) {
  Budget budget;
  const Map environment{{"HOME", text("/root")}, {"PATH", text("/bin")}, {"USER", text("me")}};
  std::string result;
  for (const Map::Entry& entry : apply_environment_rules(rules, environment, {}, budget, others)) {
    result.append(result.empty() ? "" : " ").append(entry.key.as_string()).append("=").append(entry.value.as_string());
  }
  return result;
}

TEST(EnvironmentRules, HaveTheirValuesAsText) {
  Budget budget;
  const Map rules = rules_as_text({{"A", Value::boolean(true)},
                                   {"B", Value::boolean(false)},
                                   {"C", Value::integer(5)},
                                   {"D", null},
                                   {"E", text("x").with_sensitive()}},
                                  budget);
  EXPECT_EQ(after(rules), "A=true B= C=5 E=x");
  EXPECT_TRUE(rules.find("E")->sensitive());
}

TEST(EnvironmentRules, SetVariablesInOrder) {
  EXPECT_EQ(after({{"B", text("2")}, {"A", text("1")}}), "B=2 A=1");
}

TEST(EnvironmentRules, LeaveOutNull) {
  EXPECT_EQ(after({{"A", null}, {"B", text("")}}), "B=");
}

TEST(EnvironmentRules, CopyFromTheEnvironment) {
  EXPECT_EQ(after({{"+HOME", null}}), "HOME=/root");
  EXPECT_EQ(after({{"+*E*", null}}), "HOME=/root USER=me");
  EXPECT_EQ(after({{"+!*E*", null}}), "PATH=/bin");
}

TEST(EnvironmentRules, SetWhatCannotBeCopied) {
  EXPECT_EQ(after({{"+HOME", text("x")}, {"+NOPE", text("x")}, {"+NO", null}}), "HOME=/root NOPE=x");
}

TEST(EnvironmentRules, RemoveWhatWasSetBefore) {
  EXPECT_EQ(after({{"A", text("1")}, {"B", text("2")}, {"-A", null}}), "B=2");
  EXPECT_EQ(after({{"A", text("1")}, {"B", text("2")}, {"-!A", null}}), "A=1");
}

TEST(EnvironmentRules, GoOnFromVariablesThatAreThere) {
  Budget budget;
  const Map result =
      apply_environment_rules({{"-A", null}, {"C", text("3")}}, {}, {{"A", text("1")}, {"B", text("2")}}, budget);
  EXPECT_FALSE(result.contains("A"));
  EXPECT_TRUE(result.contains("B"));
  EXPECT_TRUE(result.contains("C"));
}

TEST(EnvironmentRules, PrependToTheEnvironment) {
  EXPECT_EQ(after({{"^PATH", text("/opt")}, {"^MORE", text("/x")}}), "PATH=/opt:/bin MORE=/x");
}

TEST(EnvironmentRules, ReplaceReferencesByWhatIsSetSoFarThenByTheEnvironment) {
  EXPECT_EQ(after({{"A", text("1")}, {"B", text("${A}-${HOME}-${C}")}, {"C", text("3")}}), "A=1 B=1-/root- C=3");
  EXPECT_EQ(after({{"HOME", text("/h")}, {"B", text("${HOME}")}}), "HOME=/h B=/h");
}

TEST(EnvironmentRules, LeaveReferencesAloneWhereNothingIsSubstituted) {
  EXPECT_EQ(after({{"A", text("${HOME}")}}, nullptr), "A=${HOME}");
}

TEST(EnvironmentRules, CarryTheMarkOfWhatTheyPutIn) {
  Budget budget;
  const Map result = apply_environment_rules(
      {{"A", text("x").with_sensitive()}, {"B", text("y")}, {"C", text("a${A}")}}, {}, {}, budget, unknown);
  EXPECT_TRUE(result.find("A")->sensitive());
  EXPECT_FALSE(result.find("B")->sensitive());
  EXPECT_TRUE(result.find("C")->sensitive());
}

TEST(SubstituteVariables, TakesTheFirstThatIsSetOrTheDefault) {
  EXPECT_EQ(after({{"A", text("${NO|HOME}")}}), "A=/root");
  EXPECT_EQ(after({{"A", text("${NO:some default}!")}}), "A=some default!");
}

TEST(SubstituteVariables, AsksForOthersLast) {
  const NamedText others = [](std::string_view name) { return name == "APP_URL" ? text("u") : Value(); };
  EXPECT_EQ(after({{"A", text("${APP_URL} ${NO|APP_URL} ${HOME|APP_URL} ${APP_NO:d}")}}, others), "A=u u /root d");
  EXPECT_EQ(after({{"APP_URL", text("1")}, {"A", text("${APP_URL}")}}, others), "APP_URL=1 A=1");
}

TEST(SubstituteVariables, LeavesEscapedAndUnfinishedReferences) {
  EXPECT_EQ(after({{"A", text("\\${HOME}")}}), "A=${HOME}");
  EXPECT_EQ(after({{"A", text("$HOME ${HO ME} ${HOME ${} \\x $")}}), "A=$HOME ${HO ME} ${HOME ${} \\x $");
}

TEST(SubstituteVariables, SpendsStepsForWhatItGrows) {
  Limits limits;
  limits.steps = 10'000;
  Budget budget(limits);
  Map rules{{"V0", text("0123456789")}};
  for (int n = 1; n < 40; ++n) {
    const std::string before = "${V" + std::to_string(n - 1) + "}";
    rules.set("V" + std::to_string(n), text(before + before));
  }
  EXPECT_THROW(apply_environment_rules(rules, {}, {}, budget, unknown), LimitError);
}

}  // namespace
}  // namespace evalground::unfurl
