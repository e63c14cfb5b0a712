// Filters, tests and lookups of Ansible repositories, run by python3. Skipped on machines without it.

#include <gtest/gtest.h>

#include "base/budget.hpp"
#include "cli/outside.hpp"
#include "engine.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

constexpr std::string_view ports = R"(
from __future__ import absolute_import
import helpers
from ansible.errors import AnsibleFilterError
from ansible.module_utils.common.text.converters import to_text
from ansible.module_utils.six import string_types
from jinja2.filters import pass_environment


def next_port(port, step=1, *more, **named):
    if isinstance(port, string_types):
        raise AnsibleFilterError('a port is a number, not ' + to_text(port))
    return port + step + sum(more) + len(named)


@pass_environment
def hungry(environment, value):
    return value


class FilterModule(object):
    def filters(self):
        return {
            'next_port': next_port,
            'hungry': hungry,
            'kinds': lambda value: [type(item).__name__ for item in value],
            'pair': lambda value: (value, value),
            'each': lambda value: (item for item in value),
            'helped': helpers.helped,
            'text_of': lambda name: open(name).read(),
        }
)";
constexpr std::string_view tests = R"(
class TestModule(object):
    def tests(self):
        return {'privileged': lambda port: port < 1024}
)";

constexpr std::string_view lookups = R"(
from ansible.errors import AnsibleLookupError
from ansible.plugins.lookup import LookupBase
from ansible.utils.display import Display

display = Display()
DOCUMENTATION = """
name: free_port
options:
  _terms:
    required: true
  step:
    type: int
    default: 1
    vars: [{name: port_step}]
    env: [{name: PORT_STEP}]
  words:
    type: list
  strict:
    type: bool
    default: 'yes'
"""


class LookupModule(LookupBase):
    def run(self, terms, variables=None, **kwargs):
        self.set_options(var_options=variables, direct=kwargs)
        results = []
        for term in self._flatten(terms):
            display.vvv('a port: %s' % term)
            if term == 'bad':
                raise AnsibleLookupError('no port')
            if term == 'written':
                results.append(variables['url'])
            elif term == 'evaluated':
                results.append(self._templar.template(variables['url']))
            elif term == 'file':
                path = self.find_file_in_search_path(variables, 'files', 'a.txt')
                results.append(self._loader._get_file_contents(path)[0].decode())
            elif term == 'gone':
                results.append(self._templar.template('{{ gone }}'))
            elif term == 'none':
                return 5
            elif term == 'options':
                results.append([self.get_option('step'), self.get_option('words'), self.get_option('strict')])
            elif term == 'names':
                results.append(sorted(variables) + ['broken' in variables, 'none such' in variables])
            else:
                results.append(term + self.get_option('step'))
        return results
)";

class Plugins : public testing::Test {
 protected:
  void SetUp() override {
    if (!find_program("python3")) GTEST_SKIP() << "needs python3, which is not installed";
  }

  static Map outcome(std::string_view expression, std::string_view reference = "2.14") {
    const Value workspace =
        Value::map({{"dialect", Value::string("jinja2")},
                    {"expression", Value::string(expression)},
                    {"options", Value::map({{"flavor", Value::string("ansible")},
                                            {"reference", Value::string(reference)},
                                            {"convert_data", Value::boolean(true)}})},
                    {"vars", Value::map({{"secret", Value::string("{{ 'x' }}")},
                                         {"url", Value::string("http://{{ name }}/")},
                                         {"name", Value::string("a.test")},
                                         {"broken", Value::string("{{ gone }}")}})},
                    {"files", Value::map({{"notes.txt", Value::string("h\u00e9llo")},
                                          {"files/a.txt", Value::string("alpha")},
                                          {"lookup_plugins/free_port.py", Value::string(lookups)},
                                          {"roles/web/filter_plugins/ports.py", Value::string(ports)},
                                          {"roles/web/filter_plugins/helpers.py",
                                           Value::string("def helped(value):\n    return 'helped ' + str(value)\n")},
                                          {"roles/web/test_plugins/ports.py", Value::string(tests)}})}});
    Options options;
    options.allow_python = true;
    Outside host(options);
    Budget budget;
    return parse_json(evaluate(write_json(workspace, budget), "{}", host), budget).as_map();
  }
  static std::string result(std::string_view expression, std::string_view reference = "2.14") {
    const Map map = outcome(expression, reference);
    const bool is_fine = map.find("ok")->as_boolean();
    Budget budget;
    return write_json(*map.find(is_fine ? "value" : "diagnostics"), budget);
  }
};

TEST_F(Plugins, AreCalledWithTheirArguments) {
  EXPECT_EQ(result("{{ 80 | next_port }}"), "\"81\"");
  EXPECT_EQ(result("{{ 80 | next_port(step=5) }}"), "\"85\"");
  EXPECT_EQ(result("{{ 80 | next_port(1, 2, 3, a=1) }}"), "\"87\"");
  EXPECT_EQ(result("{{ 80 is privileged }} {{ 8080 is privileged }}"), R"("True False")");
}

TEST_F(Plugins, AreCalledByName) {
  EXPECT_EQ(result("{{ [1, 2] | map('next_port', 10) | list }}"), "[11,12]");
  EXPECT_EQ(result("{{ [80, 8080] | select('privileged') | list }}"), "[80]");
}

TEST_F(Plugins, GetAndGiveValuesOfPython) {
  EXPECT_EQ(result("{{ [1, 1.5, 'a', none, true, [1], (1, 2), {'a': 1}] | kinds }}"),
            R"(["int","float","str","NoneType","bool","list","tuple","dict"])");
  EXPECT_EQ(result("{{ 1 | pair | string }}"), R"x("(1, 1)")x");
  EXPECT_EQ(result("{{ [1, 2] | each }}"), "[1,2]");
  EXPECT_EQ(result("{{ ['b'] | map('upper') | each }}"), R"(["B"])");
}

TEST_F(Plugins, ReadFilesAndModulesOfTheWorkspace) {
  EXPECT_EQ(result("{{ 1 | helped }}"), R"("helped 1")");
  EXPECT_EQ(result("{{ '/workspace/notes.txt' | text_of }}"), "\"h\u00e9llo\"");
}

TEST_F(Plugins, FailAtTheirLine) {
  const Map map = outcome("{{ 'x' | next_port }}");
  const Map& diagnostic = map.find("diagnostics")->as_list()[0].as_map();
  EXPECT_EQ(diagnostic.find("code")->as_string(), "python-exception");
  EXPECT_EQ(diagnostic.find("message")->as_string().substr(0, 76),
            "The filter \"next_port\" raised AnsibleFilterError: a port is a number, not x.");
  const Map& span = diagnostic.find("span")->as_map();
  EXPECT_EQ(span.find("file")->as_string(), "roles/web/filter_plugins/ports.py");
  EXPECT_EQ(span.find("line")->as_integer(), 12);
}

TEST_F(Plugins, ThatNeedJinjaItselfSaySo) {
  EXPECT_NE(result("{{ 1 | hungry }}").find("needs Jinja's environment"), std::string::npos);
}

TEST_F(Plugins, ThatAFileOnlyMentionsAreUnknown) {
  EXPECT_NE(result("{{ 1 | prev_port }}").find("unknown-filter"), std::string::npos);
  // The name of a parameter, not of one of its filters.
  EXPECT_NE(result("{{ 1 | step }}").find("The plugin has: each, helped, hungry"), std::string::npos);
}

TEST_F(Plugins, LookupsGiveTheirItems) {
  EXPECT_EQ(result("{{ lookup('free_port', 80) }}"), "\"81\"");
  EXPECT_EQ(result("{{ query('free_port', 80, [90, 91]) }}"), "[81,91,92]");
  EXPECT_NE(result("{{ lookup('free_port', 'none') }}").find("did not return a list"), std::string::npos);
}

TEST_F(Plugins, LookupsHaveTheOptionsOfTheirDocumentation) {
  EXPECT_EQ(result("{{ query('free_port', 80, step='5') }}"), "[85]");
  EXPECT_EQ(result("{{ query('free_port', 'options', words='a, b', strict='no') }}"), R"([[1,["a","b"],false]])");
  EXPECT_NE(result("{{ query('free_port', 80, step='five') }}").find("The option 'step' is no int"), std::string::npos);
}

TEST_F(Plugins, LookupsSeeVariablesTemplatesAndFiles) {
  EXPECT_EQ(result("{{ query('free_port', 'evaluated') }}"), R"(["http://a.test/"])");
  EXPECT_EQ(result("{{ query('free_port', 'names') }}"), R"([["broken","name","secret","url",true,false]])");
  EXPECT_EQ(result("{{ lookup('free_port', 'file') }}"), "\"alpha\"");
  // Unevaluated, because the result of a lookup is never evaluated.
  EXPECT_EQ(result("{{ lookup('free_port', 'written') }}"), R"("http://{{ name }}/")");
}

TEST_F(Plugins, LookupsOfTheNewerReferenceSeeEvaluatedVariables) {
  EXPECT_EQ(result("{{ lookup('free_port', 'written') }}", "2.21"), R"("http://a.test/")");
  EXPECT_EQ(result("{{ lookup('free_port', 80) + 1 }}", "2.21"), "82");
  EXPECT_EQ(result("{{ lookup('free_port', 'names').4 }}", "2.21"), "true");
  EXPECT_EQ(result("{{ lookup('free_port', 'gone') | default('none') }}", "2.21"), "\"none\"");
}

TEST_F(Plugins, LookupsFailAsTheySay) {
  const std::string refused = result("{{ lookup('free_port', 'bad') }}");
  EXPECT_NE(refused.find("The lookup \\\"free_port\\\" raised AnsibleLookupError: no port"), std::string::npos);
  EXPECT_EQ(refused.find("unhandled exception"), std::string::npos);
  EXPECT_EQ(result("{{ query('free_port', 'bad', errors='ignore') }}"), "[]");
  EXPECT_NE(result("{{ lookup('free_port', 'gone') }}").find("'gone' is undefined"), std::string::npos);
}

}  // namespace
}  // namespace evalground::cli
