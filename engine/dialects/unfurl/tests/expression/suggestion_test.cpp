// Unknown names: the diagnostic covers exactly the name, and its fix corrects the document.
#include <gtest/gtest.h>

#include "dialects/unfurl/tests/loaded.hpp"
#include "dialects/unfurl/unfurl.hpp"

namespace evalground::unfurl {
namespace {

// Evaluates a document. Returns the first diagnostic as "marked text -> replacement of its fix".
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
      EXPECT_EQ(fix.title, "Change to \"" + edit.text + "\"");
      EXPECT_NE(diagnostic.message.find("Did you mean \"" + edit.text + "\"?"), std::string::npos);
      text += " -> " + edit.text;
    }
  }
  return text;
}

// A document and an expression, and what is suggested.
constexpr struct {
  std::string_view document, expression, wanted;
} suggestions[] = {
    // Of a function
    {"a: {eval: {conkat: [x]}}\n", "", "conkat -> concat"},
    {"a: {eval: {'conkat': [x]}}\n", "", "conkat -> concat"},
    {"a: 1\n", "eval: {conkat: [x]}", "conkat -> concat"},
    // Of a special key
    {"a: {eval: '.::.naem'}\n", "", ".naem -> .name"},
    {"a: 1\n", ".naem", ".naem -> .name"},
    // Of a type
    {"node_types: {my.Server: {}}\n"
     "node_templates: {web: {type: my.Sever}}\n",
     "", "my.Sever -> my.Server"},
    {"node_templates: {web: {type: Compte}}\n", "", "Compte -> Compute"},
    // Of a variable
    {"a: {eval: $prot, vars: {port: 80}}\n", "", "prot -> port"},
    {"a: {eval: 'b[c=$prot]', vars: {port: 80}}\nb: [{c: 80}]\n", "", "prot -> port"},
    // Of an input
    {"instances: {a: {attributes: {x: {get_input: regoin}}}}\ninputs: {region: eu}\n", "", "regoin -> region"},
    {"topology_template:\n"
     "  inputs: {region: {default: eu}}\n"
     "  outputs: {x: {value: {get_input: regoin}}}\n",
     "", "regoin -> region"},
    // Of a resource
    {"instances: {server: {}, web: {requirements: [{host: sever}]}}\n", "", "sever -> server"},
    {"instances: {server: {}}\n", "::sever::.name", "sever -> server"},
    {"node_templates:\n"
     "  server: {type: tosca.nodes.Root}\n"
     "  web: {type: tosca.nodes.Root, requirements: [{host: sever}]}\n",
     "", "sever -> server"},
    // Of the target of a merge directive
    {"defaults: {x: 1}\na: {+/defalts: }\n", "", "defalts -> defaults"},
    {"defaults: {part: {x: 1}}\na: {+/defaults/prat: }\n", "", "prat -> part"},
    {"d: &defaults {x: 1}\na: {+*defalts: }\n", "", "defalts -> defaults"},
    // Of a field that a declaration does not have
    {"node_templates: {web: {type: tosca.nodes.Root, propertes: {}}}\n", "", "propertes -> properties"},
    // Of a status and a state
    {"instances: {a: {readyState: eror}}\n", "", "eror -> error"},
    {"instances: {a: {readyState: {state: startd}}}\n", "", "startd -> started"},
    // Is given without a fix where the name is not written as it reads
    {"a: {eval: {\"conk\\x61t\": [x]}}\n", "", "\"conk\\x61t\""},
    // Is not given for what resembles nothing
    {"a: {eval: {frobnicate: [x]}}\n", "", "{frobnicate: [x]}"},
    {"a: {eval: $other, vars: {port: 80}}\n", "", "no diagnostic"},
    {"instances: {server: {}}\n", "::database", "no diagnostic"},
    // Of a key
    {"instances: {a: {attributes: {url: x}}}\n", "::a::ulr", "ulr -> url"},
    {"instances: {a: {attributes: {url: {port: 1}}}}\n", "::a::url::prot", "prot -> port"},
    {"instances: {a: {attributes: {url: x}}}\n", "::a::size", "no diagnostic"},
};

TEST(Suggestion, IsAsListed) {
  for (const auto& [document, expression, wanted] : suggestions)
    EXPECT_EQ(suggestion(document, expression), wanted) << document << " " << expression;
}

TEST(Suggestion, IsGivenOnceForWhatALoopMissesManyTimes) {
  Loaded loaded("l: [1, 2, 3]\na: {eval: l, foreach: {value: {eval: $itme}}}\n");
  loaded.ensemble.evaluator.plain(loaded.attribute("main", "a"));
  EXPECT_EQ(loaded.context.diagnostics.size(), 1U);
}

}  // namespace
}  // namespace evalground::unfurl
