// What is declared secret, or may be, leaves by no link, smaller workspace, report or message about a file.
#include "workspaces/withheld.hpp"

#include <gtest/gtest.h>

#include "base/generous_budget.hpp"
#include "cli/input.hpp"
#include "cli/link.hpp"
#include "cli/outcome_of.hpp"
#include "cli/report.hpp"
#include "cli/shrink/link.hpp"
#include "cli/shrink/shrink.hpp"
#include "data/yaml/write.hpp"
#include "secrets/covered.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

Map workspace_of(const std::string& dialect, const std::string& main, const std::string& inputs,
                 const std::string& more = "{}") {
  Budget budget = generous_budget();
  Map workspace{{"dialect", Value::string(dialect)}, {"inputs", parse_json(inputs, budget)}};
  const Value files = parse_json(more, budget);
  if (files.as_map().empty()) {
    workspace.set("main", Value::string(main));
  } else {
    Map all = files.as_map();
    all.set("main.yaml", Value::string(main));
    workspace.set("main", Value::string("main.yaml"));
    workspace.set("files", Value::map(std::move(all)));
  }
  return workspace;
}

std::string shared(const Map& workspace) {
  return read_link(write_link(workspace));
}

constexpr const char* heat = "heat_template_version: wallaby\nparameters: {p: {type: string, hidden: true}}\n";
constexpr const char* tosca =
    "tosca_definitions_version: tosca_simple_unfurl_1_0_0\ntopology_template:\n"
    "  inputs: {pw: {type: string, metadata: {sensitive: true}}}\n";

TEST(Withheld, InputsOfADocumentThatCannotBeReadKeepTheirNamesAlone) {
  const std::string broken = std::string(heat) + "resources: {r: {type: [\n";
  const std::string unknown = "heat_template_version: 2099-01-01\nparameters: {p: {type: string, hidden: true}}\n";
  const std::string list = "heat_template_version: wallaby\nparameters: [{p: {hidden: true}}]\noutputs: {}\n";
  for (const std::string& main : {broken, unknown, list}) {
    const Map workspace = workspace_of("heat", main, R"({"p": "hunter2", "q": ["hunter2"]})");
    EXPECT_NE(shared(workspace).find(R"("inputs":{"p":null,"q":null})"), std::string::npos) << shared(workspace);
    EXPECT_EQ(withheld_inputs(workspace).unread, (std::vector<std::string>{"p", "q"})) << main;
  }
  const std::string plain = "heat_template_version: wallaby\nparameters: {p: {type: string}}\n";
  EXPECT_NE(shared(workspace_of("heat", plain, R"({"parameters": {"p": "hunter2"}, "encrypted_param_names": "p"})"))
                .find(R"("inputs":{"parameters":{"p":null},"encrypted_param_names":"p"})"),
            std::string::npos);
  for (const std::string& main : {std::string(tosca) + "x: [\n", std::string(tosca) + "topology_template: {}\n"}) {
    EXPECT_NE(shared(workspace_of("unfurl", main, R"({"pw": "hunter2"})")).find(R"("inputs":{"pw":null})"),
              std::string::npos);
  }
}

TEST(Withheld, InputsThatAnImportedFileDeclaresAre) {
  const std::string main = "tosca_definitions_version: tosca_simple_unfurl_1_0_0\nimports: [a.yaml]\n";
  Budget budget;
  const std::string files = write_json(Value::map({{"a.yaml", Value::string(tosca)}}), budget);
  EXPECT_NE(shared(workspace_of("unfurl", main, R"({"pw": "hunter2"})", files)).find(R"("inputs":{"pw":null})"),
            std::string::npos);
}

TEST(Withheld, ParametersThatFeedAHiddenOneOfANestedTemplateAre) {
  const std::string main =
      "heat_template_version: wallaby\nparameters: {q: {type: string}, z: {type: string}}\n"
      "resources: {r: {type: inner.yaml, properties: {p: {list_join: ['', [{get_param: q}]]}}}}\n";
  Budget budget;
  const std::string files = write_json(Value::map({{"inner.yaml", Value::string(heat)}}), budget);
  EXPECT_NE(shared(workspace_of("heat", main, R"({"q": "hunter2", "z": "x"})", files)).find(R"("inputs":{"z":"x"})"),
            std::string::npos);
}

TEST(Withheld, PlainInputsAreNot) {
  const std::string main = "heat_template_version: wallaby\nparameters: {p: {type: string}}\n";
  EXPECT_TRUE(withheld_inputs(workspace_of("heat", main, R"({"p": "x"})")).empty());
  EXPECT_TRUE(withheld_inputs(workspace_of("unfurl", "a: {get_input: b}\n", R"({"b": "x"})")).empty());
  EXPECT_TRUE(withheld_inputs(workspace_of("yaql", "", R"({"b": "x"})")).empty());
}

TEST(Withheld, SecretsOfAnyTypeAre) {
  for (const Value& secrets : {Value::string("hunter2"), Value::list({Value::string("hunter2")})}) {
    Map workspace{{"dialect", Value::string("unfurl")}, {"main", Value::string("")}, {"secrets", secrets}};
    EXPECT_EQ(shared(workspace).find("secrets"), std::string::npos);
    const Map answer = reduced(workspace, Options(), true, false);
    EXPECT_FALSE(answer.find("workspace")->as_map().contains("secrets"));
  }
}

TEST(Withheld, ASmallerWorkspaceHasStandInsForInputs) {
  Budget budget = generous_budget();
  Options options;
  options.trials = 60;
  const Map workspace =
      workspace_of("heat", std::string(heat) + "outputs: {o: {value: {get_param: p}}}\n", R"({"p": "Gk4rWm7qTz2x"})");
  for (const bool disguises : {false, true}) {
    const Map answer = reduced(workspace, options, true, disguises);
    const std::string text = write_json(Value::map(answer), budget) + reduction_text(answer);
    for (const char* piece : {"Gk4rWm7qTz2x", "gk", "Tz", "tz", "wm"})
      EXPECT_EQ(text.find(piece), std::string::npos) << piece << text;
  }
}

TEST(SecretLines, AreCoveredInExcerpts) {
  const auto report = [](const Map& workspace) {
    return problems_text(outcome_of(workspace, Options()), workspace, false);
  };
  const std::string number = "heat_template_version: wallaby\nparameters: {p: {type: number, hidden: true, default: ";
  EXPECT_NE(report(workspace_of("heat", number + "hunter2}}\n", "{}")).find("default: *******}}"), std::string::npos);
  for (const std::string main :
       {"tosca_definitions_version: tosca_simple_unfurl_1_0_0\ntopology_template:\n"
        "  inputs: {pw: {type: integer, default: hunter2, metadata: {sensitive: true}}}\n",
        "tosca_definitions_version: tosca_simple_unfurl_1_0_0\n"
        "node_types: {N: {derived_from: tosca.nodes.Root, properties: {p: {type: integer, metadata: {sensitive: "
        "true}}}}}\n"
        "topology_template:\n  node_templates: {n: {type: N, properties: {p: hunter2}}}\n",
        "apiVersion: unfurl/v1alpha1\nkind: Ensemble\nspec:\n  inputs: {pw: hunter2}\n  service_template:\n"
        "    tosca_definitions_version: tosca_simple_unfurl_1_0_0\n"
        "    topology_template: {inputs: {pw: {type: integer, metadata: {sensitive: true}}}}\n"}) {
    Options options;
    options.trace = true;
    const Map workspace = workspace_of("unfurl", main, "{}");
    const Map outcome = outcome_of(workspace, options);
    const std::string text = problems_text(outcome, workspace, false) + trace_text(outcome);
    EXPECT_NE(text.find("*******"), std::string::npos) << text;
    EXPECT_EQ(text.find("hunter2"), std::string::npos) << text;
  }
}

TEST(SecretLines, AreNamedWhenADocumentIsShared) {
  const Map workspace = workspace_of("heat", "parameters:\n  p:\n    hidden: true\n    default: hunter2\n", "{}");
  EXPECT_EQ(
      shared_workspace(workspace, ReplacedSecrets::declared).notes,
      (std::vector<std::string>{"main:4 holds the value of p, which is declared secret. A placeholder replaces it."}));
}

TEST(SecretLines, OfAWorkspaceThatCannotBeReadAreCovered) {
  EXPECT_EQ(without_inputs("dialect: unfurl\nsecrets: {s: [hunter2\nmain: x\n"),
            "dialect: unfurl\nsecrets: *** ********\nmain: x\n");
  EXPECT_EQ(without_inputs("main: x\nsecrets:\n  s: hunter2\n"), "main: x\nsecrets:\n  ** *******\n");
  EXPECT_EQ(without_inputs("{\"main\": \"x\", \"secrets\": {\"s\": \"é"), "{\"main\": \"x\", \"secrets\": ***** *·");
  EXPECT_EQ(without_inputs("my_secrets: x\n"), "my_secrets: x\n");
  const std::string_view broken[] = {
      "secrets: {s: [hunter2\n",  "secrets:\n  s: hunter2\n  s: hunter2\n", "secrets: {s: \"hunter2\", t: !foo x}\n",
      "secrets: {s: *hunter2}\n", "secrets: {s: \"hunter2\\q\"}\n",         "secrets: {? {hunter2: 1} : 2}\n"};
  for (const std::string_view text : broken) {
    try {
      parse_yaml_text("ws.yaml", "dialect: unfurl\n" + std::string(text));
      FAIL() << text;
    } catch (const UsageError& error) {
      EXPECT_EQ(std::string(error.what()).find("hunter2"), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("ws.yaml:"), std::string::npos) << error.what();
    }
  }
}

TEST(RunOptions, HideWhatVaultsHoldUnlessItIsRevealed) {
  Options options;
  EXPECT_NE(run_options_json(options).find(R"("maskVaults":true)"), std::string::npos);
  options.reveal = true;
  EXPECT_NE(run_options_json(options).find(R"("maskVaults":false)"), std::string::npos);
  options = {};
  options.verb = Verb::cases;  // which may expect it in the clear
  EXPECT_NE(run_options_json(options).find(R"("maskVaults":false)"), std::string::npos);
}

}  // namespace
}  // namespace evalground::cli
