#include <gtest/gtest.h>

#include "dialects/yaql/tests/evaluated.hpp"

namespace evalground::yaql {
namespace {

// Each fix as "title: text@'replaced text'".
std::string fixes(const Evaluated& evaluated, const Diagnostic& diagnostic) {
  std::string text;
  for (const Fix& fix : diagnostic.fixes) {
    text += fix.title + ":";
    for (const Fix::Edit& edit : fix.edits) {
      text += " '" + std::string(evaluated.context->sources.text_of(edit.where)) + "' -> '" + edit.text + "'";
    }
  }
  return text;
}

std::string fixes(std::string_view expression, std::string_view data) {
  const Evaluated evaluated(expression, data);
  return fixes(evaluated, evaluated.problem);
}

// The messages beside the result as "severity message", one a line.
std::string noted(const Evaluated& evaluated) {
  std::string text;
  for (const Diagnostic& diagnostic : evaluated.context->diagnostics) {
    text += std::string(severity_name(diagnostic.severity)) + " " + diagnostic.message + "\n";
  }
  return text;
}

TEST(Failures, RepairAMisspeltName) {
  EXPECT_EQ(fixes("$.servers.selectt($.name)", R"({"servers": []})"), "Change to \"select\": 'selectt' -> 'select'");
  EXPECT_EQ(fixes("lenn($.servers)", R"({"servers": []})"), "Change to \"len\": 'lenn' -> 'len'");
  EXPECT_EQ(fixes("$.servesr", R"({"servers": []})"), "Change to \"servers\": 'servesr' -> 'servers'");
  EXPECT_EQ(fixes("$['servesr']", R"({"servers": []})"), "Change to \"servers\": 'servesr' -> 'servers'");
}

TEST(Failures, GuardNull) {
  EXPECT_EQ(fixes("$.a.b.c", R"({"a": {"b": null}})"), "Give null when it is missing: `?.c`: '.' -> '?.'");
  EXPECT_EQ(fixes("$.b", ""), "");  // the fix would be more data, not `?.`
}

TEST(Failures, RepairAMethodAndAnIndex) {
  EXPECT_EQ(fixes("$.a.toUpper", R"({"a": "x"})"), "Call the method: 'toUpper' -> 'toUpper()'");
  EXPECT_EQ(fixes("$.a[name]", R"({"a": [{"name": 1}]})"), "Take it from each item: '[name]' -> '.select($.name)'");
}

TEST(Failures, StandWhereTheyHappen) {
  EXPECT_EQ(Evaluated("1 + $.a[0] + 2", R"({"a": 1})").place(), "$.a[0]");
  EXPECT_EQ(Evaluated("[1].select(task(build))", "").place(), "task(build)");
}

TEST(Failures, KeepTheReferencesWords) {
  const Evaluated evaluated("$.a.b", R"({"a": null})");
  ASSERT_EQ(evaluated.problem.notes.size(), 1u);
  EXPECT_EQ(evaluated.problem.notes[0].message, "YAQL's own words: Unknown function \"#property#b\".");
}

TEST(Failures, TakeOffDelimiters) {
  const Evaluated evaluated(" <% $.a %>\n", R"({"a": 1})");
  EXPECT_EQ(evaluated.result(), "1");
  ASSERT_EQ(evaluated.context->diagnostics.size(), 1u);
  EXPECT_EQ(evaluated.context->diagnostics[0].severity, Severity::hint);
  EXPECT_EQ(fixes(evaluated, evaluated.context->diagnostics[0]), "Remove the delimiters: '<%' -> '' '%>' -> ''");
  EXPECT_EQ(Evaluated("<% $.b %>", R"({"a": 1})").place(), "b");
  EXPECT_EQ(fixes("Hi <% $.a %>!", R"({"a": 1})"), "Evaluate only \"$.a\": 'Hi <% $.a %>!' -> '$.a'");
}

TEST(Failures, AskForTheValueOfAHostFunction) {
  const Evaluated evaluated("task(build).result", "");
  ASSERT_EQ(evaluated.context->asks.size(), 1u);
  const Ask& ask = evaluated.context->asks[0];
  EXPECT_EQ(std::string(ask.key) + "." + ask.owner + "." + ask.name, "inputs.functions.task(build)");
}

TEST(Failures, HintAtSilentNulls) {
  EXPECT_EQ(noted(Evaluated("let(name => 1) -> $nmae", "")),
            "hint The variable `$nmae` is not defined, so it is null. Did you mean \"name\"?\n");
  EXPECT_EQ(noted(Evaluated("[1, 2].select($other)", "")),
            "hint The variable `$other` is not defined, so it is null.\n");
  EXPECT_EQ(noted(Evaluated("$.select($.get(nmae))", R"([{"name": 1}, {"name": 2}])")),
            "hint The dictionary has no key \"nmae\", so this is null. Did you mean \"name\"?\n");
  EXPECT_EQ(noted(Evaluated("$.get(nmae, 1)", R"({"name": 1})")), "");
  EXPECT_EQ(noted(Evaluated("$.get(zone)", R"({"name": 1})")), "");
}

}  // namespace
}  // namespace evalground::yaql
