#include "dialects/ansible/runtime/options.hpp"

#include <gtest/gtest.h>
#include <tuple>

#include "dialects/ansible/run.hpp"

namespace evalground::ansible {
namespace {

auto members(const Options& options) {
  return std::tuple(options.convert_data, options.reading, options.untrusted_expression,
                    options.allow_broken_conditionals, options.allow_embedded_templates);
}

auto read(Map given) {
  Workspace workspace;
  workspace.options = std::move(given);
  const RunOptions run;
  ClosedHost host;
  Context context(workspace, run, host);
  return members(make_run(context)->evaluator().options);
}

TEST(AnsibleOptions, set_something_when_they_are_given_otherwise_than_usual) {
  const auto plain = read({});
  for (const OptionRow& row : option_rows()) {
    if (row.mode == nullptr) continue;
    const Value usual = Value::boolean(row.option.usual == "true");
    const Value other = Value::boolean(row.option.usual != "true");
    EXPECT_EQ(read({{row.option.name, usual}}), plain) << row.option.name;
    EXPECT_NE(read({{row.option.name, other}}), plain) << row.option.name;
  }
}

TEST(AnsibleOptions, are_those_of_jinja2_and_more) {
  ASSERT_EQ(all_options().size(), option_table.size() + option_rows().size());
  for (std::size_t at = 0; at + 1 < option_table.size(); ++at) EXPECT_EQ(all_options()[at].name, option_table[at].name);
  EXPECT_EQ(all_options().back().name, "quirks");
}

TEST(AnsibleOptions, name_what_is_untrusted) {
  const auto names = Value::list({Value::string("a"), Value::string("b")});
  EXPECT_TRUE(is_untrusted(Map{{"untrusted", names}}, "b"));
  EXPECT_FALSE(is_untrusted(Map{{"untrusted", names}}, "c"));
  EXPECT_TRUE(is_untrusted(Map{{"untrusted", Value::string("a, b")}}, "b"));
  EXPECT_TRUE(is_untrusted(Map{{"untrusted", Value::boolean(true)}}, "c"));
  EXPECT_FALSE(is_untrusted(Map{}, "a"));
}

}  // namespace
}  // namespace evalground::ansible
