#include "dialects/jinja2/syntax/options.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <iterator>
#include <tuple>

#include "dialects/jinja2/run.hpp"

namespace evalground::jinja2 {
namespace {

auto members(const Options& options) {
  const Syntax& s = options.syntax;
  return std::tuple(s.block_start, s.block_end, s.variable_start, s.variable_end, s.comment_start, s.comment_end,
                    s.line_statement_prefix, s.line_comment_prefix, s.newline, s.trim_blocks, s.lstrip_blocks,
                    s.keep_trailing_newline, s.has_do, s.has_loop_controls, s.escape_backslashes, options.undefined,
                    options.autoescape, options.native, options.reading);
}

Options read(Map given) {
  Workspace workspace;
  workspace.options = std::move(given);
  const RunOptions run;
  ClosedHost host;
  Context context(workspace, run, host);
  return plain_run(context)->evaluator().options;
}

// The value of an option that the workspace does not set.
Value usual(const Option& option) {
  if (option.type == OptionType::boolean) return Value::boolean(option.usual == "true");
  if (option.type == OptionType::choices) return Value::list();
  return Value::string(option.usual);
}

TEST(Jinja2Options, are_as_usual_when_they_are_given_as_usual) {
  for (const Option& option : option_table) {
    EXPECT_EQ(members(read({{option.name, usual(option)}})), members(Options())) << option.name;
  }
}

constexpr std::string_view read_elsewhere[] = {"quirks", "flavor"};

TEST(Jinja2Options, change_something_when_they_are_given_otherwise) {
  for (const Option& option : option_table) {
    if (std::find(std::begin(read_elsewhere), std::end(read_elsewhere), option.name) != std::end(read_elsewhere))
      continue;
    const Value other = option.type == OptionType::boolean   ? Value::boolean(option.usual != "true")
                        : option.type == OptionType::choices ? Value::list({Value::string(option.choices[0])})
                        : option.type == OptionType::choice  ? Value::string(option.choices[1])
                                                             : Value::string("??");
    EXPECT_NE(members(read({{option.name, other}})), members(Options())) << option.name;
  }
}

TEST(Jinja2Options, refuse_what_does_not_fit) {
  const auto refusal = [](std::string_view name, const Value& value) -> std::string {
    try {
      read({{name, value}});
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal("native", Value::integer(1)), "The option `native` must be true or false, not an integer.");
  EXPECT_EQ(refusal("flavor", Value::string("x")), "The option `flavor` must be jinja2 or ansible, not \"x\".");
  EXPECT_EQ(refusal("newline_sequence", Value::string("x")),
            "The option `newline_sequence` must be \"\\n\", \"\\r\\n\" or \"\\r\", not \"x\".");
  EXPECT_EQ(refusal("block_end_string", Value::string("")), "The option `block_end_string` must not be empty.");
  EXPECT_EQ(refusal("extensions", Value::list({Value::string("i18n")})),
            "The option `extensions` must hold only do and loopcontrols, not \"i18n\".");
}

}  // namespace
}  // namespace evalground::jinja2
