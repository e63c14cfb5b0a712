// The prompt without its terminal: evaluations, commands, completions and the contents of the history.
#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <unistd.h>

#include "cli/disk.hpp"
#include "cli/repl/commands.hpp"
#include "cli/repl/completion.hpp"
#include "cli/repl/details.hpp"
#include "cli/repl/history.hpp"
#include "cli/repl/prompt.hpp"
#include "cli/repl/unfinished.hpp"
#include "cli/repl/workspace.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

Options yaql(const std::string& data = R"({"ord": [3, 1, 2], "other": "x"})") {
  Options options;
  options.verb = Verb::repl;
  options.dialect = "yaql";
  options.data = data;
  return options;
}

std::string json(const Value& value) {
  Budget budget;
  return write_json(value, budget);
}

std::string value_of(Session& session, const std::string& line) {
  const Session::Evaluation& evaluation = session.evaluate(line);
  return evaluation.ok() ? json(*evaluation.value()) : "failed";
}

// The message of a refused command.
std::string refusal(Prompt& prompt, std::string_view line) {
  try {
    run_command(prompt, line);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "worked";
}

class TemporaryFolder {
 public:
  TemporaryFolder() : path_((std::filesystem::temp_directory_path() / "evalground-repl-XXXXXX").string()) {
    EXPECT_NE(::mkdtemp(path_.data()), nullptr);
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  void write(const std::string& name, std::string_view text) const { write_below(path_, name, text, false); }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

TEST(Unfinished, GoesOnWhereABracketOrAQuoteIsOpen) {
  EXPECT_TRUE(is_unfinished("$.where(", false));
  EXPECT_TRUE(is_unfinished("concat('a", false));
  EXPECT_TRUE(is_unfinished("1 + \\", false));
  EXPECT_FALSE(is_unfinished("$.where($ > ')')", false));
  EXPECT_FALSE(is_unfinished("f('it\\'s')", false));
  EXPECT_FALSE(is_unfinished(")", false));
}

TEST(Unfinished, OfATemplateOnlyWithinItsMarks) {
  EXPECT_FALSE(is_unfinished("don't (", true));
  EXPECT_TRUE(is_unfinished("a {{ b", true));
  EXPECT_TRUE(is_unfinished("{{ '}}'", true));
  EXPECT_FALSE(is_unfinished("{{ '}}' }} {# it's #} {", true));
}

TEST(Unfinished, OfATemplateWhileABlockIsOpen) {
  EXPECT_TRUE(is_unfinished("{% for a in b %}x", true));
  EXPECT_TRUE(is_unfinished("{%- if a -%}{% for b in c %}{% endfor %}", true));
  EXPECT_FALSE(is_unfinished("{% for a in b %}{{ a }}{%- endfor -%}", true));
  EXPECT_FALSE(is_unfinished("{% set a = 1 %}{% include 'b' %}{% if a %}x{% else %}y{% endif %}", true));
  EXPECT_TRUE(is_unfinished("{% set a %}x", true));
  EXPECT_TRUE(is_unfinished("{% raw %}{% if", true));
  EXPECT_FALSE(is_unfinished("{% raw %}{% if {{ ' {% endraw %}", true));
  EXPECT_FALSE(is_unfinished("{% endif %}", true));
}

TEST(Unfinished, OfACommandWhileItsJsonIsOpen) {
  EXPECT_TRUE(is_unfinished_command(":data {"));
  EXPECT_TRUE(is_unfinished_command(":data {\n\"a\": [1,"));
  EXPECT_TRUE(is_unfinished_command(":set x = {\"a"));
  EXPECT_FALSE(is_unfinished_command(":data {\n}"));
  EXPECT_FALSE(is_unfinished_command(":set x=it's ("));
  EXPECT_FALSE(is_unfinished_command(":doc f("));
  EXPECT_FALSE(is_unfinished_command(":set"));
}

TEST(Session, EvaluatesEachLineAlone) {
  Session session(yaql());
  EXPECT_EQ(session.last(), nullptr);
  EXPECT_EQ(value_of(session, "$.ord.orderBy($)"), "[1,2,3]");
  EXPECT_EQ(value_of(session, "1 +"), "failed");
  EXPECT_EQ(value_of(session, "$.other"), "\"x\"");
  EXPECT_EQ(json(*session.workspace().find("expression")), "\"$.other\"");
}

TEST(Session, KeepsVariablesWhenTheWorkspaceIsOpenedAgain) {
  Session session(yaql());
  session.set("n", Value::integer(4));
  session.reopen(yaql("[1]"));
  EXPECT_EQ(value_of(session, "$.len() + $n"), "5");
  EXPECT_TRUE(session.unset("n"));
  EXPECT_FALSE(session.unset("n"));
  EXPECT_EQ(value_of(session, "$n"), "null");
}

TEST(Session, StaysAsItWasWhereOpeningFails) {
  Session session(yaql());
  Options wrong = yaql();
  wrong.dialect = "yaqk";
  EXPECT_THROW(session.reopen(wrong), UsageError);
  EXPECT_EQ(session.dialect(), "yaql");
  EXPECT_EQ(value_of(session, "$.ord.len()"), "3");
}

TEST(Session, RunsAreStopped) {
  bool stops = false;
  Session session(yaql(), [&] { return stops; });
  EXPECT_EQ(value_of(session, "range(100).len()"), "100");
  stops = true;
  EXPECT_EQ(value_of(session, "range(10000000).len()"), "failed");
}

TEST(Session, OpensAFolderByItsSettingsOrItsFiles) {
  const TemporaryFolder folder;
  folder.write("a.txt", "x");
  folder.write("ensemble.yaml", "instances:\n  app:\n    attributes: {host: h}\n");
  Options options;
  options.operands = {folder / "."};
  options.dialect = "unfurl";
  options.main = folder / "ensemble.yaml";
  EXPECT_EQ(value_of(*std::make_unique<Session>(options), "::app::.name"), "\"app\"");
  folder.write(".evalground.yaml", "dialect: unfurl\nmain: ensemble.yaml\nvars: {name: n}\n");
  options = Options();
  options.operands = {folder / "."};
  Session session(options);
  EXPECT_EQ(value_of(session, "$name"), "\"n\"");
}

TEST(Session, OpensTheCurrentFolderWhereNothingIsNamed) {
  const TemporaryFolder folder;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder / ".");
  EXPECT_THROW(with_current_folder(Options()), UsageError);
  folder.write(".evalground.yaml", "dialect: yaql\nvars: {n: 3}\n");
  Session session(with_current_folder(Options()));
  EXPECT_EQ(value_of(session, "$n"), "3");
  EXPECT_TRUE(with_current_folder(yaql()).operands.empty());
  std::filesystem::current_path(before);
}

TEST(Session, OpensARoleWithinItsRepository) {
  const TemporaryFolder folder;
  folder.write("roles/web/defaults/main.yml", "port: 80\n");
  Options options;
  options.operands = {folder / "roles/web"};
  Session session(options);
  EXPECT_EQ(value_of(session, "{{ port }}"), "\"80\"");
}

TEST(Commands, ShowWhereAValueCameFrom) {
  Options options;
  const TemporaryFolder folder;
  folder.write("main.yaml", "a: 1\nb: {eval: a}\n");
  options.dialect = "unfurl";
  options.main = folder / "main.yaml";
  Session session(options);
  Prompt prompt{session};
  EXPECT_EQ(refusal(prompt, ":source"), "nothing has been evaluated yet");
  session.evaluate("b");
  EXPECT_EQ(run_command(prompt, ":source"), "main.yaml:2:4  expression, reads main.yaml:1:4\n  2 | b: {eval: a}\n");
}

TEST(Commands, SetVariablesToJsonOrText) {
  Session session(yaql());
  Prompt prompt{session};
  run_command(prompt, ":set n=[1, 2]");
  run_command(prompt, ":set t = two words");
  EXPECT_EQ(value_of(session, "$n.len()"), "2");
  run_command(prompt, ":let last");
  EXPECT_EQ(run_command(prompt, ":vars"), "n = [1,2]\nt = \"two words\"\nlast = 2\n");
  EXPECT_EQ(refusal(prompt, ":set n"), ":set takes name=VALUE, not \"n\"");
}

TEST(Commands, NameTheNearestOfAnUnknownOne) {
  Session session(yaql());
  Prompt prompt{session};
  EXPECT_EQ(refusal(prompt, ":sorce"), "unknown command \":sorce\"; did you mean :source?");
  EXPECT_EQ(refusal(prompt, ":doc ordrBy"), "unknown function \"ordrBy\"; did you mean orderBy?");
  EXPECT_EQ(refusal(prompt, ":reload x"), ":reload takes no argument");
  EXPECT_EQ(refusal(prompt, ":data nowhere.json"), "\"nowhere.json\" is neither a file nor JSON");
}

TEST(Commands, SaveWithoutSecretsAndNotOverAFile) {
  const TemporaryFolder folder;
  folder.write("w.json", R"({"dialect": "jinja2", "main": "a", "secrets": {"p": "hunter2"}})");
  Options options;
  options.operands = {folder / "w.json"};
  Session session(options);
  Prompt prompt{session};
  run_command(prompt, ":save " + (folder / "out.yaml"));
  EXPECT_EQ(read_file(folder / "out.yaml").find("hunter2"), std::string::npos);
  EXPECT_NE(refusal(prompt, ":save " + (folder / "out.yaml")).find("exists; :save! overwrites it"), std::string::npos);
  EXPECT_EQ(refusal(prompt, ":save! " + (folder / "out.yaml")), "worked");
  EXPECT_NE(refusal(prompt, ":save " + (folder / "none/out.yaml")).find("no such folder"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder / "none"));
}

TEST(Commands, ConfirmOnATerminalOnly) {
  const TemporaryFolder folder;
  folder.write("data.json", "[1]");
  Session session(yaql());
  Prompt piped{.session = session};
  EXPECT_EQ(run_command(piped, ":data [2]"), "");
  Prompt prompt{.session = session, .is_printable = true};
  EXPECT_EQ(run_command(prompt, ":data [2]"), "set the data\n");
  const std::string path = folder / "data.json";
  EXPECT_EQ(run_command(prompt, ":data " + path), "read the data from " + path + "\n");
  EXPECT_EQ(run_command(prompt, ":dialect yaql"), "the dialect is yaql\n");
  run_command(prompt, ":set n=1");
  EXPECT_EQ(run_command(prompt, ":unset n"), "removed n\n");
  EXPECT_EQ(run_command(prompt, ":save " + (folder / "w.yaml")), "saved " + (folder / "w.yaml") + "\n");
  EXPECT_EQ(run_command(prompt, ":load " + (folder / "w.yaml")), "opened " + (folder / "w.yaml") + " as yaql\n");
}

TEST(Commands, LinkToThePageOrSayHowItIsOpened) {
  Options options = yaql();
  Session session(options);
  Prompt prompt{session};
  EXPECT_TRUE(run_command(prompt, ":link").starts_with("#w1."));
  EXPECT_NE(run_command(prompt, ":link").find("evalground eval '#w1…'"), std::string::npos);
  options.site = "https://example.org/";
  session.reopen(options);
  EXPECT_TRUE(run_command(prompt, ":link").starts_with("https://example.org/#w1."));
}

TEST(Commands, CutLongTextsAndShowThemWhole) {
  Session session(yaql());
  Prompt prompt{.session = session, .most_lines = 2, .is_printable = true};
  EXPECT_EQ(prompt.shown("1\n2\n3\n\x1b[31m"), "1\n2\n… 2 more lines; :all shows them\n");
  EXPECT_EQ(run_command(prompt, ":all"), "1\n2\n3\n\u241b[31m\n");
}

TEST(Commands, EachIsInTheHelp) {
  Session session(yaql());
  Prompt prompt{session};
  const std::string text = run_command(prompt, ":help");
  for (const Command& command : commands()) EXPECT_NE(text.find(command.about), std::string::npos) << command.name;
}

TEST(Completion, OffersNamesOfTheDataWithTheirValues) {
  Session session(yaql());
  const std::vector<Candidate> found = completions(session, "$.or", 4);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].text, "ord");
  EXPECT_EQ(found[0].help, "[3, 1, 2]");
  EXPECT_EQ(found[0].before, 2U);
  const auto call = std::find_if(found.begin(), found.end(), [](const auto& one) { return one.label == "orderBy"; });
  ASSERT_NE(call, found.end());
  EXPECT_EQ(call->text, "orderBy(");
}

TEST(Completion, CountsBytesBehindWideCharacters) {
  Session session(yaql());
  const std::string input = "'\xF0\x9F\x98\x80' + $.oth";
  const std::vector<Candidate> found = completions(session, input, input.size());
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].text, "other");
  EXPECT_EQ(found[0].before, 3U);
}

TEST(Completion, OffersFunctionsWhereTheLanguageOffersNothing) {
  Options options;
  options.dialect = "cfengine";
  Session session(options);
  const std::vector<Candidate> found = completions(session, "format(\"%d\", leng", 17);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].text, "length");
  EXPECT_EQ(found[0].before, 4U);
}

TEST(Completion, OffersCommandsAndTheirArguments) {
  Session session(yaql());
  std::vector<Candidate> found = completions(session, ":so", 3);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].text, "source");
  found = completions(session, ":dialect unf", 12);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].text, "unfurl");
  const TemporaryFolder folder;
  folder.write("one.yaml", "");
  folder.write("on/x", "");
  const std::string line = ":load " + (folder / "on");
  found = completions(session, line, line.size());
  EXPECT_EQ(found.size(), 2U);
}

TEST(History, KeepsTheNewestOfEqualLinesForTheNextPrompt) {
  const TemporaryFolder folder;
  const std::string path = folder / "state/history";
  {
    History history(path);
    for (const char* line : {"a", "b\\\nc", "a"}) history.add(line);
  }
  EXPECT_EQ(History(path).lines(), (std::vector<std::string>{"b\\\nc", "a"}));
  EXPECT_EQ(std::filesystem::status(path).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  std::string long_text;
  for (std::size_t number = 0; number < most_history + 5; ++number) long_text += std::to_string(number) + "\n";
  folder.write("state/history", long_text);
  History(path).add("newest");
  EXPECT_EQ(History(path).lines().size(), most_history);
  EXPECT_EQ(History(path).lines().back(), "newest");
}

TEST(History, KeepsWhatAnotherPromptAdds) {
  const TemporaryFolder folder;
  History one(folder / "history");
  History other(folder / "history");
  one.add("a");
  other.add("b");
  one.add("c");
  EXPECT_EQ(History(folder / "history").lines(), (std::vector<std::string>{"a", "b", "c"}));
}

TEST(History, LeavesSecretsOut) {
  const Map workspace{{"secrets", Value::map({{"p", Value::string("hunter2")}})}};
  SecretLines secrets;
  EXPECT_TRUE(secrets.hold(workspace, "$.where($ = hunter2)"));
  EXPECT_TRUE(secrets.hold(workspace, ":set db_password=x"));
  EXPECT_FALSE(secrets.hold(workspace, ":set name=x"));
  EXPECT_FALSE(secrets.hold(workspace, "$.password"));
  EXPECT_FALSE(secrets.hold(workspace, "$ = '12345678'"));
  EXPECT_TRUE(secrets.hold(workspace, ":set pass = 12345678"));
  EXPECT_TRUE(secrets.hold(workspace, ":set token=\"a b c\""));
  EXPECT_TRUE(secrets.hold(workspace, "$ = '12345678'"));
  EXPECT_TRUE(secrets.hold(workspace, "$ = 'a b c'"));
}

}  // namespace
}  // namespace evalground::cli
