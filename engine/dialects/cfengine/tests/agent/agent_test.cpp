#include "dialects/cfengine/agent/agent.hpp"

#include "dialects/cfengine/tests/evaluated.hpp"

namespace evalground::cfengine {
namespace {

using Texts = std::vector<std::string>;

// The numbers of the passes whose record has such a class, report or variable.
std::vector<std::int64_t> passes_with(const Evaluated& run, std::string_view what, std::string_view name) {
  std::vector<std::int64_t> numbers;
  for (const Value& pass : run.passes()) {
    const Value& part = *pass.as_map().find(what);
    bool has = false;
    if (part.is_map()) {
      has = part.as_map().contains(name);
    } else {
      for (const Value& item : part.as_list()) has = has || item.as_string() == name;
    }
    if (has) numbers.push_back(pass.as_map().find("pass")->as_integer());
  }
  return numbers;
}

constexpr std::string_view chain = R"cf(bundle agent main
{
  vars:
    "early" string => "1";
    late::
      "v" string => "2";
  classes:
    "late" expression => "middle";
    "middle" expression => "any";
  reports:
    "early $(early)";
    late::
      "late $(v)";
    any::
      "never $(nope)";
}
)cf";

TEST(Passes, SayWhatEachOfThemChanged) {
  const Evaluated run(chain);
  EXPECT_EQ(passes_with(run, "variables", "main.early"), (std::vector<std::int64_t>{0}));
  EXPECT_EQ(passes_with(run, "classes", "middle"), (std::vector<std::int64_t>{1}));
  EXPECT_EQ(passes_with(run, "classes", "late"), (std::vector<std::int64_t>{2}));
  EXPECT_EQ(passes_with(run, "variables", "main.v"), (std::vector<std::int64_t>{2}));
  EXPECT_EQ(passes_with(run, "reports", "early 1"), (std::vector<std::int64_t>{1}));
  EXPECT_EQ(passes_with(run, "reports", "late 2"), (std::vector<std::int64_t>{2}));
  EXPECT_EQ(passes_with(run, "reports", "never $(nope)"), (std::vector<std::int64_t>{3}));
}

TEST(Passes, SayWhatWasNotEvaluatedAndWhy) {
  const Evaluated run("bundle agent main\n{\n  vars:\n    \"a\" string => canonify(\"$(nope)\");\n}\n");
  const List& skipped = run.passes().back().as_map().find("skipped")->as_list();
  ASSERT_FALSE(skipped.empty());
  EXPECT_EQ(skipped[0].as_map().find("promise")->as_string(), "a");
  EXPECT_EQ(skipped[0].as_map().find("reason")->as_string(),
            "\"$(nope)\" is not resolved, so canonify() is not called.");
}

TEST(Passes, OfACalledBundleStandBetweenThoseOfItsCaller) {
  const Evaluated run("bundle agent main\n{\n  methods:\n    \"p\";\n}\nbundle agent p\n{\n}\n");
  std::string order;
  for (const Value& pass : run.passes()) {
    order += std::string(pass.as_map().find("bundle")->as_string()) +
             std::to_string(pass.as_map().find("pass")->as_integer()) + " ";
  }
  EXPECT_EQ(order, "main0 p0 main1 p1 p2 p3 main2 main3 ");
}

// Each call takes one of the 200 levels, whether or not its promise iterates over lists.
TEST(Calls, NestAsDeepAsTheLimitAllows) {
  const auto chain_of = [](int length) {
    std::string policy = "bundle common c\n{\n  vars:\n    \"l\" slist => { \"x\" };\n}\n";
    policy += "bundle agent main\n{\n  methods:\n    \"b1\";\n}\n";
    for (int number = 1; number < length; ++number) {
      policy += "bundle agent b" + std::to_string(number) + "\n{\n  methods:\n    \"go $(c.l)\" usebundle => b" +
                std::to_string(number + 1) + ";\n}\n";
    }
    return policy + "bundle agent b" + std::to_string(length) + "\n{\n  reports:\n    \"end\";\n}\n";
  };
  EXPECT_EQ(Evaluated(chain_of(190)).reports(), (Texts{"end"}));
  EXPECT_THROW(Evaluated(chain_of(210)), LimitError);
}

TEST(Outline, SaysInWhichPassAPromiseWasKept) {
  Evaluated run(chain);
  const std::vector<OutlineNode> nodes = dialect().outline(*run.context);
  const auto status = [&](std::string_view id) {
    const OutlineNode* node = Evaluated::find(nodes, id);
    return node == nullptr ? std::string("absent") : node->status + ", " + node->note;
  };
  EXPECT_EQ(status("promise main 1"), "kept, before the passes");
  EXPECT_EQ(status("promise main 2"), "kept, pass 2");
  EXPECT_EQ(status("promise main 3"), "kept, pass 2");
  EXPECT_EQ(status("promise main 5"), "repaired, pass 1");
  EXPECT_EQ(status("promise main 7"), "repaired, pass 3");
}

TEST(Outline, SaysWhyAPromiseWasNotKept) {
  Evaluated run(R"cf(bundle agent main
{
  vars:
    windows::
      "a" string => "x";
    any::
      "b" string => "x", if => "nope";
      "c" string => canonify("$(nope)");
      "d" data => readjson("/workspace/none.json");
}
bundle agent other
{
  reports:
    "x";
}
)cf");
  const std::vector<OutlineNode> nodes = dialect().outline(*run.context);
  const auto of = [&](std::string_view id) { return *Evaluated::find(nodes, id); };
  EXPECT_EQ(of("promise main 1").status, "skipped");
  EXPECT_EQ(of("promise main 1").note, "The context `windows::` does not hold.");
  EXPECT_EQ(of("promise main 2").note, "Its `if` does not hold.");
  EXPECT_EQ(of("promise main 3").status, "waiting");
  EXPECT_EQ(of("promise main 4").status, "not kept");
  EXPECT_EQ(of("promise main 4").note, "The file \"/workspace/none.json\" does not exist.");
  EXPECT_EQ(of("bundle other").status, "not reached");
}

TEST(Outline, OfACheckHasNoStatuses) {
  Workspace workspace;
  workspace.dialect = "cfengine";
  workspace.main = "main.cf";
  workspace.files.set("main.cf", Value::string("bundle agent main\n{\n  reports:\n    \"a\";\n}\n"));
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  const std::vector<OutlineNode> nodes = dialect().outline(context);
  ASSERT_EQ(nodes.size(), 1U);
  EXPECT_EQ(nodes[0].name, "main");
  EXPECT_EQ(nodes[0].children[0].children[0].status, "");
}

TEST(Outline, SaysWhichVariablesAValueWasMadeOf) {
  Evaluated run(
      "bundle agent main\n{\n  vars:\n    \"a\" string => \"x\";\n    \"b\" string => concat(\"$(a)\", \"y\");\n}\n");
  const std::vector<OutlineNode> nodes = dialect().outline(*run.context);
  EXPECT_EQ(Evaluated::find(nodes, "variable main.b")->reads, (Texts{"variable main.a"}));
}

// A promise is evaluated in several passes.
TEST(Steps, AreThereOnceUnlessTheirValuesChange) {
  const auto promises = [](std::string_view vars) {
    const Evaluated run("bundle agent main\n{\n  vars:\n" + std::string(vars) + "}\n");
    std::string all;
    for (const Trace::Step& step : run.context->trace.first_steps()) {
      if (step.what == "promise") all += step.value + " ";
    }
    return all;
  };
  EXPECT_EQ(promises("    \"a\" string => \"x\";\n    \"b\" string => string_upcase(\"$(a)\");\n"), "\"x\" \"X\" ");
  const std::string late = promises("    \"b\" string => string_upcase(\"$(a)\");\n    \"a\" string => \"x\";\n");
  EXPECT_TRUE(late.ends_with("\"X\" ")) << late;
}

TEST(Cache, MakesTheSameUnavailableCallOnce) {
  const Evaluated run(R"cf(bundle agent main
{
  vars:
    "a" string => execresult("/bin/date", "noshell");
    "b" string => execresult("/bin/date", "noshell");
}
)cf");
  EXPECT_GT(run.context->cache_hits, 0U);
  std::size_t cached = 0;
  for (const Trace::Step& step : run.context->trace.first_steps()) cached += step.cached ? 1 : 0;
  // Passes that repeat the one before are not in the trace.
  EXPECT_GE(cached, 1U);
  EXPECT_LE(cached, run.context->cache_hits);
  EXPECT_EQ(run.problems().size(), 1U);
}

TEST(Cache, IsOffWhenThePolicySaysSo) {
  const Evaluated run(R"cf(body common control
{
  cache_system_functions => "false";
}
bundle agent main
{
  vars:
    "a" string => execresult("/bin/date", "noshell");
}
)cf");
  EXPECT_EQ(run.context->cache_hits, 0U);
}

TEST(Failures, OfACallThatLaterSucceedsAreNoProblem) {
  const Evaluated run(R"cf(bundle agent main
{
  vars:
    "n" int => length(list);
    "list" slist => { "a" };
}
)cf");
  EXPECT_EQ(run.problems(), Texts());
}

TEST(Tokens, LieInOrderWithinTheText) {
  Evaluated run(
      "bundle agent main # x\n{\n@if feature(yaml)\n  vars:\n    any::\n      \"a$(b)\" string => concat(\"c\", 5), if "
      "=> linux;\n@endif\n}\n");
  const std::vector<Token> tokens = dialect().tokens(*run.context);
  std::string kinds;
  std::uint32_t end = 0;
  for (const Token& token : tokens) {
    EXPECT_GE(token.begin, end);
    end = token.end;
    kinds += std::string(token.kind) + " ";
  }
  EXPECT_EQ(
      kinds,
      "keyword keyword name comment directive keyword type string variable string property operator function string "
      "number property operator name directive ");
}

TEST(Agent, HintsAtAVariableThatThereIsNot) {
  const Evaluated evaluated(
      "bundle agent main\n{\n  vars:\n    \"name\" string => \"x\";\n  reports:\n    \"is $(nmae)\";\n}\n");
  EXPECT_EQ(
      evaluated.problems(),
      std::vector<std::string>{
          R"(6:11 The variable "nmae" is not defined, so its reference is printed unchanged. Did you mean "name"?)"});
  ASSERT_EQ(evaluated.context->diagnostics[0].fixes.size(), 1u);
}

TEST(Agent, RepairsMisspeltNames) {
  const Evaluated evaluated(
      "bundle agent main\n{\n  vars:\n    \"n\" int => lenght(\"a\");\n    \"s\" strng => \"x\";\n}\n");
  for (const Diagnostic& diagnostic : evaluated.context->diagnostics) EXPECT_EQ(diagnostic.fixes.size(), 1u);
  EXPECT_FALSE(evaluated.context->diagnostics.empty());
}

TEST(Agent, OffersToRunABundleThatIsNotCalledMain) {
  const Evaluated evaluated("bundle agent web\n{\n  reports:\n    \"x\";\n}\n");
  EXPECT_EQ(evaluated.problems(), std::vector<std::string>{R"(1:14 The bundle "main" to run is not defined.)"});
  ASSERT_EQ(evaluated.context->diagnostics[0].fixes.size(), 1u);
  EXPECT_EQ(evaluated.context->diagnostics[0].fixes[0].edits[0].text,
            "\nbody common control\n{\n  bundlesequence => { \"web\" };\n}\n");
}

TEST(Agent, GoesOnWithoutTheStandardLibrary) {
  const Evaluated evaluated(
      "body common control { inputs => { \"lib/stdlib.cf\" }; }\nbundle agent main\n{\n  reports:\n"
      "    \"x\" classes => if_repaired(\"done\");\n}\n");
  EXPECT_TRUE(evaluated.outcome.ok);
  EXPECT_EQ(evaluated.reports(), std::vector<std::string>{"x"});
  ASSERT_EQ(evaluated.context->diagnostics.size(), 1u);
  const Diagnostic& warning = evaluated.context->diagnostics[0];
  EXPECT_EQ(warning.severity, Severity::warning);
  EXPECT_EQ(warning.message,
            "The standard library stdlib.cf is not among the files: 1 body that is used does nothing.");
  ASSERT_EQ(warning.fixes.size(), 1u);
  EXPECT_EQ(warning.fixes[0].edits[0].text, "\nbody classes if_repaired(p1)\n{\n}\n");
}

TEST(Agent, ReadsTheStubOfTheStandardLibrary) {
  const Evaluated evaluated(
      "body common control { inputs => { \"lib/stdlib.cf\" }; }\nbundle agent main\n{\n  reports:\n"
      "    \"x\" classes => if_repaired(\"done\");\n}\n\nbody classes if_repaired(p1)\n{\n}\n");
  ASSERT_EQ(evaluated.context->diagnostics.size(), 1u);
  EXPECT_EQ(evaluated.context->diagnostics[0].severity, Severity::hint);
  EXPECT_EQ(evaluated.reports(), std::vector<std::string>{"x"});
}

TEST(Agent, GivesReportsTheOriginOfTheirPromise) {
  const Evaluated evaluated("bundle agent main\n{\n  reports:\n    \"x\";\n}\n");
  const Value& report = evaluated.outcome.details.find("reports")->as_list()[0];
  ASSERT_NE(report.origin(), 0u);
}

// The reports of a policy with a problem, and its only problem.
void expect_problem(std::string_view body, std::string_view problem) {
  const Evaluated evaluated("bundle agent main\n{\n" + std::string(body) + "}\nbundle agent b(p)\n{\n}\n");
  EXPECT_EQ(evaluated.problems(), std::vector<std::string>{std::string(problem)}) << body;
}

TEST(Agent, SaysWhyAReferenceHasNoValue) {
  expect_problem(
      "reports: \"$(with)\" with => nth(splitstring(\"a\", \",\", 9), 5);\n",
      "3:10 The variable \"with\" has no value, so its reference is printed unchanged. The collection has no "
      "element \"5\".");
  expect_problem("vars: \"v\" string => concat(\"$(never)\");\nreports: \"$(v)\";\n",
                 "4:10 The variable \"v\" has no value, so its reference is printed unchanged. \"$(never)\" is not "
                 "resolved, so concat() is not called.");
}

TEST(Agent, WarnsOfWhatIsDropped) {
  expect_problem("methods: \"m\" usebundle => b(sort('[\"x\"]', \"lex\"));\n",
                 "3:29 The parameter \"p\" is not defined: a bundle takes no list or container from a call. Set a "
                 "variable to what sort gives, and pass it as `@(name)`.");
  const std::string name(1024, 'c');
  expect_problem("classes: \"" + name + "\" expression => \"any\";\n",
                 "3:10 The class \"" + name.substr(0, 30) + "…\" is not defined: its name is longer than 1023 bytes.");
}

TEST(Agent, PointsAtTheStringWhoseClosingQuoteIsMissing) {
  const Evaluated evaluated("bundle agent main\n{\nvars: \"a\" string => \"x;\n\"b\" string => \"y\";\n}\n");
  ASSERT_FALSE(evaluated.problems().empty());
  EXPECT_EQ(evaluated.problems()[0],
            "3:21 The string \"\\\"x;\\n\\\"\" is followed by \"b\" without a blank. Is a closing quote missing here?");
}

}  // namespace
}  // namespace evalground::cfengine
