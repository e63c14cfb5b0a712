#include <gtest/gtest.h>

#include "engine.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

// The `coverage` of a run, as JSON; empty when absent.
std::string coverage_of(std::string_view dialect, std::string_view main, std::string_view more,
                        std::string_view options = R"({"coverage": true})") {
  Budget budget;
  Map workspace = parse_json(more, budget).as_map();
  workspace.set("dialect", Value::string(dialect));
  workspace.set("main", Value::string("main"));
  workspace.set("files", Value::map({{"main", Value::string(main)}, {"other", Value::string("x")}}));
  ClosedHost host;
  const Value outcome =
      parse_json(evaluate(write_json(Value::map(std::move(workspace)), budget), options, host), budget);
  const Value* coverage = outcome.as_map().find("coverage");
  return coverage == nullptr ? std::string() : write_json(*coverage, budget);
}

TEST(Coverage, IsThereOnlyWhereItIsAskedFor) {
  EXPECT_EQ(coverage_of("jinja2", "{{ 1 }}", "{}", "{}"), "");
  EXPECT_EQ(coverage_of("jinja2", "{{ 1 }}", "{}", R"({"trace": true})"), "");
  // Files that were not read are left out.
  EXPECT_EQ(coverage_of("jinja2", "{{ 1 }}", "{}"), R"({"main":[]})");
}

TEST(Coverage, OfATemplateLeavesOutBranchesNotTaken) {
  EXPECT_EQ(
      coverage_of("jinja2",
                  "{% if a %}\nA\n{% for x in [] %}\n{{ x }}\n{% endfor %}\n{% else %}\n{{ a }}\n\nB\n{% endif %}\n"
                  "{# no line of code #}\n{% macro m() %}\nM\n{% endmacro %}\n{{ a\n  | upper }}\n",
                  R"({"vars": {"a": "yes"}})"),
      R"({"main":[[4,9],[13,13]]})");
  EXPECT_EQ(coverage_of("jinja2", "{% if a %}\nA\n{% else %}\nB\n{% endif %}\n", R"({"vars": {"a": false}})"),
            R"({"main":[[2,2]]})");
}

TEST(Coverage, OfAQueryIsThatOfItsArguments) {
  EXPECT_EQ(
      coverage_of("yaql", "switch(\n  $.a = 1 =>\n    $.b,\n  true =>\n    $.c\n)", R"({"data": {"a": 1, "b": 2}})"),
      R"({"main":[[4,5]]})");
}

TEST(Coverage, OfAStackHasWhatConditionsLeaveOutAndUnusedParameters) {
  constexpr const char* stack = R"(heat_template_version: wallaby
parameters:
  size: {type: number, default: 1}
  lost:
    type: string
    default: x
conditions:
  never: {equals: [{get_param: size}, 2]}
resources:
  server:
    type: OS::Nova::Server
    condition: never
outputs:
  a:
    value:
      if:
      - never
      - get_resource: server
      - get_param: size
)";
  EXPECT_EQ(coverage_of("heat", stack, "{}"), R"({"main":[[4,6],[10,12],[18,18]]})");
}

TEST(Coverage, OfAPolicyHasPromisesThatAreSkipped) {
  EXPECT_EQ(
      coverage_of("cfengine",
                  "bundle agent main\n{\n  vars:\n    nothing::\n      \"c\" string => \"w\";\n  reports:\n    any::\n"
                  "      \"done\";\n}\n",
                  "{}"),
      R"({"main":[[5,5]]})");
}

TEST(Coverage, OfAnEnsembleHasExpressionsThatWereNotNeeded) {
  EXPECT_EQ(coverage_of(
                "unfurl",
                "instances:\n  app:\n    attributes:\n      a: 1\n      url:\n        eval:\n          if: {eval: a}\n"
                "          then: {eval: a}\n          else:\n            eval: b\n",
                R"({"expression": "::app::url"})"),
            R"({"main":[[10,10]]})");
}

TEST(Coverage, OfAPipelineHasOperatorsThatWereNotReached) {
  EXPECT_EQ(coverage_of(
                "dcontroller",
                "- '@project':\n    x:\n      '@cond':\n      - '@eq': [$.metadata.name, a]\n      - $.metadata.name\n"
                "      - '@concat':\n        - b\n        - $.kind\n",
                R"({"data": [{"kind": "K", "apiVersion": "v1", "metadata": {"name": "a", "namespace": "n"}}]})"),
            R"({"main":[[6,8]]})");
}

}  // namespace
}  // namespace evalground
