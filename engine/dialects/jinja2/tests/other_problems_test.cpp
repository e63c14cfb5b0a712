#include <gtest/gtest.h>
#include <vector>

#include "dialects/jinja2/tests/evaluated.hpp"

namespace evalground::jinja2 {
namespace {

using Texts = std::vector<std::string>;

// The messages of the context, up to their first full stop or suggestion. The failure itself is the first.
Texts problems(const Evaluated& run) {
  Texts found;
  for (const Diagnostic& problem : run.context->diagnostics) {
    if (problem.severity == Severity::error) found.push_back(problem.message.substr(0, problem.message.find('.')));
  }
  return found;
}

TEST(OtherProblems, lists_all_unknown_filters_and_tests) {
  const Evaluated run("{{ a | uper }} {{ a | lowr }}\n{{ a is evn }}");
  ASSERT_EQ(problems(run).size(), 3U);
  EXPECT_NE(problems(run)[0].find("'uper'"), std::string::npos);
  EXPECT_NE(problems(run)[1].find("'lowr'"), std::string::npos);
  EXPECT_NE(problems(run)[2].find("'evn'"), std::string::npos);
}

TEST(OtherProblems, lists_syntax_errors_of_all_tags) {
  EXPECT_EQ(problems(Evaluated("{{ a b }}\nfine {{ c }}\n{{ 1 + }}")).size(), 2U);
}

TEST(OtherProblems, lists_undefined_names_that_every_evaluation_reads) {
  const std::string strict = R"({"vars": {"a": 1}, "options": {"undefined": "strict"}})";
  const Evaluated run(
      "{{ a }} {{ one }} {{ two }} {{ two }}\n{{ maybe | default(1) }} {{ 1 if b else c }} {{ range(3) }}"
      "{% if a %}{{ in_branch }}{% endif %}",
      strict);
  EXPECT_EQ(problems(run), (Texts{"'one' is undefined (line 1)", "'two' is undefined (line 1)"}));
}

TEST(OtherProblems, takes_undefined_names_for_valid_where_they_are) {
  EXPECT_EQ(problems(Evaluated("{{ one.two }} {{ three }}")).size(), 1U);
}

// A file name of an include and the like has its own file, in which the parser would find nothing more.
TEST(OtherProblems, says_nothing_more_of_a_failure_while_it_runs) {
  EXPECT_EQ(problems(Evaluated("{{ 1 / 0 }} {{ nope }}")).size(), 1U);
}

}  // namespace
}  // namespace evalground::jinja2
