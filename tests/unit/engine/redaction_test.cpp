// Every output of the engine, for documents of each kind: none of them reveals a secret.
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "engine.hpp"
#include "runtime/host.hpp"

namespace evalground {
namespace {

constexpr std::string_view every_option = R"({"trace": true, "provenance": true, "outline": true, "tokens": true})";

// Not in the documents below: it comes from the workspace's secrets, or from a vault.
constexpr std::string_view secret = "k7-plain-text";
constexpr std::string_view shown_secret = "k7-plain";  // a part that a cut or escaped message would still show

// "k7-plain-text" and {"user": "ann", "pw": "k7-plain-text"} under the password "hunter2".
constexpr std::string_view vault_text =
    "$ANSIBLE_VAULT;1.1;AES256\n"
    "30323032303230323032303230323032303230323032303230323032303230323032303230323032\n"
    "3032303230323032303230323032303230323032303230320a393361393334303732373532383434\n"
    "36303739396566646638613431636366376530653230393661316130653834376131393836386631\n"
    "3733386361613138660a366434626563623237633862383135636663643461383034623961653362\n"
    "6462";
constexpr std::string_view vault_json =
    "$ANSIBLE_VAULT;1.1;AES256\n"
    "30323032303230323032303230323032303230323032303230323032303230323032303230323032\n"
    "3032303230323032303230323032303230323032303230320a396661383463666466303665633033\n"
    "64363233303063396161626238363834663966353161633238373938646334626661383333383333\n"
    "3836333939633537610a376435656234623137353938636130386631383261633132613338663134\n"
    "66386231623730643933643330366465343330316163613037636364626630373236373134383366\n"
    "3537613930353061343336393631303561316330623333353761";

std::string json_text(std::string_view text) {
  std::string json = "\"";
  for (const char c : text) {
    if (c == '\n') {
      json += "\\n";
    } else {
      if (c == '"' || c == '\\') json += '\\';
      json += c;
    }
  }
  return json + "\"";
}

std::string run(const std::string& document, std::string_view more = "", std::string_view options = every_option,
                std::string_view s = secret) {
  ClosedHost host;
  std::string workspace = R"({"dialect": "unfurl", "secrets": {"s": ")" + std::string(s) +
                          R"(", "vault_password": "hunter2"}, "files": {"main.yaml": )" + json_text(document) +
                          R"(, "sealed.txt": )" + json_text(vault_text) + "}";
  workspace.append(more).append("}");
  return evaluate(workspace, options, host);
}

constexpr std::string_view redacted = "<<REDACTED>>";

// `shown` is a part of the outcome. It proves that the evaluation reached the place where the secret would be.
void expect_hidden(const std::string& outcome, std::string_view shown = redacted) {
  EXPECT_NE(outcome.find(shown), std::string::npos) << shown << " is not in " << outcome.substr(0, 600);
  for (const std::string_view text : {shown_secret, std::string_view("hunter2")}) {
    const std::size_t at = outcome.find(text);
    EXPECT_EQ(at, std::string::npos) << outcome.substr(at < 300 ? 0 : at - 300, 600);
  }
}

// Indented by four, as the value of a nested key.
std::string block(std::string_view text) {
  std::string result = "|\n    ";
  for (const char c : text) {
    result += c;
    if (c == '\n') result += "    ";
  }
  return result + "\n";
}

const std::string attributes = R"(a: {eval: {secret: s}}
b: {in: [{eval: a}], eq: {eval: {eq: [{eval: a}, x]}}}
c: {eval: {or: [{eval: a}]}}
d: {eval: {to_env: {A: {eval: a}, B: 'x${A}', C: {deep: {eval: a}}}}}
e: {eval: {to_label: {eval: a}, max: 63}}
f: {token: [{eval: a}, '-', 0]}
g: {eval: {external: secret}}
h: {eval: {file: sealed.txt}, select: contents}
)";

const std::string vaults = "own:\n  text: !vault " + block(vault_text) + "  json: !vault-json " + block(vault_json) +
                           "  binary: !vault-binary " + block(vault_text) +
                           "copies: {eval: .::own}\nkeys: [{eval: own::text}, {eval: own::text::0}]\n";

TEST(Redaction, CoversValuesWithEveryOption) {
  expect_hidden(run(attributes));
  expect_hidden(run(vaults));
}

TEST(Redaction, CoversTheMatchesOfAnExpression) {
  const auto evaluated = [](std::string_view expression) {
    return run(attributes, R"(, "expression": ")" + std::string(expression) + "\"");
  };
  for (const char* expression : {"a", "b", "::main::a", ".::.attributes", "d", "h", "g"}) {
    expect_hidden(evaluated(expression));
  }
  expect_hidden(evaluated("::*"), R"({"ref":"::main"})");
  expect_hidden(evaluated("::main::*"), R"("ok":true)");  // selects nothing
}

TEST(Redaction, CoversTreesEnsemblesAndServiceTemplates) {
  const std::string tree = R"(node_types:
  t.N:
    properties:
      pw: {type: string, metadata: {sensitive: true}}
      short: {type: string, constraints: [{max_length: 2}]}
      count: {type: integer}
environment: {locals: {l: {eval: {secret: s}}}, secrets: {t: {eval: {secret: s}}}, variables: {V: x}}
inputs: {i: {eval: {secret: s}}}
outputs: {o: {eval: '::n::pw'}, l: {eval: {secret: t}}}
instances:
  n:
    type: t.N
    attributes: {pw: {eval: {secret: s}}, short: {eval: {secret: s}}, count: {eval: {secret: s}}}
    requirements: [{host: {node: m}}]
  m: {}
)";
  expect_hidden(run(tree));
  const std::string types = R"(tosca_definitions_version: tosca_simple_unfurl_1_0_0
node_types: {t.N: {properties: {pw: {type: string, metadata: {sensitive: true}}, level: {type: string, constraints: [{valid_values: [a]}]}}}}
topology_template:
  inputs: {i: {type: string, default: {eval: {secret: s}}}}
  node_templates: {n: {type: t.N, properties: {pw: {get_input: i}, level: {eval: {secret: s}}}}}
  outputs: {o: {value: {get_attribute: [n, pw]}}}
)";
  expect_hidden(run(types));
  std::string indented;
  for (const char c : types) {
    indented += c;
    if (c == '\n') indented += "    ";
  }
  expect_hidden(run(
      "kind: Ensemble\napiVersion: unfurl/v1.0.0\nenvironment: {secrets: {t: 1}}\nspec:\n  service_template:\n    " +
      indented + "\nstatus: {instances: {n: {attributes: {extra: {eval: {secret: s}}}}}}\n"));
}

// A function called with the secret, or with a list containing it, and a part of its result or message.
struct Asked {
  std::string_view function;
  std::string_view by_name;
  std::string_view by_list;
};

TEST(Redaction, CoversWhatARunWaitsFor) {
  const std::string included = run("+include: https://example.com/k7-plain-text/x.yaml\n");
  expect_hidden(included.substr(0, included.find(R"("tokens":)")), "");
  EXPECT_NE(included.find("sensitive-url"), std::string::npos) << included;
  EXPECT_EQ(included.find(R"("pending")"), std::string::npos) << included;
}

TEST(Redaction, LeavesNoQuestionsAndStepsOfFunctionsThatAreGivenASecret) {
  for (const char* name : {"7k", "K7%(ABC)<%XY%>"}) {
    for (const char* call : {"{get_env: {eval: {secret: s}}}", "{eval: {lookup: {env: {eval: {secret: s}}}}}",
                             "{eval: {get_dir: [{eval: {secret: s}}, y]}}", "{eval: {portspec: {eval: {secret: s}}}}",
                             "{get_attribute: [{eval: {secret: s}}, .name]}",
                             "\"{{ lookup('env', ({'eval': {'secret': 's'}} | eval)) }}\""}) {
      const std::string outcome = run("a: " + std::string(call) + "\n", "", every_option, name);
      EXPECT_EQ(outcome.find(name), std::string::npos) << outcome;
      EXPECT_EQ(outcome.find(R"("asks")"), std::string::npos) << outcome;
    }
  }
}

TEST(Redaction, CoversPartsOfSecretsThatAreTemplates) {
  for (const char* name : {"ab{{ wxyz }}c", "{% wxyz %}", "{{ 'a' | wxyz }}", "{{ undef('wxyz') }}", "{{ wxyz.q }}",
                           "{{ lookup('env', 'wxyz') }}", "{% include 'wxyz' %}", "{{ 1 is wxyz }}"}) {
    const std::string outcome = run("a: {eval: {secret: s}}\n", "", every_option, name);
    EXPECT_EQ(outcome.find("wxyz"), std::string::npos) << outcome;
    EXPECT_EQ(outcome.find(R"("asks")"), std::string::npos) << outcome;
  }
  // The place is that of the expression which reads the secret.
  const std::string outcome = run("b: 1\na: {eval: {secret: s}}\n", "", every_option, "{{ wxyz }}");
  EXPECT_NE(outcome.find(R"("line":2,"column":4)"), std::string::npos) << outcome;
}

TEST(Redaction, CoversPartsOfSecretsThatAreQueriesOrPaths) {
  for (const char* name : {"::root::.wx[a=", "::wx::a", "-w", "wx/../w", ".wx"}) {
    for (const char* call :
         {"{get_attribute: [{eval: {secret: s}}, a]}", "{get_attribute: [SELF, {eval: {secret: s}}]}",
          "{eval: {eval: {secret: s}}}", "{eval: {file: {eval: {secret: s}}}, select: contents}",
          "{eval: {file: a, dir: {eval: {secret: s}}}, select: contents}",
          "{eval: {file: {eval: {secret: s}}}, select: path}", "{eval: {tempfile: a, suffix: {eval: {secret: s}}}}"}) {
      const std::string outcome = run("a: " + std::string(call) + "\n", "", every_option, name);
      for (const char* part : {name, ".wx", "/-w", "1-w", "/w\\"})
        EXPECT_EQ(outcome.find(part), std::string::npos) << call << outcome;
    }
  }
}

TEST(Redaction, CoversTextOfDigitsThatBecomesANumber) {
  for (const char* made : {"{{ SELF.pw }}", "{{ SELF.pw[1:] }}", "{{ SELF.pw | min }}"}) {
    const std::string outcome =
        run("pw: {eval: {secret: s}}\na: \"" + std::string(made) + "\"\n", "", every_option, "93593759");
    EXPECT_NE(outcome.find(R"("a":"<<REDACTED>>")"), std::string::npos) << outcome;
    EXPECT_EQ(outcome.find("3593759"), std::string::npos) << outcome;
  }
}

TEST(Redaction, CoversMessagesThatNameWhatWasAskedFor) {
  for (const auto& [function, by_name, by_list] : {
           Asked{"get_env", R"("a":null)", R"("a":"<<REDACTED>>")"},
           {"get_input", R"(Undefined input \"<<REDACTED>>\")", R"("a":"<<REDACTED>>")"},
           {"get_dir", R"(repository \"<<REDACTED>>\" not found)", R"(repository \"<<REDACTED>>\" not found)"},
           {"file", R"(/workspace/<<REDACTED>>\" does not exist)", "must be a string, not a list"},
           {"secret", R"("a":null)", R"("a":null)"},
           {"local", R"("a":null)", R"("a":null)"},
           {"external", R"(Can't find import \"<<REDACTED>>\")", "must be a string, not a list"},
           {"get_property", "must be a list, not a string", R"(The node \"<<REDACTED>>\" was not found)"},
           {"lookup", "must be a map, not a string", "must be a map, not a list"},
           {"tempfile", R"("a":"<<REDACTED>>")", R"("a":"/workspace/.tmp/1")"},
           {"get_nodes_of_type", R"("a":null)", "must be a string, not a list"},
           {"container_image", R"("a":null)", "must be a string, not a list"},
           {"portspec", R"(\"<<REDACTED>>\" is not a port mapping)", "must be a string or integer, not a list"},
           {"scalar", R"("a":null)", R"("a":null)"},
           {"is_function_defined", R"("a":null)", R"("a":false)"},
       }) {
    const std::string name(function);
    expect_hidden(run("a: {eval: {" + name + ": {eval: {secret: s}}}, select: contents}\n"), by_name);
    expect_hidden(run("a: {eval: {" + name + ": [{eval: {secret: s}}, {eval: {secret: s}}]}}\n"), by_list);
  }
  const auto expect_said = [](std::string_view document, std::string_view said) {
    expect_hidden(run("a: " + std::string(document) + "\n"), said);
  };
  expect_said("{eval: {file: x, encoding: {eval: {secret: s}}}, select: contents}", "does not exist");
  expect_said("{eval: {file: x, dir: {eval: {secret: s}}}, select: contents}", "/workspace/<<REDACTED>>/x");
  expect_said("{eval: {abspath: [x, {eval: {secret: s}}]}}", R"(repository \"<<REDACTED>>\" not found)");
  expect_said("{eval: {add: [1, {eval: {secret: s}}]}}", "cannot be applied to an integer and a string");
  expect_said("{eval: {lt: [1, {eval: {secret: s}}]}}", "There is no order");
  expect_said("{token: [{eval: {secret: s}}, '-', 99]}", "finds 3 pieces");
  expect_said("{eval: {scalar_value: 5 GB, unit: {eval: {secret: s}}}}", R"(Unknown unit \"<<REDACTED>>\")");
  expect_said("{eval: {to_label: x, allowed: {eval: {secret: s}}}}", R"("a":"<<REDACTED>>")");
  expect_said("{eval: {validate: [1, {type: {eval: {secret: s}}}]}}", "is not valid at /type: <<REDACTED>>");
  expect_said("{eval: {validate: [1, {$ref: {eval: {secret: s}}}]}}", "The reference <<REDACTED>> leads to no schema");
  expect_said("{eval: {validate: [x, {pattern: {eval: {secret: s}}}]}}", R"("a":false)");
}

TEST(Redaction, CoversWrittenFiles) {
  for (const char* path : {"o.txt", "o.json", "o.yaml", "o.env", "o.vault"}) {
    const std::string target = "a: {eval: {file: " + std::string(path) + ", contents: ";
    expect_hidden(run(target + "{k: {eval: {secret: s}}}}, select: contents}\n"));
    expect_hidden(run(target + "{k: {eval: {file: sealed.txt}, select: contents}}}, select: contents}\n"));
  }
  expect_hidden(run("a: {eval: {file: o, encoding: binary, contents: {eval: {secret: s}}}, select: contents}\n"));
  expect_hidden(run("a: {eval: {file: o, encoding: utf-16, contents: {eval: {secret: s}}}, select: contents}\n"));
  expect_hidden(run("a: {eval: {tempfile: {eval: {secret: s}}}, select: contents}\n"));
}

TEST(Redaction, CoversTheExpandedDocument) {
  expect_hidden(run(vaults, R"(, "operation": "expand")"));
}

TEST(Redaction, CoversWhatIsSaidWithoutEvaluating) {
  const std::string workspace = R"({"dialect": "unfurl", "secrets": {"s": ")" + std::string(secret) +
                                R"(", "vault_password": "hunter2"}, "files": {"main.yaml": )" +
                                json_text(vaults + attributes) + "}}";
  expect_hidden(assist(R"({"ask": "check", "workspace": )" + workspace + "}"), R"("outline":[{)");
}

TEST(Redaction, IsLiftedForOnePathOnly) {
  const std::string outcome = run(attributes, "", R"({"reveal": ["instances", "main", "a"], "provenance": true})");
  const std::size_t first = outcome.find(secret);
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(outcome.find(secret, first + 1), std::string::npos);
  const std::string file =
      run("a: {eval: {file: o, contents: {eval: {secret: s}}}}\n", "", R"({"reveal": ["instances", "main", "a"]})");
  expect_hidden(file, R"("files":{"o":"<<REDACTED>>"})");
}

}  // namespace
}  // namespace evalground
