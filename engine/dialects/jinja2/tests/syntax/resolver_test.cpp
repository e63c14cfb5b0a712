// Scopes: where a name that is assigned is seen, and where it is what it was outside.
#include <gtest/gtest.h>

#include "dialects/jinja2/tests/evaluated.hpp"

namespace evalground::jinja2 {
namespace {

std::string rendered(std::string_view text) {
  return Evaluated(text, R"({"vars": {"x": "outer", "list": [1, 2]}})").result();
}

TEST(JinjaScopes, KeepAnAssignmentInALoopInside) {
  EXPECT_EQ(rendered("{% for i in list %}{% set x = i %}{{ x }}{% endfor %}{{ x }}"), "12outer");
}

TEST(JinjaScopes, BeginEachPassAnew) {
  EXPECT_EQ(rendered("{% for i in list %}{{ x }}{% set x = i %}{% endfor %}"), "outerouter");
}

TEST(JinjaScopes, LetBranchesAssignOutside) {
  EXPECT_EQ(rendered("{% if true %}{% set x = 1 %}{% endif %}{{ x }}"), "1");
  EXPECT_EQ(rendered("{% if false %}{% set x = 1 %}{% endif %}{{ x }}"), "outer");
}

TEST(JinjaScopes, LetANamespaceBeSetFromALoop) {
  EXPECT_EQ(rendered("{% set n = namespace(a=0) %}{% for i in list %}{% set n.a = n.a + i %}{% endfor %}{{ n.a }}"),
            "3");
}

TEST(JinjaScopes, HideTheLoopVariableBehindTheLoop) {
  EXPECT_EQ(rendered("{% for x in list %}{{ x }}{% endfor %}{{ x }}"), "12outer");
}

TEST(JinjaScopes, GiveAMacroItsParametersAndWhatIsAround) {
  EXPECT_EQ(rendered("{% macro f(a, b=a) %}{{ a }}{{ b }}{{ x }}{% endmacro %}{{ f(1) }}"), "11outer");
}

TEST(JinjaScopes, HaveNoMoreNamesThanTheirSlotsHaveNumbers) {
  const auto assignments = [](int count) {
    std::string text;
    for (int number = 0; number < count; ++number) text += "{% set a" + std::to_string(number) + " = 1 %}";
    return text + "{{ a0 }}";
  };
  EXPECT_EQ(rendered(assignments(60'000)), "1");
  const Evaluated many(assignments(70'000), "{}");
  EXPECT_NE(many.result().find("at most 65,535 names"), std::string::npos);
}

TEST(JinjaScopes, LetAMacroCallItself) {
  EXPECT_EQ(rendered("{% macro f(n) %}{{ n }}{% if n %}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(2) }}"), "210");
}

TEST(JinjaScopes, EndAWithAtItsEnd) {
  EXPECT_EQ(rendered("{% with x = 1 %}{{ x }}{% endwith %}{{ x }}"), "1outer");
}

TEST(JinjaScopes, KeepLoopsApart) {
  EXPECT_EQ(rendered("{% for a in list %}{% for b in 'pq' %}{{ loop.index }}{% endfor %}{{ loop.index }}{% endfor %}"),
            "121122");
}

TEST(JinjaScopes, ShowABlockOnlyWhatIsScoped) {
  EXPECT_EQ(rendered("{% for i in list %}{% block a %}{{ i }}{% endblock %}{% endfor %}"), "");
  EXPECT_EQ(rendered("{% for i in list %}{% block a scoped %}{{ i }}{% endblock %}{% endfor %}"), "12");
}

TEST(JinjaScopes, SuggestANameThatTheTemplateAssigns) {
  const Evaluated evaluated("{% for server in servers %}{{ sever.name }}{% endfor %}",
                            R"({"vars": {"servers": [{}]}})");
  EXPECT_EQ(evaluated.place(), "sever");
  EXPECT_EQ(evaluated.fixes(), " server");
}

TEST(JinjaScopes, SuggestAVariableOrAGlobal) {
  EXPECT_EQ(Evaluated("{{ prot + 1 }}", R"({"vars": {"port": 1}})").fixes(), " port");
  EXPECT_EQ(Evaluated("{{ rnage(3) }}").fixes(), " range");
}

}  // namespace
}  // namespace evalground::jinja2
