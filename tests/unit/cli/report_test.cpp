// What a terminal shows of problems: their places, and no control sequences.
#include "cli/report.hpp"

#include <filesystem>
#include <gtest/gtest.h>
#include <utility>

#include "cli/disk.hpp"
#include "cli/escape.hpp"

namespace evalground::cli {
namespace {

Value integer(std::int64_t value) {
  return Value::integer(value);
}

// An outcome with a problem at those UTF-16 units of a file.
Map outcome_with(std::int64_t from, std::int64_t to) {
  const Value span = Value::map({{"file", Value::string("a.j2")}, {"from", integer(from)}, {"to", integer(to)}});
  return {{"diagnostics",
           Value::list(
               {Value::map({{"severity", Value::string("error")}, {"message", Value::string("m")}, {"span", span}})})}};
}

Map workspace_with(const std::string& text) {
  return {{"files", Value::map({{"a.j2", Value::string(text)}})}};
}

TEST(ResultText, OfATemplateIsATextInJsonAndYaml) {
  const Map outcome{{"text", Value::string("a\n")}};
  EXPECT_EQ(result_text(outcome, Format::automatic), "a\n");
  EXPECT_EQ(result_text(outcome, Format::json), "\"a\\n\"\n");
  EXPECT_EQ(result_text(outcome, Format::yaml), "|\n  a\n");
}

TEST(ResultText, HasNumbersInYamlThatJsonLacks) {
  const Value numbers = Value::map({{"/a/1", Value::string("-.inf")}, {"/b~1c", Value::string(".nan")}});
  const Value list = Value::list({integer(1), Value::null()});
  const Map outcome{{"value", Value::map({{"a", list}, {"b/c", Value::null()}})}, {"notFinite", numbers}};
  EXPECT_EQ(result_text(outcome, Format::yaml), "a:\n- 1\n- -.inf\nb/c: .nan\n");
  EXPECT_EQ(result_text(outcome, Format::json), "{\n  \"a\": [\n    1,\n    null\n  ],\n  \"b/c\": null\n}\n");
  const Map outputs{{"outputs", Value::map({{"o", Value::null()}})},
                    {"notFinite", Value::map({{"/o", Value::string(".inf")}})}};
  EXPECT_EQ(result_text(outputs, Format::yaml), "outputs:\n  o: .inf\n");
}

TEST(ProblemsText, FindsPlacesFarIntoATextOfWideCharacters) {
  std::string text;
  for (int number = 0; number < 5000; ++number) text += "\xF0\x9F\x98\x80\n";  // two units, and one for the line end
  text += "{{ x }}\n";
  EXPECT_EQ(problems_text(outcome_with(15'003, 15'004), workspace_with(text), false),
            "a.j2:5001:4: error: m\n 5001 | {{ x }}\n      |    ^\n");
  EXPECT_EQ(problems_text(outcome_with(1023, 1025), workspace_with(text), false).substr(0, 11), "a.j2:342:1:");
  // A place past the end is at the end, whatever was requested before.
  EXPECT_NE(problems_text(outcome_with(99'999, 99'999), workspace_with("x"), false).find("a.j2:1:2:"),
            std::string::npos);
}

TEST(ProblemsText, DoesNotSteerATerminal) {
  const std::string text = problems_text(outcome_with(0, 1), workspace_with("\x1b[31m"), false);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_NE(text.find("\u241b[31m"), std::string::npos) << text;
}

TEST(ProblemsText, SaysWhereAnOptionWasWritten) {
  const Value problem = Value::map(
      {{"severity", Value::string("warning")}, {"message", Value::string("m")}, {"option", Value::string("x")}});
  const Map outcome{{"diagnostics", Value::list({problem})}};
  const std::string path = testing::TempDir() + "option_place.yaml";
  for (const auto& [text, place] : {std::pair("dialect: jinja2\noptions:\n  x: 1\n", ":3:3: "),
                                    std::pair("{\"dialect\": \"jinja2\", \"options\": {\"x\": 1}}", ":1:35: ")}) {
    write_whole(path, text);
    Options options;
    options.operands = {path};
    const std::string shown = problems_text(outcome, {}, false, &options);
    EXPECT_EQ(shown.substr(0, shown.find("warning")), path + place);
  }
  std::filesystem::remove(path);
  Options by_flag;
  by_flag.dialect_options = {{"x", "1"}};
  EXPECT_EQ(problems_text(outcome, {}, false, &by_flag), "warning: m\nnote: given by --option x=1\n");
}

TEST(ProblemsText, SaysWhereAPartOfTheWorkspaceWasWritten) {
  const auto outcome = [](std::string_view key) {
    const Value problem = Value::map(
        {{"severity", Value::string("error")}, {"message", Value::string("m")}, {"key", Value::string(key)}});
    return Map{{"diagnostics", Value::list({problem})}};
  };
  const std::string path = testing::TempDir() + "part_place.yaml";
  Options options;
  options.operands = {path};
  const struct {
    std::string text, key, place;
  } table[] = {
      {"dialect: heat\nseed: x\n", "/seed", ":2:1: "},
      {"dialect: heat\nlimits: {steps: -1}\n", "/limits/steps", ":2:10: "},
      {"dialect: heat\nfiles:\n  a/b: 1\n", "/files/a~1b", ":3:3: "},
      {"dialect: heat\nfiles:\n  1: 1\n", "/files/1", ":3:3: "},
      {"seed: 1\n", "", ":1:1: "},
      {"{\n\t\"dialect\": \"heat\",\n\t\"title\": \"\\ud83d\\ude00\",\n\t\"seed\": \"x\"\n}", "/seed", ":4:2: "},
  };
  for (const auto& [text, key, place] : table) {
    write_whole(path, text);
    const std::string shown = problems_text(outcome(key), {}, false, &options);
    EXPECT_EQ(shown.substr(0, shown.find("error")), path + place) << text;
  }
  std::filesystem::remove(path);
  options.dialect = "heat";
  EXPECT_EQ(problems_text(outcome("/dialect"), {}, false, &options), "error: m\nnote: given by --dialect heat\n");
}

TEST(ProblemsText, TakesAWorkspaceWithoutFiles) {
  const Map workspace{{"files", Value::null()}, {"main", Value::string("a")}};
  EXPECT_EQ(problems_text(outcome_with(0, 1), workspace, false), "a.j2:1:1: error: m\n 1 | a\n   | ^\n");
}

TEST(Printable, KeepsWhatIsTextAndShowsTheRest) {
  EXPECT_EQ(printable("a\tb\n\x1b]0;x\x07\x7f\xc2\x9b z \xff \xF0\x9F\x98\x80"),
            "a\tb\n\u241b]0;x\u2407\u2421\ufffd z \ufffd \xF0\x9F\x98\x80");
}

TEST(Printable, ShowsWhatTurnsTheDirectionOrIsNotSeen) {
  EXPECT_EQ(printable("a\u202eb\u200bc\u2066d\ufeff\u00ad"), "a\ufffdb\ufffdc\ufffdd\ufffd\ufffd");
  EXPECT_EQ(printable("\u05d0 \u2013 \u2070"), "\u05d0 \u2013 \u2070");
}

TEST(Printable, BeginsNoCommandOfAPipeline) {
  EXPECT_EQ(printable("a::b\n::error::x\n \t\u00a0::warning::y\r::set::z"),
            "a::b\n| ::error::x\n \t\u00a0| ::warning::y\u240d::set::z");
  EXPECT_EQ(printable("::x"), "| ::x");
  EXPECT_EQ(printable("a ##[error]b ##vso[task.x]c ###[d] ## [e] ##teamcity[f]"),
            "a # #[error]b # #vso[task.x]c ## #[d] ## [e] # #teamcity[f]");
}

TEST(Escape, MakesTextOfOthersTextForOtherPrograms) {
  EXPECT_EQ(markdown_code("a|`b`\n[x](y) <img> @team"), "`a\\|'b'\\n[x](y) <img> @team`");
  EXPECT_EQ(markdown_code(""), "");
  EXPECT_EQ(markdown_block("yaml", "a\n```\nb"), "````yaml\na\n```\nb\n````\n");
  EXPECT_EQ(sarif_text("[a] b"), "[a] b");
  EXPECT_EQ(sarif_text("[Approve](https://x)"), "\\[Approve\\](https://x)");
  EXPECT_EQ(one_line("a\r\nb\tc"), "a\\r\\nb\\tc");
  EXPECT_EQ(xml_text("<a \"b\">&\x01\n"), "&lt;a &quot;b&quot;&gt;&amp;&#10;");
}

}  // namespace
}  // namespace evalground::cli
