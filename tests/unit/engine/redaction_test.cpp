// Every way out of the engine, for documents of each kind: what is secret leaves by none of them.
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "engine.hpp"
#include "runtime/host.hpp"

namespace evalground {
namespace {

constexpr std::string_view every_option = R"({"trace": true, "provenance": true, "outline": true, "tokens": true})";

// In no document below: it comes from the workspace's secrets, or out of a vault.
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

std::string run(const std::string& document, std::string_view more = "", std::string_view options = every_option) {
  ClosedHost host;
  std::string workspace = R"({"dialect": "unfurl", "secrets": {"s": ")" + std::string(secret) +
                          R"(", "vault_password": "hunter2"}, "files": {"main.yaml": )" + json_text(document) +
                          R"(, "sealed.txt": )" + json_text(vault_text) + "}";
  workspace.append(more).append("}");
  return evaluate(workspace, options, host);
}

void expect_hidden(const std::string& outcome) {
  for (const std::string_view text : {shown_secret, std::string_view("hunter2")}) {
    const std::size_t at = outcome.find(text);
    EXPECT_EQ(at, std::string::npos) << outcome.substr(at < 300 ? 0 : at - 300, 600);
  }
}

// Indented by four, as the value of a key of a key.
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
  for (const char* expression : {"a", "b", "::main::*", ".::.attributes", "::*", "d", "h", "g"}) {
    expect_hidden(run(attributes, R"(, "expression": ")" + std::string(expression) + "\""));
  }
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

TEST(Redaction, CoversMessagesThatNameWhatWasAskedFor) {
  for (const char* function :
       {"get_env", "get_input", "get_dir", "file", "secret", "local", "external", "get_property", "lookup", "tempfile",
        "get_nodes_of_type", "container_image", "portspec", "scalar", "is_function_defined"}) {
    expect_hidden(run("a: {eval: {" + std::string(function) + ": {eval: {secret: s}}}, select: contents}\n"));
    expect_hidden(run("a: {eval: {" + std::string(function) + ": [{eval: {secret: s}}, {eval: {secret: s}}]}}\n"));
  }
  for (const char* document :
       {"a: {eval: {file: x, encoding: {eval: {secret: s}}}, select: contents}\n",
        "a: {eval: {file: x, dir: {eval: {secret: s}}}, select: contents}\n",
        "a: {eval: {abspath: [x, {eval: {secret: s}}]}}\n", "a: {eval: {add: [1, {eval: {secret: s}}]}}\n",
        "a: {eval: {lt: [1, {eval: {secret: s}}]}}\n", "a: {token: [{eval: {secret: s}}, '-', 99]}\n",
        "a: {eval: {scalar_value: 5 GB, unit: {eval: {secret: s}}}}\n",
        "a: {eval: {to_label: x, allowed: {eval: {secret: s}}}}\n",
        "a: {eval: {validate: [1, {type: {eval: {secret: s}}}]}}\n",
        "a: {eval: {validate: [1, {$ref: {eval: {secret: s}}}]}}\n",
        "a: {eval: {validate: [x, {pattern: {eval: {secret: s}}}]}}\n"}) {
    expect_hidden(run(document));
  }
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
  expect_hidden(assist(R"({"ask": "check", "workspace": )" + workspace + "}"));
}

TEST(Redaction, IsLiftedForOnePathOnly) {
  const std::string outcome = run(attributes, "", R"({"reveal": ["instances", "main", "a"], "provenance": true})");
  const std::size_t first = outcome.find(secret);
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(outcome.find(secret, first + 1), std::string::npos);
  const std::string file =
      run("a: {eval: {file: o, contents: {eval: {secret: s}}}}\n", "", R"({"reveal": ["instances", "main", "a"]})");
  expect_hidden(file);
}

}  // namespace
}  // namespace evalground
