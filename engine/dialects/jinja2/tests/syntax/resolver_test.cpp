// Scopes: where an assigned name is visible, and where it keeps its outer value.
#include <gtest/gtest.h>

#include "dialects/jinja2/tests/evaluated.hpp"

namespace evalground::jinja2 {
namespace {

std::string rendered(std::string_view text) {
  return Evaluated(text, R"({"vars": {"x": "outer", "list": [1, 2]}})").result();
}

// A template, and what it gives.
constexpr struct {
  std::string_view text, wanted;
} templates[] = {
    // Keep an assignment in a loop inside
    {"{% for i in list %}{% set x = i %}{{ x }}{% endfor %}{{ x }}", "12outer"},
    // Begin each pass anew
    {"{% for i in list %}{{ x }}{% set x = i %}{% endfor %}", "outerouter"},
    // Let branches assign outside
    {"{% if true %}{% set x = 1 %}{% endif %}{{ x }}", "1"},
    {"{% if false %}{% set x = 1 %}{% endif %}{{ x }}", "outer"},
    // Let a namespace be set from a loop
    {"{% set n = namespace(a=0) %}{% for i in list %}{% set n.a = n.a + i %}{% endfor %}{{ n.a }}", "3"},
    // Hide the loop variable behind the loop
    {"{% for x in list %}{{ x }}{% endfor %}{{ x }}", "12outer"},
    // Give a macro its parameters and what is around
    {"{% macro f(a, b=a) %}{{ a }}{{ b }}{{ x }}{% endmacro %}{{ f(1) }}", "11outer"},
    // Let a macro call itself
    {"{% macro f(n) %}{{ n }}{% if n %}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(2) }}", "210"},
    // End a with at its end
    {"{% with x = 1 %}{{ x }}{% endwith %}{{ x }}", "1outer"},
    // Keep loops apart
    {"{% for a in list %}{% for b in 'pq' %}{{ loop.index }}{% endfor %}{{ loop.index }}{% endfor %}", "121122"},
    // Show a block only what is scoped
    {"{% for i in list %}{% block a %}{{ i }}{% endblock %}{% endfor %}", ""},
    {"{% for i in list %}{% block a scoped %}{{ i }}{% endblock %}{% endfor %}", "12"},
};

TEST(Resolver, FindsTheNamesOf) {
  for (const auto& [text, wanted] : templates) EXPECT_EQ(rendered(text), wanted) << text;
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
