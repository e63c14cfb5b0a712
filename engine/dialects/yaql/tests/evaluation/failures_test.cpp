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

TEST(Failures, RepairHabitsOfOtherLanguages) {
  EXPECT_EQ(fixes("$.a == 1", ""), "Change to `=`: '==' -> '='");
  EXPECT_EQ(fixes("$.a !== 1", ""), "Change to `!=`: '!==' -> '!='");
  EXPECT_EQ(fixes("$.a&&$.b", ""), "Change to `and`: '&&' -> ' and '");
  EXPECT_EQ(fixes("$.a || $.b", ""), "Change to `or`: '||' -> 'or'");
  EXPECT_EQ(fixes("!$.a", ""), "Change to `not`: '!' -> 'not '");
  EXPECT_EQ(fixes("$.a % 2", ""), "Change to `mod`: '%' -> 'mod'");
  EXPECT_EQ(fixes("{'a': 1}", ""), "Change to `=>`: ':' -> ' =>'");
  EXPECT_EQ(fixes("[1, 2, ]", ""), "Remove the comma: ',' -> ''");
  EXPECT_EQ(fixes("$.a AND $.b", ""), "Change to `and`: 'AND' -> 'and'");
  EXPECT_EQ(fixes("NOT $.a", ""), "Change to `not`: 'NOT' -> 'not'");
  EXPECT_EQ(fixes("$.a is not null", ""), "Change to `!=`: 'is not' -> '!='");
}

TEST(Failures, RepairNumbersAndOperatorsThatYaqlLacks) {
  EXPECT_EQ(fixes("1e3", ""), "Change to `1000`: '1e3' -> '1000'");
  EXPECT_EQ(fixes("1.5e-1 + 2", ""), "Change to `0.15`: '1.5e-1' -> '0.15'");
  EXPECT_EQ(fixes("0x1F", ""), "Change to `31`: '0x1F' -> '31'");
  EXPECT_EQ(fixes("1_000", ""), "Change to `1000`: '1_000' -> '1000'");
  EXPECT_EQ(fixes("5a", ""), "");
  EXPECT_EQ(fixes("$.n ** 3", ""), "Change to `pow($.n, 3)`: '$.n ** 3' -> 'pow($.n, 3)'");
  EXPECT_EQ(fixes("f(1) ** g(2)", ""), "");
  EXPECT_EQ(fixes("$.l[1:3]", ""), "Change to `.skip(1).limit(2)`: '[1:3]' -> '.skip(1).limit(2)'");
  EXPECT_EQ(fixes("$.l[:2]", ""), "Change to `.limit(2)`: '[:2]' -> '.limit(2)'");
  EXPECT_EQ(fixes("$.l[2:]", ""), "Change to `.skip(2)`: '[2:]' -> '.skip(2)'");
  EXPECT_EQ(fixes("$.l[-1:]", ""), "");
  EXPECT_EQ(fixes("$.a ? 1 : b", ""), "Write it as `switch(…)`: '$.a ? 1 : b' -> 'switch($.a => 1, true => b)'");
  EXPECT_EQ(fixes("[$.a ? 1 : b]", ""), "");
}

TEST(Failures, RepairLambdasAndFilters) {
  EXPECT_EQ(fixes("$.select(x => x.a + f(x))", R"([{"a": 1}])"),
            "Change to `$.a + f($)`: 'x => x.a + f(x)' -> '$.a + f($)'");
  EXPECT_EQ(fixes("$.u[$.id = 1]", R"({"u": [{"id": 1}]})"), "Change to `.where(…)`: '[' -> '.where(' ']' -> ')'");
  EXPECT_EQ(fixes("$.a.select($ + $.b)", R"({"a": [1], "b": 2})"),
            "Keep the data as `$root`: '$' -> 'let(root => $) -> $' '$' -> '$root'");
  EXPECT_EQ(fixes("$.where($ > 1)", R"({"a": 1})"),
            "Take `.items()`: '' -> '.items()'Take `.values()`: '' -> '.values()'");
  EXPECT_EQ(fixes("$.a.select($.c)", R"({"a": [{"x": 1}], "b": 2})"), "");
}

TEST(Failures, HintAtBareWords) {
  EXPECT_EQ(noted(Evaluated("succeeded", "")), "hint `succeeded` is a text here. `succeeded()` calls the function.\n");
  EXPECT_EQ(noted(Evaluated("not name or true", R"({"name": 1})")),
            "hint `name` is a text here. `$.name` is the value of that key.\n");
  EXPECT_EQ(noted(Evaluated("$.a.where(b = c)", R"({"a": [{"b": "c"}]})")),
            "hint `b` is a text here. `$.b` is the value of that key.\n");
  EXPECT_EQ(noted(Evaluated("b in $.a", R"({"a": ["b"]})")), "");
  EXPECT_EQ(noted(Evaluated("$.a = None", R"({"a": 1})")), "hint `None` is a text here. Did you mean \"null\"?\n");
  EXPECT_EQ(noted(Evaluated("$.get(name)", R"({"name": 1})")), "");
  EXPECT_EQ(noted(Evaluated("running", R"({"name": 1})")), "");
}

TEST(Failures, HintAtAConditionAsAnIndex) {
  EXPECT_EQ(
      noted(Evaluated("$.u[$.id = 1]", R"({"u": [3, 4], "id": 1})")),
      "hint `$.id = 1` is true or false, which as an index is 1 or 0. A filter is `.where(…)`. In `[…]` `$` is still "
      "the data.\n");
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
