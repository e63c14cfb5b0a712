// Why a value is missing, false or null: the condition that decided, what it compared, and changes that turn it.
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "base/generous_budget.hpp"
#include "engine.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

using Strings = std::vector<std::string>;

class WhyTest : public testing::Test {
 protected:
  Value answer(std::string_view workspace, std::string_view path) {
    return parse_json(
        change(R"({"why": )" + std::string(workspace) + R"(, "path": ")" + std::string(path) + "\"}", host_), budget_);
  }

  // Each reason as its message, and behind it the changes that turn the condition.
  Strings reasons(std::string_view workspace, std::string_view path) {
    const Value value = answer(workspace, path);
    const Value* list = value.as_map().find("reasons");
    if (list == nullptr) return {write_json(value, budget_)};
    Strings result;
    for (const Value& one : list->as_list()) {
      std::string text(one.as_map().find("message")->as_string());
      for (const Value& candidate : one.as_map().find("candidates")->as_list()) {
        for (const Value& edit : candidate.as_map().find("edits")->as_list()) {
          text += " | " + std::string(edit.as_map().find("file")->as_string()) + " " +
                  write_json(*edit.as_map().find("line"), budget_) + " `" +
                  std::string(edit.as_map().find("text")->as_string()) + "`";
        }
        for (const Value& key : candidate.as_map().find("changes")->as_list()) {
          text += " | " + std::string(key.as_map().find("path")->as_string()) + " " +
                  write_json(*key.as_map().find("value"), budget_);
        }
      }
      result.push_back(text);
    }
    return result;
  }

  Budget budget_ = generous_budget();
  ClosedHost host_;
};

TEST_F(WhyTest, TellsWhatDroppedAnItemOfAQuery) {
  constexpr std::string_view query = R"({"dialect": "yaql", "expression": "$.servers.where($.status = ACTIVE).name",
      "data": {"servers": [{"name": "web-1", "status": "ACTIVE"}, {"name": "web-2", "status": "ERROR"}]}})";
  EXPECT_EQ(reasons(query, "$.servers[1]"),
            Strings({"`$.status = ACTIVE` does not hold for servers[1]: $.servers[1].status is \"ERROR\". | "
                     "/data/servers/1/status \"ACTIVE\" | <expression> 1 `ERROR`"}));
  EXPECT_EQ(reasons(query, "data.servers[0]"), Strings());
}

TEST_F(WhyTest, TellsWhyAResourceIsNotThere) {
  constexpr std::string_view stack = R"({"dialect": "heat", "main":
    "heat_template_version: 2021-04-16\nparameters:\n  env: {type: string, default: test}\nconditions:\n  is_prod: {equals: [{get_param: env}, prod]}\nresources:\n  standby:\n    type: OS::Nova::Server\n    condition: is_prod\n    properties: {name: b}\noutputs:\n  name: {value: {if: [is_prod, big, small]}}\n"})";
  EXPECT_EQ(reasons(stack, "resources.standby"),
            Strings({"`{equals: [{get_param: env}, prod]}` does not hold: parameters.env.default is test. | main.yaml "
                     "3 `prod` | /inputs/env \"prod\" | main.yaml 5 `test`"}));
  EXPECT_EQ(reasons(stack, "outputs.name"),
            Strings({"`{equals: [{get_param: env}, prod]}` does not hold: parameters.env.default is test. | main.yaml "
                     "3 `prod` | /inputs/env \"prod\" | main.yaml 5 `test`"}));
}

TEST_F(WhyTest, TellsWhyALineOfATemplateIsNotThere) {
  constexpr std::string_view page = R"({"dialect": "jinja2", "files": {"page.j2":
    "{% if tls %}\n  ssl on;\n{% else %}\n  ssl off;\n{% endif %}\n{% for u in users if u.on %}{{ u.name }} {% endfor %}\n{{ users | selectattr('age', 'gt', 17) | map(attribute='name') | list }}\n{{ 'a' if users[0].on else 'b' }}\n"},
    "vars": {"tls": false, "users": [{"name": "ann", "on": true, "age": 40}, {"name": "bob", "on": false, "age": 7}]}})";
  EXPECT_EQ(reasons(page, "page.j2:2"), Strings({"`tls` does not hold: tls is false. | /vars/tls true"}));
  EXPECT_EQ(reasons(page, "users[1]"),
            Strings({"`u.on` does not hold for users[1]: users[1].on is false. | /vars/users/1/on true",
                     "`users | selectattr('age', 'gt', 17)` does not hold for users[1]: users[1].age is 7. | "
                     "/vars/users/1/age 18 | page.j2 7 `6`"}));
}

TEST_F(WhyTest, TellsWhatAFilterOfAnEnsembleCompared) {
  constexpr std::string_view ensemble = R"({"dialect": "unfurl", "main":
    "instances:\n  app:\n    type: T\n    attributes:\n      ports: [{name: http, on: true}, {name: admin, on: false}]\n      names: {eval: '.::ports::[on=true]::name'}\n      mode: {eval: {if: '.::debug', then: {q: verbose}, else: {q: quiet}}}\n      debug: false\n"})";
  EXPECT_EQ(reasons(ensemble, "instances.app.mode"),
            Strings({"`.::debug` does not hold: instances.app.attributes.debug is false. | main.yaml 8 `tru`"}));
  EXPECT_EQ(reasons(ensemble, "instances.app.attributes.ports[1]"),
            Strings({"`.::ports::[on=true]::name` does not hold for instances.app.attributes.ports[1]: "
                     "instances.app.attributes.ports[1].on is false. | main.yaml 5 `tru`"}));
}

TEST_F(WhyTest, TellsWhyAPromiseWasSkipped) {
  constexpr std::string_view policy = R"({"dialect": "cfengine", "files": {"main.cf":
    "bundle agent main\n{\n  reports:\n    web.linux::\n      \"web\";\n    any::\n      \"always\" unless => \"web\";\n}\n"},
    "classes": ["linux"]})";
  EXPECT_EQ(reasons(policy, "main.cf:5"), Strings({"`web.linux::` does not hold. | /classes [\"linux\",\"web\"]"}));
}

TEST_F(WhyTest, TellsWhyAClassIsNotDefined) {
  constexpr std::string_view policy = R"({"dialect": "cfengine", "files": {"main.cf":
    "bundle agent main\n{\n  vars:\n    \"env\" string => \"test\";\n  classes:\n    \"prod\" expression => strcmp(\"$(env)\", \"prod\");\n  reports:\n    prod::\n      \"production\";\n}\n"}})";
  const Strings own = reasons(policy, "main.cf:6");
  ASSERT_EQ(own.size(), 1U);
  EXPECT_NE(own[0].find("main.cf 4 `prod`"), std::string::npos) << own[0];
  const Strings report = reasons(policy, "main.cf:9");
  ASSERT_EQ(report.size(), 2U);
  EXPECT_EQ(report[0], "`prod::` does not hold. | /classes [\"prod\"]");
  EXPECT_EQ(report[1], own[0]);
}

TEST_F(WhyTest, ProposesTheInputsOfAStackAndNoKeywords) {
  constexpr std::string_view stack =
      R"({"dialect": "heat", "inputs": {"environment_files": ["prod.yaml"]}, "main": "main.yaml", "files": {"prod.yaml": "parameters: {}\n", "main.yaml":
    "heat_template_version: 2021-04-16\nparameters:\n  env: {type: string, default: test}\nresources:\n  standby:\n    type: OS::Nova::Server\n    condition: {equals: [{get_param: env}, prod]}\n    properties: {name: b}\n"}})";
  const Strings found = reasons(stack, "resources.standby");
  EXPECT_EQ(found, Strings({"`{equals: [{get_param: env}, prod]}` does not hold: parameters.env.default is test. | "
                            "main.yaml 3 `prod` | prod.yaml 2 `\n  env: prod` | /inputs/env \"prod\""}));
  EXPECT_EQ(reasons(stack, "main.yaml:5"), Strings({"`{equals: [{get_param: env}, prod]}` does not hold for "
                                                    "resources.standby: parameters.env.default is test. | "
                                                    "main.yaml 3 `prod` | prod.yaml 2 `\n  env: prod` | /inputs/env "
                                                    "\"prod\""}));
}

TEST_F(WhyTest, TellsWhatATemplateOfAnsibleCompared) {
  constexpr std::string_view page = R"({"dialect": "jinja2", "options": {"flavor": "ansible"}, "files": {"page.j2":
    "{% if env == 'prod' %}\nbig\n{% endif %}\n"}, "vars": {"env": "{{ stage }}", "stage": "dev"}})";
  const Strings found = reasons(page, "page.j2:2");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(found[0].find("env is \"dev\""), std::string::npos) << found[0];
  EXPECT_NE(found[0].find("/vars/stage \"prod\""), std::string::npos) << found[0];
}

TEST_F(WhyTest, TellsWhatAConditionOfATaskCompared) {
  const auto of_version = [](const std::string& version) {
    return R"({"dialect": "jinja2", "options": {"flavor": "ansible", "as": "conditional", "reference": ")" + version +
           R"("}, "expression": "n == 2 and env == 'prod'", "vars": {"n": 2, "env": "dev"}})";
  };
  for (const std::string version : {"2.14", "2.21"}) {
    const Strings found = reasons(of_version(version), "$");
    ASSERT_EQ(found.size(), 1U) << version;
    EXPECT_NE(found[0].find("env is \"dev\""), std::string::npos) << found[0];
    EXPECT_NE(found[0].find("/vars/env \"prod\""), std::string::npos) << found[0];
  }
}

TEST_F(WhyTest, SaysWhatIsNotThere) {
  constexpr std::string_view query = R"({"dialect": "yaql", "expression": "$.servers.where($.n > 1).n",
      "data": {"servers": [{"n": 1}, {"n": 2}]}})";
  const auto message = [&](std::string_view workspace, std::string_view path) {
    const Value value = answer(workspace, path);
    const Value* diagnostics = value.as_map().find("diagnostics");
    if (diagnostics == nullptr || diagnostics->as_list().empty()) return write_json(value, budget_);
    return std::string(diagnostics->as_list()[0].as_map().find("message")->as_string());
  };
  EXPECT_EQ(message(query, ""), "The path is empty. Name a value, an item of the data, or a line such as page.j2:5.");
  EXPECT_NE(message(query, "$.servers[1]").find(R"("dropped":false)"), std::string::npos);
  EXPECT_NE(message(query, "$.servers[7]").find(R"("after":"data.servers","items":2)"), std::string::npos)
      << message(query, "$.servers[7]");
  constexpr std::string_view page = R"({"dialect": "jinja2", "files": {"page.j2": "a\nb\n"}, "main": "page.j2"})";
  EXPECT_EQ(message(page, "page.j2:3"), "\"page.j2\" has 2 lines, and no line 3.");
  EXPECT_EQ(message(page, "pgae.j2:1"), "The workspace has no text \"pgae.j2\". Did you mean \"page.j2\"?");
}

TEST_F(WhyTest, SaysThatNotAllConditionsWereRecorded) {
  std::string many = R"json({"dialect": "yaql", "expression": "$.where($ < 0)", "data": [)json";
  for (int at = 0; at < 10'001; ++at) many += (at == 0 ? "" : ",") + std::to_string(at);
  many += "]}";
  const Value value = answer(many, "$[3]");
  const Value* notes = value.as_map().find("notes");
  ASSERT_NE(notes, nullptr);
  EXPECT_NE(write_json(*notes, budget_).find("10000"), std::string::npos);
}

TEST_F(WhyTest, TellsWhichStageDroppedAnObject) {
  constexpr std::string_view pipeline = R"({"dialect": "dcontroller", "expression":
    "{\"@filter\": [{\"@gt\": [\"$$.replicas\", 1]}, \"$.pods\"]}",
    "data": {"pods": [{"name": "a", "replicas": 3}, {"name": "b", "replicas": 1}]}})";
  EXPECT_EQ(reasons(pipeline, "$.pods[1]"),
            Strings({"`{\"@gt\": [\"$$.replicas\", 1]}` does not hold for pods[1]: $.pods[1].replicas is 1. | "
                     "/data/pods/1/replicas 2 | <expression> 1 `0`"}));
}

TEST_F(WhyTest, TellsWhereAPathEnds) {
  constexpr std::string_view page = R"({"dialect": "unfurl", "main": "base: {region: eu, port: 80}\n"})";
  const Value value = answer(page, "instances.main.base.regin");
  const Map& missing = value.as_map().find("missing")->as_map();
  EXPECT_EQ(missing.find("after")->as_string(), "value.instances.main.base");
  EXPECT_EQ(missing.find("nearest")->as_string(), "region");
  EXPECT_EQ(missing.find("names")->as_list().size(), 2U);
}

TEST_F(WhyTest, ShowsNoSecret) {
  constexpr std::string_view query = R"({"dialect": "jinja2", "files": {"page.j2":
    "{% if token == 'open' %}\nhello\n{% endif %}\n"}, "secrets": {"token": "hunter2hunter2"}, "vars": {}})";
  EXPECT_EQ(write_json(answer(query, "page.j2:2"), budget_).find("hunter2"), std::string::npos);
  for (const std::string_view inputs : {"{}", R"({"token": "hunter2hunter2"})"}) {
    const std::string stack = R"({"dialect": "heat", "inputs": )" + std::string(inputs) + R"(, "main":
      "heat_template_version: 2021-04-16\nparameters:\n  token: {type: string, default: hunter2hunter2, hidden: true}\nconditions:\n  open: {equals: [{get_param: token}, swordfish]}\nresources:\n  a: {type: OS::Heat::Value, condition: open}\n"})";
    const Value hidden = answer(stack, "resources.a");
    EXPECT_EQ(hidden.as_map().find("reasons")->as_list().size(), 1U);
    EXPECT_EQ(write_json(hidden, budget_).find("hunter2"), std::string::npos) << write_json(hidden, budget_);
  }
}

}  // namespace
}  // namespace evalground
