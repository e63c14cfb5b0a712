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
