// The places of problems in an outcome: an error that ends an evaluation has a place in a text.
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "engine.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

constexpr std::string_view with_provenance = R"({"provenance": true, "outline": true, "tokens": true})";

// "main.yaml:2:5 no-file", "option x unknown-option", or "- no-file" without a place, for each error or warning.
std::vector<std::string> problems_of(std::string_view workspace, std::string_view options, std::string_view severity) {
  ClosedHost host;
  Budget budget;
  const Value outcome = parse_json(evaluate(workspace, options, host), budget);
  std::vector<std::string> problems;
  const Value* diagnostics = outcome.as_map().find("diagnostics");
  if (diagnostics == nullptr) return problems;
  for (const Value& diagnostic : diagnostics->as_list()) {
    const Map& map = diagnostic.as_map();
    if (map.find("severity")->as_string() != severity) continue;
    std::string text = "-";
    if (const Value* option = map.find("option")) text = "option " + std::string(option->as_string());
    if (const Value* span = map.find("span")) {
      const auto number = [&](std::string_view key) { return std::to_string(span->as_map().find(key)->as_integer()); };
      text = std::string(span->as_map().find("file")->as_string()) + ":" + number("line") + ":" + number("column");
    }
    problems.push_back(text + " " + std::string(map.find("code")->as_string()));
  }
  return problems;
}

std::vector<std::string> errors_of(std::string_view workspace, std::string_view options = with_provenance) {
  return problems_of(workspace, options, "error");
}

using Errors = std::vector<std::string>;

TEST(Places, PlaybooksInACircleAreShownWhereTheyAreImported) {
  EXPECT_EQ(errors_of(R"({"dialect": "jinja2", "expression": "{{ 1 }}",
      "files": {"hosts": "h\n", "site.yml": "- hosts: all\n- import_playbook: more.yml\n",
                "more.yml": "- import_playbook: site.yml\n"},
      "options": {"flavor": "ansible", "inventory": "hosts", "play": "site.yml", "host": "h"}})"),
            Errors{"more.yml:1:20 bad-playbook"});
}

TEST(Places, ConfigurationIsShownWhereItIsWrong) {
  EXPECT_EQ(errors_of(R"({"dialect": "jinja2", "operation": "inventory",
      "files": {"hosts": "h\n", "ansible.cfg": "[defaults]\nhash_behaviour = join\n"},
      "options": {"flavor": "ansible", "inventory": "hosts"}})"),
            Errors{"ansible.cfg:2:18 bad-options"});
}

TEST(Places, OptionsAreShownAtTheDocument) {
  EXPECT_EQ(errors_of(R"({"dialect": "jinja2", "files": {"t.j2": "x"}, "main": "t.j2",
                          "options": {"undefined": "nope"}})"),
            Errors{"t.j2:1:1 bad-options"});
}

TEST(Places, UnknownOptionsAreNamed) {
  for (const std::string_view options : {std::string_view(), with_provenance}) {
    EXPECT_EQ(
        problems_of(R"({"dialect": "jinja2", "main": "x", "options": {"flavour": "ansible"}})", options, "warning"),
        Errors{"option flavour unknown-option"});
  }
}

TEST(Places, OptionsOfAnotherFlavorAreHints) {
  constexpr std::string_view plain = R"({"dialect": "jinja2", "main": "x", "options": {"host": "web1"}})";
  EXPECT_EQ(problems_of(plain, {}, "hint"), Errors{"option host unknown-option"});
  EXPECT_EQ(problems_of(plain, {}, "warning"), Errors{});
  EXPECT_EQ(problems_of(R"({"dialect": "heat", "main": "heat_template_version: 2018-08-31",
                            "options": {"host": "web1"}})",
                        {}, "warning"),
            Errors{"option host unknown-option"});
  EXPECT_EQ(problems_of(R"({"dialect": "jinja2", "main": "x", "options": {"flavor": "ansible", "as": "expression"}})",
                        {}, "hint"),
            Errors{});
}

TEST(Places, MissingBundlesAreShownAtThePolicy) {
  EXPECT_EQ(errors_of(R"({"dialect": "cfengine", "main": "bundle agent other { }"})"),
            Errors{"main.cf:1:14 run-aborted"});
}

TEST(Places, InputsAreShownWhereTheyAreDeclared) {
  EXPECT_EQ(errors_of(R"({"dialect": "unfurl", "inputs": {"a": 9, "b": "x"}, "main":
      "topology_template:\n  inputs:\n    a: {type: integer, constraints: [{less_than: 5}]}\n    b: {type: integer}\n"})"),
            (Errors{"main.yaml:3:5 constraint", "main.yaml:4:5 wrong-type"}));
}

TEST(Places, WarningsOfFiltersAreShownWhereTheyAreCalled) {
  EXPECT_EQ(problems_of(R"({"dialect": "jinja2", "expression": "a\n{{ v | from_yaml }}", "vars": {"v": "a: 1\na: 2"},
                            "options": {"flavor": "ansible", "reference": "2.21"}})",
                        with_provenance, "warning"),
            Errors{"<expression>:2:4 duplicate-key"});
}

// A workspace's own values may be nested too deeply to be read at all.
TEST(Places, ValuesThatAreNestedTooDeepAreShownAtTheDocument) {
  const std::string deep = std::string(220, '[') + std::string(220, ']');
  EXPECT_EQ(errors_of(R"({"dialect": "yaql", "data": )" + deep + R"(, "expression": "$"})"),
            Errors{"<expression>:1:1 limit-depth"});
  EXPECT_EQ(errors_of(R"({"dialect": "unfurl", "expression": )" + deep + R"(, "main": "a: 1"})"),
            Errors{"main.yaml:1:1 limit-depth"});
}

// With provenance, the names of inputs are also sources, but in no text.
TEST(Places, LimitsAreShownWithProvenanceAsWithout) {
  for (
      const std::string_view workspace :
      {R"({"dialect": "jinja2", "expression": "{{ v.a ~ v.b }}", "vars": {"v": {"a": 1, "b": 2}}, "limits": {"steps": 1},
            "options": {"flavor": "ansible", "reference": "2.21"}})",
       R"({"dialect": "dcontroller", "expression": "@eq: [1, 2]", "limits": {"steps": 1}})"}) {
    for (const std::string_view options : {std::string_view(), with_provenance}) {
      const Errors errors = errors_of(workspace, options);
      ASSERT_FALSE(errors.empty()) << workspace;
      for (const std::string& error : errors) EXPECT_NE(error.front(), '-') << workspace << error;
    }
  }
}

}  // namespace
}  // namespace evalground
