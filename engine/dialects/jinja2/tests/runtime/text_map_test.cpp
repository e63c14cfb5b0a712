// Which part of a template printed which part of the output.
#include <gtest/gtest.h>

#include "dialects/jinja2/tests/evaluated.hpp"

namespace evalground::jinja2 {
namespace {

// "'output' = 'template' (reads)" of each part, one a line.
std::string stretches(std::string_view text, std::string_view keys, bool is_observed = true) {
  RunOptions options;
  options.provenance = is_observed;
  const Evaluated evaluated(text, keys, options);
  const Sources& sources = evaluated.context->sources;
  const std::string& whole = *evaluated.outcome.text;
  std::string result;
  for (const TextStretch& stretch : evaluated.outcome.text_map.stretches) {
    result += "'" + whole.substr(stretch.begin, stretch.end - stretch.begin) + "' = '" +
              std::string(sources.text_of(stretch.made)) + "'";
    for (std::uint32_t at = 0; at < stretch.read_count; ++at) {
      result += " " + std::string(sources.text_of(evaluated.outcome.text_map.reads[stretch.first_read + at]));
    }
    result += "\n";
  }
  return result;
}

TEST(TextMap, NamesWhatPrintedEachStretch) {
  EXPECT_EQ(stretches("a {{ x }} b", R"({"vars": {"x": "X"}})"), "'a ' = 'a '\n'X' = '{{ x }}' x\n' b' = ' b'\n");
}

TEST(TextMap, FollowsKeysOfVariablesThroughLoops) {
  EXPECT_EQ(stretches("{% for s in servers %}{{ s.name }} {% endfor %}",
                      R"({"vars": {"servers": [{"name": "web"}, {"name": "db"}]}})"),
            "'web' = '{{ s.name }}' servers[0].name\n' ' = ' '\n"
            "'db' = '{{ s.name }}' servers[1].name\n' ' = ' '\n");
}

TEST(TextMap, NamesWhatFiltersAndOperatorsHaveRead) {
  EXPECT_EQ(stretches("{{ a.b | upper }}{{ a.b ~ c[1] }}", R"({"vars": {"a": {"b": "x"}, "c": [1, 2]}})"),
            "'X' = '{{ a.b | upper }}' a.b\n'x2' = '{{ a.b ~ c[1] }}' a.b c[1]\n");
}

TEST(TextMap, KnowsTheFileOfWhatIsIncluded) {
  EXPECT_EQ(stretches("[{% include 'part' %}]", R"({"files": {"part": "p{{ x }}"}, "vars": {"x": 1}})"),
            "'[' = '['\n'p' = 'p'\n'1' = '{{ x }}' x\n']' = ']'\n");
}

TEST(TextMap, NamesTheStatementThatWritesForOthers) {
  EXPECT_EQ(stretches("{% filter upper %}a{% endfilter %}", "{}"), "'A' = 'filter upper'\n");
}

TEST(TextMap, IsEmptyWhereNobodyAsks) {
  EXPECT_EQ(stretches("a {{ x }}", R"({"vars": {"x": 1}})", false), "");
}

}  // namespace
}  // namespace evalground::jinja2
