// A prepared workspace gives the same as the workspace, with other values each time, and keeps nothing from the run
// before.
#include <gtest/gtest.h>
#include <string>

#include "engine.hpp"
#include "runtime/host.hpp"

namespace evalground {
namespace {

class PreparedTest : public testing::Test {
 protected:
  // The text of a template, or "outcome: " and the codes of its problems.
  std::string render(Prepared& prepared, std::string_view vars) {
    Prepared::Rendered rendered = prepared.render(vars, host_);
    if (rendered.is_text) return rendered.content;
    const std::size_t code = rendered.content.find("\"code\":\"");
    return "outcome: " + rendered.content.substr(code + 8, rendered.content.find('"', code + 8) - code - 8);
  }

  ClosedHost host_;
};

TEST_F(PreparedTest, RendersWithOtherValues) {
  Prepared prepared(R"({"dialect": "jinja2", "main": "{{ x }}-{{ y }}", "vars": {"x": 1, "y": 2}})", "");
  EXPECT_EQ(render(prepared, ""), "1-2");
  EXPECT_EQ(render(prepared, R"({"x": "a"})"), "a-");
  EXPECT_EQ(render(prepared, R"({"y": [1.0]})"), "-[1.0]");
  EXPECT_EQ(render(prepared, ""), "1-2");
}

TEST_F(PreparedTest, KeepsNothingOfTheEvaluationBefore) {
  Prepared prepared(R"({"dialect": "jinja2", "main": "{{ x.a | default('none') }}{{ x.b.c }}"})", "");
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(render(prepared, R"({"x": {"a": 1, "b": {"c": 2}}})"), "12");
    EXPECT_EQ(render(prepared, R"({"x": {"b": {}}})"), "none");
    EXPECT_EQ(render(prepared, R"({"x": {}})"), "outcome: undefined");
    EXPECT_EQ(render(prepared, R"({"x": {"b": {"c": 3}, "a": 4}})"), "43");
  }
}

// Each evaluation reports a missing variable, and a kept tree has no places of the evaluation before.
TEST_F(PreparedTest, ReportsEachTimeWhatIsMissing) {
  Prepared prepared(R"({"dialect": "jinja2", "main": "m", "files": {"m": "{{ x }} {{ nme }} {{ 1 // y }}"}})", "");
  for (int round = 0; round < 2; ++round) {
    const std::string good = prepared.evaluate(R"({"vars": {"y": 1, "x": 2, "name": 3}})", host_);
    EXPECT_NE(good.find("`nme` is not defined"), std::string::npos) << good;
    EXPECT_NE(good.find(R"("from":11,"to":14)"), std::string::npos) << good;
    EXPECT_EQ(render(prepared, R"({"y": 1, "x": 2})"), "2  1");
  }
}

// A tree is parsed once, and so are the templates that it includes and the texts of variables in Ansible.
TEST_F(PreparedTest, ParsesOnce) {
  const auto steps_of = [&](Prepared& prepared, std::string_view values) {
    const std::string outcome = prepared.evaluate(values, host_);
    const std::size_t at = outcome.find("\"steps\":");
    EXPECT_NE(at, std::string::npos) << outcome;
    return std::stoi(outcome.substr(at + 8));
  };
  const std::string long_text(400, 'x');
  const std::string included = R"(, "files": {"m": "{% include 'i' %}{{ a }}{{ b.c }}", "i": "{# )" + long_text +
                               R"( #}{% if a is defined %}{{ a | upper }}{% endif %}"}})";
  for (const std::string options : {"{}", R"({"flavor": "ansible"})", R"({"flavor": "ansible", "reference": 2.21})"}) {
    Prepared prepared(R"({"dialect": "jinja2", "main": "m", "options": )" + options + included, "");
    const int first = steps_of(prepared, R"({"vars": {"a": "{{ b.c }}", "b": {"c": "x"}}})");
    const int second = steps_of(prepared, R"({"vars": {"a": "{{ b.c }}", "b": {"c": "y"}}})");
    EXPECT_LT(second, first) << options;
    EXPECT_EQ(steps_of(prepared, R"({"vars": {"a": "{{ b.c }}", "b": {"c": "z"}}})"), second) << options;
  }
}

// The text of a variable that another run has parsed under the same name may differ.
TEST_F(PreparedTest, ParsesTextsOfVariablesAgain) {
  Prepared prepared(R"({"dialect": "ansible", "main": "m", "files": {"m": "{{ a }}|{{ b | default('-') }}"}})", "");
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(render(prepared, R"({"a": "{{ c }}", "c": "1"})"), "1|-");
    EXPECT_EQ(render(prepared, R"({"a": "{{ c }}{{ c }}", "b": "{{ c }}", "c": "2"})"), "22|2");
    EXPECT_EQ(render(prepared, R"({"b": "{{ a }}", "a": "{{ c.d }}", "c": {"d": 3}})"), "3|3");
    EXPECT_EQ(render(prepared, R"({"a": "{{ c.d }}", "c": {}})"), "outcome: undefined");
  }
}

TEST_F(PreparedTest, TellsWhatIsWrongEachTime) {
  Prepared broken("{", "");
  EXPECT_EQ(render(broken, ""), render(broken, ""));
  Prepared unread(R"({"dialect": "jinja2", "main": "{{ x"})", "");
  EXPECT_EQ(render(unread, ""), "outcome: syntax");
  EXPECT_EQ(render(unread, "{}"), "outcome: syntax");
  Prepared good(R"({"dialect": "jinja2", "main": "{{ x }}"})", "");
  EXPECT_EQ(render(good, "[]"), "outcome: workspace-type");
  EXPECT_NE(good.evaluate(R"({"dialect": "yaql"})", host_).find("workspace-key"), std::string::npos);
  EXPECT_EQ(render(good, R"({"x": 1})"), "1");
}

TEST_F(PreparedTest, GivesAnOutcomeWhereThereIsNoText) {
  Prepared prepared(R"({"dialect": "yaql", "expression": "$ + 1", "data": 1})", "");
  const Prepared::Rendered rendered = prepared.render("", host_);
  EXPECT_FALSE(rendered.is_text);
  EXPECT_TRUE(rendered.content.starts_with(R"({"ok":true,"value":2)")) << rendered.content;
  EXPECT_TRUE(prepared.evaluate(R"({"data": 2})", host_).starts_with(R"({"ok":true,"value":3)"));
}

}  // namespace
}  // namespace evalground
