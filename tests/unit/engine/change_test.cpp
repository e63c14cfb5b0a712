// What could be changed so that a value becomes the wanted one. Every candidate that is shown holds when it is applied.
#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "base/generous_budget.hpp"
#include "engine.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

std::string text_in(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
}

class ChangeTest : public testing::Test {
 protected:
  Value answer(std::string_view workspace, std::string_view path, std::string_view to) {
    return parse(change(R"({"change": )" + std::string(workspace) + R"(, "path": )" + std::string(path) +
                            R"(, "to": )" + std::string(to) + "}",
                        host_));
  }

  // Each candidate as "origin main.yaml 3 `us`" or "override /vars/port 80", and how many other values it changes.
  std::vector<std::string> candidates(std::string_view workspace, std::string_view path, std::string_view to) {
    std::vector<std::string> result;
    const Value value = answer(workspace, path, to);
    const Value* list = value.as_map().find("candidates");
    if (list == nullptr) return {write(value)};
    for (const Value& one : list->as_list()) {
      const Map& map = one.as_map();
      std::string text = text_in(map, "kind");
      for (const Value& edit : map.find("edits")->as_list()) {
        text += " " + text_in(edit.as_map(), "file") + " " + write(*edit.as_map().find("line")) + " `" +
                text_in(edit.as_map(), "text") + "`";
      }
      for (const Value& key : map.find("changes")->as_list()) {
        text += " " + text_in(key.as_map(), "path") + " " + write(*key.as_map().find("value"));
      }
      const std::size_t others = map.find("others")->as_list().size();
      result.push_back(text + (others > 0 ? ", others " + std::to_string(others) : ""));
    }
    return result;
  }

  Value parse(std::string_view json) { return parse_json(json, budget_); }
  std::string write(const Value& value) { return write_json(value, budget_); }

  Budget budget_ = generous_budget();
  ClosedHost host_;
};

using Strings = std::vector<std::string>;

constexpr std::string_view ensemble = R"({"dialect": "unfurl", "main":
  "base:\n  region: eu # here\ninstances:\n  db:\n    type: T\n    attributes: {host: db.example}\n  api:\n    type: T\n    attributes:\n      +/base:\n      port: 80\n      url: {concat: ['http://', {eval: '::db::host'}, ':', {eval: '.::port'}]}\n"})";

TEST_F(ChangeTest, OffersAnOverrideAndTheOriginOfAMergedValue) {
  EXPECT_EQ(candidates(ensemble, R"("instances.api.region")", R"("us")"),
            (Strings{"origin main.yaml 2 `us`", "override main.yaml 13 `      region: us\n`"}));
}

TEST_F(ChangeTest, ChangesWhatAValueIsComputedFrom) {
  EXPECT_EQ(candidates(ensemble, R"("instances.api.url")", R"("http://db2.example:80")"),
            (Strings{"inverse main.yaml 6 `2`, others 1", "replace main.yaml 12 `http://db2.example:80`"}));
  EXPECT_EQ(candidates(ensemble, R"("instances.api.url")", R"("https://db.example:80")"),
            (Strings{"origin main.yaml 12 `s`", "replace main.yaml 12 `https://db.example:80`"}));
}

TEST_F(ChangeTest, KeepsQuotesAndComments) {
  EXPECT_EQ(
      candidates(
          R"({"dialect": "unfurl", "main": "instances:\n  a:\n    type: T\n    attributes:\n      x: 'on' # c\n"})",
          R"("instances.a.x")", R"("it's")"),
      (Strings{"origin main.yaml 5 `it''s`"}));
}

TEST_F(ChangeTest, SolvesForNumbers) {
  constexpr std::string_view stack = R"({"dialect": "yaql", "expression": "$.n * 3 + 1", "data": {"n": 2}})";
  EXPECT_EQ(candidates(stack, R"("")", "13"),
            (Strings{"inverse /data/n 4", "inverse <expression> 1 `6`", "inverse <expression> 1 `7`"}));
}

TEST_F(ChangeTest, FindsTheNumberThatItTriedFirst) {
  constexpr std::string_view sum = R"({"dialect": "yaql", "expression": "$.n + 1", "data": {"n": 2}})";
  EXPECT_EQ(candidates(sum, R"("")", "4"), (Strings{"inverse /data/n 3", "inverse <expression> 1 `2`"}));
}

TEST_F(ChangeTest, ChangesADefaultOrGivesAnInput) {
  constexpr std::string_view stack = R"({"dialect": "heat", "main":
    "heat_template_version: wallaby\nparameters:\n  host: {type: string, default: web}\noutputs:\n  url: {value: {list_join: [':', [{get_param: host}, '80']]}}\n"})";
  EXPECT_EQ(candidates(stack, R"("url")", R"("db:80")"),
            (Strings{"inverse main.yaml 3 `d`", "override /inputs/host \"db\"", "replace main.yaml 5 `'db:80'`"}));
}

TEST_F(ChangeTest, ChangesAnExpressionThatIsAMap) {
  constexpr std::string_view sum =
      R"({"dialect": "dcontroller", "expression": {"@concat": ["app-", "$.name"]}, "data": {"name": "web"}})";
  EXPECT_EQ(candidates(sum, R"("")", R"("app-db")").front(), "inverse /data/name \"db\"");
  constexpr std::string_view map = R"({"dialect": "dcontroller", "expression": {"a": {"b": "x"}}, "data": {}})";
  EXPECT_EQ(candidates(map, R"("a.b")", R"("y")"), (Strings{"origin /expression/a/b \"y\""}));
}

TEST_F(ChangeTest, SeesThroughACaseThatChanges) {
  constexpr std::string_view upper =
      R"json({"dialect": "yaql", "expression": "$.n.toUpper()", "data": {"n": "web"}})json";
  EXPECT_EQ(candidates(upper, R"("")", R"("WEB2")").front(), "inverse /data/n \"web2\"");
  EXPECT_EQ(candidates(upper, R"("")", R"("DB")").front(), "inverse /data/n \"db\"");
}

TEST_F(ChangeTest, ChoosesAnotherBranch) {
  constexpr std::string_view stack = R"({"dialect": "heat", "main":
    "heat_template_version: wallaby\nparameters:\n  env: {type: string, default: dev}\nconditions:\n  big: {equals: [{get_param: env}, prod]}\noutputs:\n  f: {value: {if: [big, large, small]}}\n"})";
  const Strings found = candidates(stack, R"("f")", R"("large")");
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front(), "origin main.yaml 7 `large`");
}

TEST_F(ChangeTest, ChangesALineOfATemplate) {
  constexpr std::string_view page = R"({"dialect": "jinja2", "main": "a\nlisten {{ port }};\n", "vars": {"port": 80}})";
  EXPECT_EQ(candidates(page, R"(["text", 1])", R"("listen 8080;")"),
            (Strings{"inverse /vars/port 8080", "replace main.j2 2 `8080`"}));
  EXPECT_EQ(candidates(page, R"(["text", 1])", R"("hear 80;")"), (Strings{"origin main.j2 2 `hear`"}));
}

TEST_F(ChangeTest, ChangesALineOfATemplateOfEachVersionOfAnsible) {
  for (const std::string version : {"2.14", "2.21"}) {
    const std::string page =
        R"({"dialect": "jinja2", "options": {"flavor": "ansible", "reference": ")" + version +
        R"("}, "main": "a\n{% for p in ports %}\nlisten {{ p }}{{ ' ssl' if p == 443 }};\n{% endfor %}\n", "vars": {"ports": [80, 443]}})";
    EXPECT_EQ(candidates(page, R"(["text", 1])", R"("listen 81;")").front(), "inverse /vars/ports/0 81") << version;
  }
}

TEST_F(ChangeTest, InsertsTextBesideAnExpression) {
  constexpr std::string_view page = R"({"dialect": "jinja2", "main": "a\nlisten {{ port }};\n", "vars": {"port": 80}})";
  EXPECT_EQ(
      candidates(page, R"(["text", 1])", R"("listen 80 default;")"),
      (Strings{"inverse /vars/port \"80 default\"", "inverse main.j2 2 ` default`", "replace main.j2 2 `80 default`"}));
}

TEST_F(ChangeTest, ChangesTheItemsOfAPolicysList) {
  constexpr std::string_view policy = R"({"dialect": "cfengine", "main":
    "bundle agent main\n{\n  vars:\n    \"p\" slist => { \"a\", \"b\" };\n}\n"})";
  constexpr std::string_view path = R"(["variables", "main.p"])";
  EXPECT_EQ(candidates(policy, path, R"(["a", "b", "c"])"), (Strings{"origin main.cf 4 `, \"c\"`"}));
  EXPECT_EQ(candidates(policy, path, R"(["b"])"), (Strings{"origin main.cf 4 ``"}));
  EXPECT_EQ(candidates(policy, path, R"(["a", "x y", "b"])"), (Strings{"origin main.cf 4 `x y\", \"`"}));
}

TEST_F(ChangeTest, KeepsASecretSecret) {
  constexpr std::string_view marked = R"({"dialect": "unfurl", "main":
    "instances:\n  db:\n    attributes:\n      password: {eval: {sensitive: hunter2-hunter2}}\n"})";
  EXPECT_EQ(candidates(marked, R"("instances.db.password")", R"("swordfish")"),
            (Strings{"origin main.yaml 4 `swordfish`"}));
  constexpr std::string_view given = R"({"dialect": "unfurl", "secrets": {"pw": "hunter2-hunter2"}, "main":
    "instances:\n  db:\n    attributes:\n      password: {eval: {secret: pw}}\n"})";
  EXPECT_EQ(candidates(given, R"("instances.db.password")", R"("swordfish")"),
            (Strings{"inverse /secrets/pw \"swordfish\""}));
}

TEST_F(ChangeTest, SetsAParameterInAnEnvironmentOfHeat) {
  constexpr std::string_view stack = R"({"dialect": "heat", "inputs": {"environment_files": ["prod.yaml"]}, "files": {
    "main.yaml": "heat_template_version: 2021-04-16\nparameters:\n  size: {type: string, default: small}\noutputs:\n  f: {value: {get_param: size}}\n",
    "prod.yaml": "parameters: {}\n"}, "main": "main.yaml"})";
  EXPECT_EQ(candidates(stack, R"("f")", R"("large")"),
            (Strings{"origin main.yaml 3 `large`", "override prod.yaml 2 `\n  size: large`",
                     "override /inputs/size \"large\"", "replace main.yaml 5 `large`"}));
}

TEST_F(ChangeTest, GivesAParameterToANestedStack) {
  constexpr std::string_view stack = R"({"dialect": "heat", "main": "a/main.yaml", "files": {
    "a/main.yaml": "heat_template_version: 2021-04-16\nresources:\n  web: {type: ../web.yaml}\noutputs:\n  o: {value: {get_attr: [web, size]}}\n",
    "web.yaml": "heat_template_version: 2021-04-16\nparameters:\n  size: {type: string, default: small}\noutputs:\n  size: {value: {get_param: size}}\n"}})";
  EXPECT_EQ(candidates(stack, R"("o")", R"("large")")[1],
            "override a/main.yaml 3 `, properties: {size: large}`, others 1");
}

TEST_F(ChangeTest, OffersEachLevelOfARepository) {
  constexpr std::string_view repository = R"({"dialect": "ansible", "operation": "host", "main": "site.yml",
    "options": {"inventory": "hosts.ini", "host": "w1", "play": "site.yml"},
    "files": {"hosts.ini": "[web]\nw1\n", "group_vars/all.yml": "port: 80\nurl: h:{{ port }}\n",
              "site.yml": "- hosts: web\n  tasks: []\n"}})";
  EXPECT_EQ(
      candidates(repository, R"("variables.port.value")", "81"),
      (Strings{"origin group_vars/all.yml 1 `1`, others 1", "override group_vars/web.yml 1 `port: 81\n`, others 1",
               "override host_vars/w1.yml 1 `port: 81\n`, others 1",
               "override site.yml 3 `  vars:\n    port: 81\n`, others 1", "override /vars/port 81, others 1"}));
  const Strings found = candidates(repository, R"("variables.url.value")", R"("h:82")");
  EXPECT_EQ(std::count(found.begin(), found.end(), "inverse group_vars/all.yml 1 `2`, others 1"), 1);
  EXPECT_EQ(found.back(), "replace group_vars/all.yml 2 `'h:82'`");
}

TEST_F(ChangeTest, ComparesTheOtherHostsWithoutABrokenOne) {
  constexpr std::string_view repository = R"({"dialect": "ansible", "operation": "host", "main": "site.yml",
    "options": {"inventory": "hosts.ini", "host": "w1", "play": "site.yml"},
    "files": {"hosts.ini": "[web]\nw1\nw2\nw3\n", "group_vars/all.yml": "port: 80\n",
              "host_vars/w3.yml": "a: [\n", "site.yml": "- hosts: web\n  tasks: []\n"}})";
  const Value found = answer(repository, R"("variables.port.value")", "81");
  EXPECT_NE(write(*found.as_map().find("candidates")).find(R"(["hosts","w2","port"])"), std::string::npos);
  const Value* notes = found.as_map().find("notes");
  ASSERT_NE(notes, nullptr);
  EXPECT_EQ(write(*notes), R"(["Hosts that could not be evaluated, and were not compared: w3."])");
}

TEST_F(ChangeTest, OffersWhatAConditionReads) {
  constexpr std::string_view stack = R"({"dialect": "heat", "main":
    "heat_template_version: wallaby\nparameters:\n  env: {type: string, default: dev}\nconditions:\n  big: {equals: [{get_param: env}, prod]}\noutputs:\n  f: {value: {if: [big, large, small]}}\n"})";
  Strings found = candidates(stack, R"("f")", R"("large")");
  EXPECT_EQ(std::count(found.begin(), found.end(), "choice main.yaml 3 `prod`"), 1) << found.size();
  constexpr std::string_view page = R"({"dialect": "jinja2", "main":
    "{{ 'big' if env == 'prod' else 'small' }}\n{% if tls %}\non\n{% else %}\noff\n{% endif %}\n", "vars": {"env": "dev", "tls": false}})";
  found = candidates(page, R"(["text", 0])", R"("big")");
  EXPECT_EQ(std::count(found.begin(), found.end(), "choice /vars/env \"prod\""), 1);
  found = candidates(page, R"(["text", 2])", R"("on")");
  EXPECT_EQ(std::count(found.begin(), found.end(), "choice /vars/tls true"), 1);
  constexpr std::string_view unset =
      R"({"dialect": "jinja2", "main": "{% if tls %}on{% else %}off{% endif %}\n", "vars": {}})";
  EXPECT_EQ(candidates(unset, R"(["text", 0])", R"("on")"), (Strings{"origin main.j2 1 `n`", "choice /vars/tls true"}));
  constexpr std::string_view query =
      R"json({"dialect": "yaql", "expression": "switch($.n > 5 => big, true => small)", "data": {"n": 1}})json";
  found = candidates(query, R"("")", R"("big")");
  EXPECT_EQ(std::count(found.begin(), found.end(), "choice /data/n 6"), 1);
  constexpr std::string_view pipeline = R"({"dialect": "dcontroller",
    "expression": {"@cond": [{"@eq": ["$.env", "prod"]}, "big", "small"]}, "data": {"env": "dev"}})";
  found = candidates(pipeline, R"("")", R"("big")");
  EXPECT_EQ(std::count(found.begin(), found.end(), "choice /data/env \"prod\""), 1);
  constexpr std::string_view cases = R"({"dialect": "dcontroller", "options": {"reference": "2026"},
    "expression": {"@switch": [[{"@gt": ["$.count", 5]}, "many"], [true, "few"]]}, "data": {"count": 3}})";
  found = candidates(cases, R"("value")", R"("many")");
  EXPECT_EQ(std::count(found.begin(), found.end(), "choice /data/count 6"), 1);
  EXPECT_EQ(std::count(found.begin(), found.end(), "inverse /expression/@switch/1/1 \"many\""), 1);
  constexpr std::string_view ensemble = R"({"dialect": "unfurl", "main":
    "instances:\n  app:\n    type: T\n    attributes:\n      mode: {eval: {if: '.::debug', then: {q: verbose}, else: {q: quiet}}}\n      debug: false\n"})";
  found = candidates(ensemble, R"("instances.app.mode")", R"("verbose")");
  EXPECT_EQ(std::count(found.begin(), found.end(), "choice main.yaml 6 `tru`, others 1"), 1);
  constexpr std::string_view policy = R"({"dialect": "cfengine", "main":
    "bundle agent main\n{\n  vars:\n    prod::\n      \"mode\" string => \"full\";\n    !prod::\n      \"mode\" string => \"light\";\n}\n"})";
  found = candidates(policy, R"("main.mode")", R"("full")");
  EXPECT_EQ(std::count(found.begin(), found.end(), "choice /classes [\"prod\"]"), 1);
  constexpr std::string_view call = R"({"dialect": "cfengine", "main":
    "bundle agent main\n{\n  vars:\n    \"mode\" string => ifelse(\"prod\", \"full\", \"light\");\n}\n"})";
  found = candidates(call, R"("main.mode")", R"("full")");
  EXPECT_EQ(std::count(found.begin(), found.end(), "choice /classes [\"prod\"]"), 1);
}

TEST_F(ChangeTest, TurnsAComparison) {
  constexpr std::string_view query = R"({"dialect": "yaql", "expression": "$.env = prod", "data": {"env": "dev"}})";
  EXPECT_EQ(candidates(query, R"("")", "true").front(), "choice /data/env \"prod\"");
  constexpr std::string_view part = R"json({"dialect": "yaql", "expression": "dict(a => $.env = prod, on => $.n > 5)",
      "data": {"env": "dev", "n": 3}})json";
  EXPECT_EQ(candidates(part, R"("on")", "true").front(), "choice /data/n 6");
  constexpr std::string_view page =
      R"({"dialect": "jinja2", "main": "{{ n == 2 }} {{ env == 'prod' }}\n", "vars": {"n": 1, "env": "dev"}})";
  Strings found = candidates(page, R"(["text", 0])", R"("True False")");
  EXPECT_EQ(std::count(found.begin(), found.end(), "choice /vars/n 2"), 1) << (found.empty() ? "" : found.front());
  constexpr std::string_view when = R"({"dialect": "jinja2", "options": {"flavor": "ansible", "as": "conditional"},
      "expression": "n == 2", "vars": {"n": 1}})";
  found = candidates(when, R"("value")", "true");
  EXPECT_EQ(std::count(found.begin(), found.end(), "choice /vars/n 2"), 1) << (found.empty() ? "" : found.front());
  constexpr std::string_view expression =
      R"({"dialect": "jinja2", "options": {"flavor": "ansible"}, "expression": "{{ n == 2 }}", "vars": {"n": 1}})";
  found = candidates(expression, R"(["text", 0])", R"("True")");
  EXPECT_EQ(std::count(found.begin(), found.end(), "choice /vars/n 2"), 1) << (found.empty() ? "" : found.front());
}

TEST_F(ChangeTest, FollowsVariablesOfATemplate) {
  constexpr std::string_view page = R"({"dialect": "jinja2", "main": "page.j2", "files": {
    "page.j2": "{% from 'names.j2' import domain, greet %}\n{% set port = base + 1 %}\nlisten {{ port }};\nhost {{ host | default('localhost') }}.{{ domain }};\n{{ greet(user) }}\n{% set hi = greet(user) %}{{ hi }}\n",
    "names.j2": "{% set domain = 'example' %}\n{% macro greet(who) %}Hello {{ who }}!{% endmacro %}\n"},
    "vars": {"base": 79, "user": "ann"}})";
  EXPECT_EQ(candidates(page, R"(["text", 2])", R"("listen 8080;")").front(), "inverse /vars/base 8079");
  Strings found = candidates(page, R"(["text", 3])", R"("host localhost.test;")");
  EXPECT_EQ(std::count(found.begin(), found.end(), "inverse names.j2 1 `test`"), 1);
  found = candidates(page, R"(["text", 3])", R"("host db.example;")");
  EXPECT_EQ(std::count(found.begin(), found.end(), "override /vars/host \"db\""), 1);
  EXPECT_EQ(std::count(found.begin(), found.end(), "origin page.j2 4 `db`"), 1);
  EXPECT_EQ(candidates(page, R"(["text", 4])", R"("Hello bob!")").front(), "inverse /vars/user \"bob\", others 1");
  found = candidates(page, R"(["text", 4])", R"("Welcome ann!")");
  EXPECT_EQ(std::count(found.begin(), found.end(), "origin names.j2 2 `Welcome`, others 1"), 1);
  found = candidates(page, R"(["text", 5])", R"("Welcome ann!")");
  EXPECT_EQ(std::count(found.begin(), found.end(), "inverse names.j2 2 `Welcome`, others 1"), 1);
}

TEST_F(ChangeTest, TellsWhatChangesForOtherHostsWhateverTheMainFileIs) {
  constexpr std::string_view repository = R"({"dialect": "ansible", "operation": "host", MAIN
    "options": {"inventory": "hosts.ini", "host": "w1"},
    "files": {"a/templates/x.j2": "{{ port }}", "hosts.ini": "[web]\nw1\nw2\n", "group_vars/web.yml": "port: 80\n"}})";
  for (const std::string_view main : {"", R"("main": "hosts.ini",)"}) {
    std::string workspace(repository);
    workspace.replace(workspace.find("MAIN"), 4, main);
    EXPECT_EQ(candidates(workspace, R"("variables.port.value")", "81"),
              (Strings{"override host_vars/w1.yml 1 `port: 81\n`", "origin group_vars/web.yml 1 `1`, others 1",
                       "override /vars/port 81, others 1"}));
  }
}

TEST_F(ChangeTest, OffersTheVariableFilesThatAreRead) {
  constexpr std::string_view repository = R"({"dialect": "ansible", "operation": "host",
    "options": {"inventory": "prod/hosts", "host": "w1", "play": "site.yml"},
    "files": {"dev/hosts": "w1\n", "dev/group_vars/all.yml": "size: 1\n", "prod/hosts": "w1 port=80\n",
              "prod/host_vars/w2.yml": "size: 1\n", "host_vars/w2.yml": "size: 1\n",
              "site.yml": "- hosts: all\n  tasks: []\n"}})";
  const Strings found = candidates(repository, R"("variables.port.value")", "81");
  const auto is_folder_of = [](const std::string& one) { return one.find("host_vars/w1.yml") != std::string::npos; };
  EXPECT_EQ(std::count_if(found.begin(), found.end(), is_folder_of), 2);
  EXPECT_EQ(std::count(found.begin(), found.end(), "override host_vars/w1.yml 1 `port: 81\n`"), 1);
  EXPECT_EQ(std::count(found.begin(), found.end(), "override prod/host_vars/w1.yml 1 `port: 81\n`"), 1);
}

TEST_F(ChangeTest, KeepsTheOtherKeysOfAMapWithExpressions) {
  constexpr std::string_view repository = R"({"dialect": "ansible", "operation": "host",
    "options": {"inventory": "hosts.ini", "host": "w1"},
    "files": {"hosts.ini": "[web]\nw1\n", "group_vars/all.yml": "m:\n  a: '{{ n }}'\n  b: 'x{{ n }}'\nn: 5\n"}})";
  const Strings found = candidates(repository, R"("variables.m.value.b")", R"("z")");
  EXPECT_EQ(found.back(), "replace group_vars/all.yml 3 `z`") << testing::PrintToString(found);
}

TEST_F(ChangeTest, OffersTheVariablesOfARole) {
  constexpr std::string_view repository = R"({"dialect": "ansible", "operation": "host",
    "options": {"inventory": "hosts.ini", "host": "w1", "play": "site.yml", "role": "app"},
    "files": {"hosts.ini": "[web]\nw1\n", "p/roles/app/defaults/main.yml": "port: 80\n", "host_vars/w1.yml": "size: 1\n",
              "ansible.cfg": "[defaults]\nroles_path = p/roles\n", "site.yml": "- hosts: web\n  roles: [app]\n"}})";
  const Strings found = candidates(repository, R"("variables.port.value")", "81");
  EXPECT_EQ(std::count(found.begin(), found.end(), "override p/roles/app/vars/main.yml 1 `port: 81\n`"), 1)
      << testing::PrintToString(found);
}

TEST_F(ChangeTest, TakesAWholeNumberForARealOne) {
  constexpr std::string_view query = R"({"dialect": "yaql", "expression": "$.n * 2", "data": {"n": 1.5}})";
  const Strings found = candidates(query, R"("")", "4");
  EXPECT_EQ(std::count(found.begin(), found.end(), "inverse /data/n 2.0"), 1) << testing::PrintToString(found);
}

TEST_F(ChangeTest, ChangesALiteralOfAPolicy) {
  constexpr std::string_view policy = R"({"dialect": "cfengine", "main":
    "bundle agent main\n{\n  vars:\n    \"port\" string => \"80\";\n  reports:\n    \"p $(port)\";\n}\n"})";
  EXPECT_EQ(candidates(policy, R"(["variables", "main.port"])", R"("81")"),
            (Strings{"origin main.cf 4 `1`, others 1"}));
  EXPECT_EQ(candidates(policy, R"(["reports", 0])", R"("p 81")"), (Strings{"inverse main.cf 4 `1`, others 1"}));
  EXPECT_EQ(candidates(policy, R"(["text", 0])", R"("p 81")").front(), "inverse main.cf 4 `1`, others 1");
  EXPECT_EQ(candidates(policy, R"("main.port")", R"("81")"), (Strings{"origin main.cf 4 `1`, others 1"}));
}

TEST_F(ChangeTest, DoesNotShowASecret) {
  constexpr std::string_view stack = R"({"dialect": "unfurl", "main":
    "instances:\n  a:\n    type: T\n    attributes:\n      password: {eval: {sensitive: hunter2}}\n"})";
  const std::string all = write(answer(stack, R"("instances.a.password")", R"("other")"));
  EXPECT_EQ(all.find("hunter2"), std::string::npos) << all;
  EXPECT_EQ(all.find(R"("now")"), std::string::npos) << all;
  EXPECT_NE(all.find("other"), std::string::npos) << all;
}

TEST_F(ChangeTest, SaysWhatDoesNotHold) {
  EXPECT_EQ(
      text_in(answer(ensemble, R"("instances.api.regoin")", "1").as_map().find("diagnostics")->as_list()[0].as_map(),
              "message"),
      "The result has nothing at \"instances.api.regoin\".");
  EXPECT_TRUE(candidates(ensemble, R"("instances.api.region")", R"("eu")").empty());
}

TEST_F(ChangeTest, EndsAtItsBounds) {
  const Value found = parse(change(
      R"({"change": )" + std::string(ensemble) + R"(, "path": "instances.api.url", "to": "x", "trials": 1})", host_));
  EXPECT_EQ(text_in(found.as_map(), "bound"), "trials");
  EXPECT_EQ(write(*found.as_map().find("trials")), "1");
}

// Which value is shown at the place of `¦` in the main document: its path and value, as JSON.
std::string shown_at(std::string workspace, std::string text) {
  const std::size_t offset = text.find("¦");
  text.erase(offset, std::string_view("¦").size());
  Budget budget = generous_budget();
  ClosedHost host;
  Map own = parse_json(workspace, budget).as_map();
  own.set("files", Value::map({{"main", Value::string(text)}}));
  own.set("main", Value::string("main"));
  const Value place =
      Value::map({{"file", Value::string("main")}, {"offset", Value::integer(static_cast<std::int64_t>(offset))}});
  const Map request{{"change", Value::map(std::move(own))}, {"at", place}};
  const Value found = parse_json(change(write_json(Value::map(request), budget), host), budget);
  const Value* path = found.as_map().find("path");
  const Value* now = found.as_map().find("now");
  if (path == nullptr) return "none";
  return write_json(*path, budget) + (now == nullptr ? " secret" : " " + write_json(*now, budget));
}

TEST(ShownAt, FindsTheValueOfALine) {
  constexpr std::string_view unfurl = R"({"dialect": "unfurl"})";
  const std::string merged =
      "base:\n  region: eu\ninstances:\n  a:\n    type: T\n    attributes:\n      +/base:\n      port: 80\n";
  const auto at = [&](std::string_view line) {
    std::string text = merged;
    return shown_at(std::string(unfurl), text.insert(text.find(line) + 2, "¦"));
  };
  EXPECT_EQ(at("port: 80"), R"(["value","instances","a","port"] 80)");
  EXPECT_EQ(at("region"), R"(["value","instances","a","region"] "eu")");
  EXPECT_EQ(at("type: T"), "none");
  EXPECT_EQ(shown_at(R"({"dialect": "jinja2", "vars": {"x": "b"}})", "a\n{{ ¦x }} {{ x }}\nc"), R"(["text",1] "b b")");
  EXPECT_EQ(shown_at(R"({"dialect": "jinja2"})", "a\nb¦\nc"), R"(["text",1] "b")");
  EXPECT_EQ(shown_at(R"({"dialect": "jinja2"})", "{% set ¦x = 1 %}\n{{ x }}"), "none");
  EXPECT_EQ(shown_at(R"({"dialect": "cfengine"})", "bundle agent main\n{\n  vars:\n    \"p¦\" string => \"80\";\n}\n"),
            R"(["variables","main.p"] "80")");
  EXPECT_EQ(shown_at(R"({"dialect": "unfurl"})", "secret: {eval: {sensitive: ¦hunter2}}\n"),
            R"(["value","instances","main","secret"] secret)");
}

TEST(ChangeWish, ReadsWhatAPersonWrites) {
  const auto wanted = [](const std::string& now, const std::string& written) {
    Budget budget = generous_budget();
    ClosedHost host;
    const Value written_text = Value::string(written);
    const Value found = parse_json(
        change(R"({"change": {"dialect": "unfurl", "main": "v: )" + now +
                   R"(\n"}, "path": "instances.main.v", "toText": )" + write_json(written_text, budget) + "}",
               host),
        budget);
    const Value* to = found.as_map().find("to");
    return to == nullptr ? write_json(found, budget) : write_json(*to, budget);
  };
  EXPECT_EQ(wanted("'1.9'", "1.10"), R"("1.10")");
  EXPECT_EQ(wanted("a", "[1]"), R"("[1]")");
  EXPECT_EQ(wanted("a", "\"b c\""), R"("b c")");
  EXPECT_EQ(wanted("80", "81"), "81");
  EXPECT_EQ(wanted("80", "eighty"), R"("eighty")");
}

}  // namespace
}  // namespace evalground
