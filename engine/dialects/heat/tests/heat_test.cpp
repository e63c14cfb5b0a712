#include "dialects/heat/heat.hpp"

#include <gtest/gtest.h>

#include "runtime/host.hpp"
#include "value/json.hpp"

namespace evalground::heat {
namespace {

// Evaluates a template.
class Evaluated {
 public:
  explicit Evaluated(std::string_view text, RunOptions options_ = {}, Map inputs = {},
                     const std::vector<std::pair<std::string, std::string>>& files = {})
      : options(std::move(options_)) {
    workspace.dialect = "heat";
    workspace.inputs = std::move(inputs);
    workspace.main = "main.yaml";
    workspace.files.set("main.yaml", Value::string(text));
    for (const auto& [path, content] : files) workspace.files.set(path, Value::string(content));
    context = std::make_unique<Context>(workspace, options, host);
    try {
      dialect().evaluate(*context, outcome);
    } catch (const Error& error) {
      problem = error.diagnostic;
    }
  }

  std::string place(const Diagnostic& diagnostic) const {
    return diagnostic.where == 0 ? std::string() : std::string(context->sources.text_of(diagnostic.where));
  }
  // "id status value" of each node, one a line.
  std::string tree() const {
    std::string text;
    const auto add = [&](const auto& self, const std::vector<OutlineNode>& nodes) -> void {
      for (const OutlineNode& node : nodes) {
        if (node.kind != "group") text += node.id + " " + node.status + " " + node.value + "\n";
        self(self, node.children);
      }
    };
    add(add, dialect().outline(*context));
    return text;
  }

  Workspace workspace;
  RunOptions options;
  ClosedHost host;
  std::unique_ptr<Context> context;
  Outcome outcome;
  Diagnostic problem;
};

TEST(Heat, GivesTheOutputsThatWorkBesideTheOneThatFails) {
  const Evaluated evaluated(
      "heat_template_version: wallaby\noutputs:\n  bad: {value: {get_param: nope}}\n  good: {value: 1}\n");
  Budget budget;
  EXPECT_FALSE(evaluated.outcome.ok);
  EXPECT_EQ(write_json(*evaluated.outcome.value, budget), R"({"good":1})");
  ASSERT_EQ(evaluated.context->diagnostics.size(), 1U);
  EXPECT_EQ(evaluated.place(evaluated.context->diagnostics[0]), "nope");
}

TEST(Heat, PlacesAWrongInputAtItsParameter) {
  const Evaluated evaluated("heat_template_version: wallaby\nparameters: {count: {type: number}}\n", {},
                            Map{{"count", Value::string("many")}});
  EXPECT_EQ(evaluated.place(evaluated.problem), "count");
}

TEST(Heat, AsksForEachParameterThatHasNoValue) {
  const Evaluated evaluated(
      "heat_template_version: wallaby\n"
      "parameters: {a: {type: number}, b: {type: string, default: x}, c: {type: string, hidden: true}}\n");
  ASSERT_EQ(evaluated.context->asks.size(), 2U);
  EXPECT_EQ(evaluated.context->asks[0].name, "a");
  EXPECT_EQ(evaluated.place(evaluated.problem), "a");
  EXPECT_EQ(evaluated.context->asks[1].name, "c");
  EXPECT_EQ(evaluated.context->asks[1].key, "inputs");
}

TEST(Heat, PlacesAYaqlErrorWithinItsScalar) {
  const Evaluated evaluated(
      "heat_template_version: wallaby\noutputs:\n  o:\n    value:\n      yaql:\n        expression: |\n"
      "          $.data\n            .wheer($)\n        data: []\n");
  ASSERT_EQ(evaluated.context->diagnostics.size(), 1U);
  EXPECT_EQ(evaluated.place(evaluated.context->diagnostics[0]), "wheer");
}

TEST(Heat, MasksHiddenParametersInTheTree) {
  const Evaluated evaluated(
      "heat_template_version: wallaby\nparameters: {key: {type: string, hidden: true, default: hunter2}}\n"
      "resources: {r: {type: X, properties: {password: {get_param: key}, both: {list_join: ['', [x, {get_param: "
      "key}]]}}}}\n");
  const std::string tree = evaluated.tree();
  EXPECT_EQ(tree.find("hunter2"), std::string::npos) << tree;
  EXPECT_NE(tree.find("parameters/key resolved ******"), std::string::npos) << tree;
}

TEST(Heat, MasksHiddenParametersInTheTrace) {
  RunOptions options;
  options.trace = true;
  const Evaluated evaluated(
      "heat_template_version: wallaby\nparameters: {key: {type: string, hidden: true, default: hunter2}}\n"
      "outputs: {o: {value: {str_replace: {template: x-K, params: {K: {get_param: key}}}}}}\n",
      options);
  for (const Trace::Step& step : evaluated.context->trace.first_steps()) {
    EXPECT_EQ(step.value.find("hunter2"), std::string::npos) << step.value;
  }
  Budget budget;
  EXPECT_EQ(write_json(*evaluated.outcome.value, budget), R"({"o":"x-hunter2"})");
}

TEST(Heat, ShowsWhatWaitsForAnAttribute) {
  const Evaluated evaluated(
      "heat_template_version: wallaby\nresources: {r: {type: X}}\noutputs: {o: {value: {get_attr: [r, ip]}}}\n");
  EXPECT_NE(evaluated.tree().find("resources/r waits for an attribute"), std::string::npos);
  ASSERT_EQ(evaluated.context->diagnostics.size(), 1U);
  EXPECT_EQ(evaluated.context->diagnostics[0].code, "missing-attribute");
}

TEST(Heat, ShowsDisabledResourcesAndFalseConditions) {
  const Evaluated evaluated(
      "heat_template_version: wallaby\nconditions: {c: false}\nresources: {r: {type: X, condition: c}}\n");
  const std::string tree = evaluated.tree();
  EXPECT_NE(tree.find("conditions/c condition false false"), std::string::npos) << tree;
  EXPECT_NE(tree.find("resources/r condition false"), std::string::npos) << tree;
}

TEST(Heat, ShowsConditionsThatNothingUses) {
  const Evaluated evaluated(
      "heat_template_version: wallaby\nconditions: {unused: {equals: [{get_param: nope}, 1]}, bad: {not: nope}}\n"
      "outputs: {o: {value: {if: [bad, 1, 2]}}}\n");
  const std::string tree = evaluated.tree();
  EXPECT_NE(tree.find("conditions/unused unused"), std::string::npos) << tree;
  EXPECT_NE(tree.find("conditions/bad error"), std::string::npos) << tree;
}

TEST(Heat, PlacesAWrongArgumentAtItsPart) {
  const auto place = [](std::string_view value) {
    const Evaluated evaluated("heat_template_version: wallaby\noutputs: {o: {value: " + std::string(value) + "}}\n");
    return evaluated.place(evaluated.context->diagnostics.at(0));
  };
  EXPECT_EQ(place("{str_replace: {template: a, param: {}}}"), "param");
  EXPECT_EQ(place("{list_concat: [[a], 12]}"), "12");
  EXPECT_EQ(place("{make_url: {port: 80, query: 5}}"), "5");
}

TEST(Heat, ShowsTheWholeTreeWhereAParameterIsWrong) {
  const Evaluated evaluated(
      "heat_template_version: wallaby\n"
      "parameters:\n"
      "  size: {type: string, default: large, constraints: [{allowed_values: [small]}]}\n"
      "  name: {type: string, default: web}\n"
      "conditions: {c: {equals: [{get_param: size}, small]}}\n"
      "resources: {r: {type: X}}\n"
      "outputs: {o: {value: {get_param: size}}}\n");
  EXPECT_FALSE(evaluated.problem.message.empty());
  const std::size_t said = evaluated.context->diagnostics.size();
  const std::string tree = evaluated.tree();
  EXPECT_NE(tree.find("parameters/size error"), std::string::npos) << tree;
  EXPECT_NE(tree.find("parameters/name resolved \"web\""), std::string::npos) << tree;
  EXPECT_NE(tree.find("resources/r "), std::string::npos) << tree;
  EXPECT_NE(tree.find("outputs/o "), std::string::npos) << tree;
  EXPECT_EQ(evaluated.context->diagnostics.size(), said);
}

TEST(Heat, TellsImpliedAndExplicitDependencies) {
  const Evaluated evaluated(
      "heat_template_version: wallaby\nresources:\n  a: {type: X}\n  b: {type: X, depends_on: a}\n"
      "  c: {type: X, properties: {p: {get_resource: b}}}\n");
  std::string reads;
  for (const OutlineNode& group : dialect().outline(*evaluated.context)) {
    for (const OutlineNode& node : group.children) {
      for (const std::string& id : node.reads) reads += node.name + ">" + id + " ";
    }
  }
  EXPECT_EQ(reads, "b>resources/a c>resources/b ");
}

TEST(Heat, ColoursFunctionsAndYaqlWithinScalars) {
  const std::string text =
      "heat_template_version: wallaby\noutputs: {o: {value: {yaql: {expression: '$.data.len()', data: []}}}}\n";
  const Evaluated evaluated(text);
  std::string tokens;
  for (const Token& token : dialect().tokens(*evaluated.context)) {
    tokens += text.substr(token.begin, token.end - token.begin) + ":" + std::string(token.kind) + " ";
  }
  EXPECT_EQ(tokens,
            "yaql:function $:variable .:operator data:name .:operator len:function (:punctuation ):punctuation ");
}

TEST(Heat, ShowsTheTreeOfATemplateThatDoesNotEvaluate) {
  const Evaluated evaluated(
      "heat_template_version: wallaby\nparameters: {p: {type: string}}\nresources: {r: {type: X}}\n");
  EXPECT_FALSE(evaluated.problem.message.empty());
  EXPECT_NE(evaluated.tree().find("parameters/p error"), std::string::npos) << evaluated.tree();
}

TEST(Heat, FollowsDependenciesInStepsThatGrowWithTheirNumber) {
  const auto steps = [](int count) {
    std::string text = "heat_template_version: 2021-04-16\nresources:\n  r0: {type: T}\n";
    for (int at = 1; at < count; ++at) {
      const auto name = [](int number) { return "r" + std::to_string(number); };
      text += "  " + name(at) + ": {type: T, depends_on: [r0, " + name(at - 1) +
              "], properties: {p: {get_resource: " + name(at / 2) + "}}}\n";
    }
    const Evaluated evaluated(text);
    EXPECT_EQ(evaluated.problem.message, "");
    return evaluated.context->budget.steps_used();
  };
  EXPECT_LT(steps(2000), 3 * steps(1000));
}

// "code severity 'place'" of each problem, one a line.
std::string problems(const Evaluated& evaluated) {
  std::string text;
  for (const Diagnostic& diagnostic : evaluated.context->diagnostics) {
    text += diagnostic.code + " " + std::string(severity_name(diagnostic.severity)) + " '" +
            evaluated.place(diagnostic) + "'\n";
  }
  return text;
}

TEST(Heat, ResolvesThePropertiesOfResources) {
  const Evaluated evaluated(
      "heat_template_version: wallaby\nparameters: {size: {type: number, default: 3}}\nconditions: {never: false}\n"
      "resources:\n  web: {type: X, properties: {a: {get_param: size}, b: {list_join: ['-', [x, y]]}}}\n"
      "  plain: {type: Y}\n  absent: {type: X, condition: never}\n");
  Budget budget;
  EXPECT_TRUE(evaluated.outcome.ok);
  EXPECT_EQ(write_json(*evaluated.outcome.details.find("resources"), budget),
            R"({"web":{"type":"X","properties":{"a":3,"b":"x-y"}},"plain":{"type":"Y"}})");
}

TEST(Heat, ReportsWhatFailsInAResourceAtItsPlace) {
  const Evaluated evaluated(
      "heat_template_version: wallaby\nparameters: {image: {type: string, default: x}}\n"
      "resources:\n  web: {type: X, properties: {image: {get_param: imgae}, data: {get_file: a.sh}, size: 1}}\n"
      "outputs: {o: {value: 1}}\n");
  EXPECT_TRUE(evaluated.outcome.ok);
  EXPECT_EQ(problems(evaluated), "missing-parameter error 'imgae'\nmissing-file error 'a.sh'\n");
  const Diagnostic& first = evaluated.context->diagnostics[0];
  ASSERT_EQ(first.fixes.size(), 1u);
  EXPECT_EQ(first.fixes[0].title, "Change to \"image\"");
  ASSERT_EQ(evaluated.outcome.failed.size(), 2u);
  EXPECT_EQ(evaluated.outcome.failed[0].part, "resources");
  const std::string tree = evaluated.tree();
  EXPECT_NE(tree.find("resources/web error"), std::string::npos) << tree;
  EXPECT_NE(tree.find("resources/web/size resolved 1"), std::string::npos) << tree;
}

TEST(Heat, HintsAtWhatOnlyLooksLikeAFunction) {
  const Evaluated evaluated(
      "heat_template_version: wallaby\noutputs:\n  a: {value: {list_jion: [',', [x]]}}\n  b: {value: {filters: 1}}\n"
      "  c: {value: {name: 1}}\n");
  EXPECT_EQ(problems(evaluated), "unknown-function hint 'list_jion'\n");
  EXPECT_EQ(evaluated.context->diagnostics[0].message,
            "Unknown function \"list_jion\", so this map is plain data. Did you mean \"list_join\"?");
  const Evaluated old("heat_template_version: 2013-05-23\noutputs: {a: {value: {str_split: [',', x]}}}\n");
  ASSERT_EQ(problems(old), "unknown-function hint 'str_split'\n");
  EXPECT_EQ(old.context->diagnostics[0].message,
            "The function \"str_split\" exists from 2015-10-15 on; in a template of 2013-05-23 it is plain data.");
}

TEST(Heat, HintsOnlyAtSlipsOfTheKeyboard) {
  const Evaluated evaluated(
      "heat_template_version: wallaby\noutputs:\n  a: {value: {list_param: [a, b]}}\n  b: {value: {list_joined: [a]}}\n"
      "  c: {value: {getParam: x}}\n  d: {value: {str_repalce: {template: a}}}\n  e: {value: {digests: [a]}}\n"
      "  f: {value: {repeatt: x}}\n");
  EXPECT_EQ(problems(evaluated), "unknown-function hint 'getParam'\nunknown-function hint 'str_repalce'\n");
}

TEST(Heat, HidesWhatTheEnvironmentSaysIsEncrypted) {
  const Evaluated evaluated("heat_template_version: wallaby\nparameters: {key: {type: string}}\n", {},
                            Map{{"parameters", Value::map({{"key", Value::string("hunter2")}})},
                                {"encrypted_param_names", Value::list({Value::string("key")})}});
  EXPECT_EQ(evaluated.problem.message, "");
  EXPECT_NE(evaluated.tree().find("parameters/key resolved ******"), std::string::npos) << evaluated.tree();
}

TEST(Heat, PlacesAParameterOfAFileThere) {
  const Evaluated evaluated("heat_template_version: wallaby\n", {},
                            Map{{"environment_files", Value::string("env.yaml")}},
                            {{"env.yaml", "parameters:\n  nope: 1\n"}});
  EXPECT_EQ(evaluated.problem.code, "unknown-parameter");
  EXPECT_EQ(evaluated.place(evaluated.problem), "nope");
}

TEST(Heat, ShowsTheResourcesOfNestedTemplates) {
  const Evaluated evaluated("heat_template_version: wallaby\nresources: {web: {type: web.yaml, properties: {n: 2}}}\n",
                            {}, {},
                            {{"web.yaml",
                              "heat_template_version: wallaby\nparameters: {n: {type: number}}\n"
                              "resources: {a: {type: X, properties: {p: {get_param: n}, q: {get_param: no}}}}\n"}});
  Budget budget;
  EXPECT_EQ(write_json(*evaluated.outcome.details.find("resources"), budget),
            R"({"web":{"type":"web.yaml","properties":{"n":2},"resources":{"a":{"type":"X","properties":{"p":2}}}}})");
  ASSERT_EQ(evaluated.outcome.failed.size(), 1u);
  EXPECT_EQ(write_json(Value::list(evaluated.outcome.failed[0].path), budget),
            R"(["web","resources","a","properties","q"])");
}

TEST(Heat, SaysOnceWhatFailsInANestedTemplate) {
  const Evaluated evaluated(
      "heat_template_version: wallaby\nresources: {web: {type: web.yaml}}\n"
      "outputs: {o: {value: {get_attr: [web, o]}}}\n",
      {}, {}, {{"web.yaml", "heat_template_version: wallaby\nparameters: {n: {type: number}}\n"}});
  EXPECT_EQ(problems(evaluated), "missing-parameter error 'n'\n");
}

}  // namespace
}  // namespace evalground::heat
