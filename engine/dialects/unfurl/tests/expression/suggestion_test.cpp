// Names that nothing has: the diagnostic stands at exactly the name, and its fix makes the document right.
#include <gtest/gtest.h>

#include "dialects/unfurl/tests/loaded.hpp"
#include "dialects/unfurl/unfurl.hpp"

namespace evalground::unfurl {
namespace {

// Evaluates a document; the first diagnostic as "what it stands at -> what its fix puts there".
std::string suggestion(std::string_view document, std::string_view expression = "") {
  Workspace workspace = Loaded::workspace_of(document);
  if (!expression.empty()) workspace.expression = Value::string(expression);
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  Outcome outcome;
  try {
    dialect().evaluate(context, outcome);
  } catch (const Error& error) {
    context.diagnostics.push_back(error.diagnostic);
  }
  if (context.diagnostics.empty()) return "no diagnostic";
  const Diagnostic& diagnostic = context.diagnostics.front();
  std::string text = diagnostic.where == 0 ? "nowhere" : std::string(context.sources.text_of(diagnostic.where));
  for (const Fix& fix : diagnostic.fixes) {
    for (const Fix::Edit& edit : fix.edits) {
      EXPECT_EQ(edit.where, diagnostic.where);
      EXPECT_EQ(fix.title, "Replace by \"" + edit.text + "\"");
      EXPECT_NE(diagnostic.message.find("Did you mean \"" + edit.text + "\"?"), std::string::npos);
      text += " -> " + edit.text;
    }
  }
  return text;
}

TEST(Suggestion, OfAFunction) {
  EXPECT_EQ(suggestion("a: {eval: {conkat: [x]}}\n"), "conkat -> concat");
  EXPECT_EQ(suggestion("a: {eval: {'conkat': [x]}}\n"), "conkat -> concat");
  EXPECT_EQ(suggestion("a: 1\n", "eval: {conkat: [x]}"), "conkat -> concat");
}

TEST(Suggestion, OfASpecialKey) {
  EXPECT_EQ(suggestion("a: {eval: '.::.naem'}\n"), ".naem -> .name");
  EXPECT_EQ(suggestion("a: 1\n", ".naem"), ".naem -> .name");
}

TEST(Suggestion, OfAType) {
  EXPECT_EQ(suggestion("node_types: {my.Server: {}}\n"
                       "node_templates: {web: {type: my.Sever}}\n"),
            "my.Sever -> my.Server");
  EXPECT_EQ(suggestion("node_templates: {web: {type: Compte}}\n"), "Compte -> Compute");
}

TEST(Suggestion, OfAVariable) {
  EXPECT_EQ(suggestion("a: {eval: $prot, vars: {port: 80}}\n"), "prot -> port");
  EXPECT_EQ(suggestion("a: {eval: 'b[c=$prot]', vars: {port: 80}}\nb: [{c: 80}]\n"), "prot -> port");
}

TEST(Suggestion, OfAnInput) {
  EXPECT_EQ(suggestion("instances: {a: {attributes: {x: {get_input: regoin}}}}\ninputs: {region: eu}\n"),
            "regoin -> region");
  EXPECT_EQ(suggestion("topology_template:\n"
                       "  inputs: {region: {default: eu}}\n"
                       "  outputs: {x: {value: {get_input: regoin}}}\n"),
            "regoin -> region");
}

TEST(Suggestion, OfAResource) {
  EXPECT_EQ(suggestion("instances: {server: {}, web: {requirements: [{host: sever}]}}\n"), "sever -> server");
  EXPECT_EQ(suggestion("instances: {server: {}}\n", "::sever::.name"), "sever -> server");
  EXPECT_EQ(suggestion("node_templates:\n"
                       "  server: {type: tosca.nodes.Root}\n"
                       "  web: {type: tosca.nodes.Root, requirements: [{host: sever}]}\n"),
            "sever -> server");
}

TEST(Suggestion, OfTheTargetOfAMergeDirective) {
  EXPECT_EQ(suggestion("defaults: {x: 1}\na: {+/defalts: }\n"), "defalts -> defaults");
  EXPECT_EQ(suggestion("defaults: {part: {x: 1}}\na: {+/defaults/prat: }\n"), "prat -> part");
  EXPECT_EQ(suggestion("d: &defaults {x: 1}\na: {+*defalts: }\n"), "defalts -> defaults");
}

TEST(Suggestion, OfAFieldThatADeclarationDoesNotHave) {
  EXPECT_EQ(suggestion("node_templates: {web: {type: tosca.nodes.Root, propertes: {}}}\n"), "propertes -> properties");
}

TEST(Suggestion, OfAStatusAndAState) {
  EXPECT_EQ(suggestion("instances: {a: {readyState: eror}}\n"), "eror -> error");
  EXPECT_EQ(suggestion("instances: {a: {readyState: {state: startd}}}\n"), "startd -> started");
}

TEST(Suggestion, IsGivenWithoutAFixWhereTheNameIsNotWrittenAsItReads) {
  EXPECT_EQ(suggestion("a: {eval: {\"conk\\x61t\": [x]}}\n"), "\"conk\\x61t\"");
}

TEST(Suggestion, IsNotGivenForWhatResemblesNothing) {
  EXPECT_EQ(suggestion("a: {eval: {frobnicate: [x]}}\n"), "{frobnicate: [x]}");
  EXPECT_EQ(suggestion("a: {eval: $other, vars: {port: 80}}\n"), "no diagnostic");
  EXPECT_EQ(suggestion("instances: {server: {}}\n", "::database"), "no diagnostic");
}

TEST(Suggestion, IsGivenOnceForWhatALoopMissesManyTimes) {
  Loaded loaded("l: [1, 2, 3]\na: {eval: l, foreach: {value: {eval: $itme}}}\n");
  loaded.ensemble.evaluator.plain(loaded.attribute("main", "a"));
  EXPECT_EQ(loaded.context.diagnostics.size(), 1U);
}

TEST(Suggestion, OfAKey) {
  EXPECT_EQ(suggestion("instances: {a: {attributes: {url: x}}}\n", "::a::ulr"), "ulr -> url");
  EXPECT_EQ(suggestion("instances: {a: {attributes: {url: {port: 1}}}}\n", "::a::url::prot"), "prot -> port");
  EXPECT_EQ(suggestion("instances: {a: {attributes: {url: x}}}\n", "::a::size"), "no diagnostic");
}

}  // namespace
}  // namespace evalground::unfurl
