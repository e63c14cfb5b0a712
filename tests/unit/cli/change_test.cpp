// Changes values of every example of the gallery: a value that is written in a text can be changed there, and a change
// that is offered gives the wanted value when it is applied.
#include "cli/change.hpp"

#include <filesystem>
#include <gtest/gtest.h>
#include <map>

#include "cli/disk.hpp"
#include "cli/document.hpp"
#include "cli/outcome_of.hpp"
#include "data/paths/json_pointer.hpp"
#include "engine.hpp"
#include "runner/case_file.hpp"
#include "runtime/host.hpp"
#include "shrink/goal.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground::cli {
namespace {

constexpr std::size_t most_rows = 4;  // of an example

// A value of the same kind; undefined for lists, maps and null.
Value another(const Value& value) {
  switch (value.kind()) {
    case Kind::string:
      if (value.is_text("<<REDACTED>>")) return {};
      return Value::string(std::string(value.as_string()) + "x");
    case Kind::integer: return Value::integer(value.as_integer() + 1);
    case Kind::boolean: return Value::boolean(!value.as_boolean());
    default: return {};
  }
}

// The workspace with a candidate's edit of a file or change of a key.
Map applied(const Map& workspace, const Map& candidate) {
  Map result = workspace;
  for (const Value& one : candidate.find("edits")->as_list()) {
    const Map& edit = one.as_map();
    const std::string file(edit.find("file")->as_string());
    const Value* files = result.find("files");
    const bool is_file = files != nullptr && (edit.contains("creates") || files->as_map().contains(file));
    const Value* old =
        is_file ? files->as_map().find(file) : result.find(file == "<expression>" ? "expression" : "main");
    std::string text = old == nullptr ? std::string() : std::string(old->as_string());
    // The examples are ASCII at these places, or the wish does not hold.
    std::size_t from = 0;
    std::size_t to = 0;
    std::int64_t units = 0;
    for (std::size_t at = 0; at <= text.size(); ++at) {
      if (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) continue;
      if (units == edit.find("from")->as_integer()) from = at;
      if (units == edit.find("to")->as_integer()) to = at;
      units += at < text.size() && static_cast<unsigned char>(text[at]) >= 0xF0 ? 2 : 1;
    }
    text.replace(from, to - from, edit.find("text")->as_string());
    if (is_file) {
      Map all = files->as_map();
      all.set(file, Value::string(text));
      result.set("files", Value::map(std::move(all)));
    } else {
      result.set(file == "<expression>" ? "expression" : "main", Value::string(text));
    }
  }
  for (const Value& one : candidate.find("changes")->as_list()) {
    const auto parts = parse_pointer(one.as_map().find("path")->as_string());
    std::vector<Value> levels{Value::map(result)};
    for (std::size_t at = 0; at + 1 < parts.size(); ++at) {
      const Value* next = resolve_pointer(levels.back(), std::span(parts).subspan(at, 1));
      levels.push_back(next == nullptr ? Value::map() : *next);
    }
    Value changed = *one.as_map().find("value");
    for (std::size_t at = parts.size(); at-- > 0;) {
      if (levels[at].is_list()) {
        List list = levels[at].as_list();
        list[std::stoul(parts[at])] = changed;
        changed = Value::list(std::move(list));
      } else {
        Map map = levels[at].as_map();
        map.set(parts[at], changed);
        changed = Value::map(std::move(map));
      }
    }
    result = changed.as_map();
  }
  return result;
}

struct Share {
  std::size_t literals = 0;  // values that are written in a text
  std::size_t at_origin = 0;
  std::size_t others = 0;  // computed values
  std::size_t changed = 0;
};

class Examples {
 public:
  void ask(const std::string& dialect, const std::string& name, const std::string& json) {
    const Value workspace = parse_json(json, budget_);
    const Map outcome = run(workspace.as_map(), R"({"provenance": true})");
    const Value* origins = outcome.find("origins");
    const std::string_view part = outcome.contains("value") ? "value" : "outputs";
    if (origins == nullptr || !outcome.contains(part) || !outcome.find("ok")->as_boolean()) return;
    std::size_t rows = 0;
    for (const auto& [pointer, steps] : origins->as_map()) {
      List path{Value::string(part)};
      for (const std::string& key : parse_pointer(pointer.as_string())) path.push_back(Value::string(key));
      const Value to = another(shrinking::value_at(Value::map(outcome), path));
      if (to.is_undefined() || ++rows > most_rows) continue;
      const Map& first = steps.as_list()[0].as_map();
      const bool is_literal = first.find("via")->as_string() == "literal" && first.contains("span");
      ask_row(dialect, name, workspace.as_map(), path, to, is_literal);
    }
  }

  const std::map<std::string, Share>& shares() const { return shares_; }
  const std::string& missing() const { return missing_; }

 private:
  Map run(const Map& workspace, std::string_view options) {
    Map fixed = workspace;
    if (!fixed.contains("clock")) fixed.set("clock", Value::string("2001-02-03T04:05:06Z"));
    if (!fixed.contains("seed")) fixed.set("seed", Value::integer(1));
    return parse_json(evaluate(write_json(Value::map(std::move(fixed)), budget_), options, host_), budget_).as_map();
  }

  void ask_row(const std::string& dialect, const std::string& name, const Map& workspace, const List& path,
               const Value& to, bool is_literal) {
    const Map request{
        {"change", Value::map(workspace)}, {"path", Value::list(path)}, {"to", to}, {"time_ms", Value::integer(0)}};
    const Value answer = parse_json(change(write_json(Value::map(request), budget_), host_), budget_);
    const Value* candidates = answer.as_map().find("candidates");
    ASSERT_NE(candidates, nullptr) << name << write_json(answer, budget_);
    Share& share = shares_[dialect];
    ++(is_literal ? share.literals : share.others);
    bool is_at_origin = false;
    for (const Value& one : candidates->as_list()) {
      is_at_origin = is_at_origin || one.as_map().find("kind")->as_string() == "origin";
      const Map outcome = run(applied(workspace, one.as_map()), "");
      const Value now = shrinking::value_at(Value::map(outcome), path);
      EXPECT_EQ(write_json(now, budget_), write_json(to, budget_)) << name << " " << write_json(one, budget_);
    }
    if (is_literal && is_at_origin) ++share.at_origin;
    if (!is_literal && !candidates->as_list().empty()) ++share.changed;
    if (is_literal && !is_at_origin) missing_ += "\n" + name + " " + write_json(Value::list(path), budget_);
  }

  Budget budget_{{.steps = 1ULL << 40, .memory = 0, .output = 1ULL << 40, .depth = 1000}};
  ClosedHost host_;
  std::map<std::string, Share> shares_;
  std::string missing_;  // values that are written in a text and cannot be changed there
};

// A folder that is the current folder during the test.
class ChangeInFolder : public testing::Test {
 protected:
  ChangeInFolder() : before_(std::filesystem::current_path()) { std::filesystem::current_path(scratch_.path()); }
  ~ChangeInFolder() override { std::filesystem::current_path(before_); }

  static void change_with(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "change");
    change_value(with_document(read_options(arguments)));
  }
  // What the command prints.
  static std::string run(const std::vector<std::string>& arguments) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    change_with(arguments);
    std::fflush(stdout);
    testing::internal::GetCapturedStderr();
    return testing::internal::GetCapturedStdout();
  }
  static void write(const std::string& name, std::string_view text) { WholeFile(name, text).commit(); }

 private:
  Scratch scratch_;
  std::filesystem::path before_;
};

TEST_F(ChangeInFolder, ListsCandidatesAsLines) {
  write("a.yaml", "dialect: yaql\nexpression: $.a\ndata: {a: 1} # one\n");
  EXPECT_EQ(run({"a.yaml", "--set", "value=2"}),
            "value is 1, wanted 2 (evaluations: 1)\n\n1. Set data.a of the workspace. The value is written here.\n"
            "   /data/a: 2\n");
}

TEST_F(ChangeInFolder, WritesAPartOfAWorkspaceFile) {
  write("a.yaml", "dialect: yaql\nexpression: $.a\ndata: {a: 1} # one\n");
  run({"a.yaml", "--set", "value=2", "--apply", "1"});
  EXPECT_EQ(read_file("a.yaml"), "dialect: yaql\nexpression: $.a\ndata: {a: 2} # one\n");
}

TEST_F(ChangeInFolder, WritesAFileBelowTheRoot) {
  std::filesystem::create_directories("r/group_vars");
  write("r/hosts.ini", "[web]\nw1\n");
  write("r/group_vars/all.yml", "port: 80 # usual\n");
  write("r/site.yml", "- hosts: web\n  tasks: []\n");
  const std::vector<std::string> arguments{"--root", "r",  "--inventory", "hosts.ini",
                                           "--host", "w1", "--set",       "port=81"};
  const std::string listed = run(arguments);
  EXPECT_NE(listed.find("   -port: 80 # usual\n   +port: 81 # usual\n"), std::string::npos) << listed;
  EXPECT_NE(listed.find("Create host_vars/w1.yml. A value for the host w1 wins"), std::string::npos) << listed;
  std::vector<std::string> applying = arguments;
  applying.insert(applying.end(), {"--apply", "1"});
  run(applying);
  EXPECT_EQ(read_file("r/group_vars/all.yml"), "port: 81 # usual\n");
}

TEST_F(ChangeInFolder, WritesADocument) {
  write("page.j2", "a\n{# c #}b {{ 1 }}\n");
  EXPECT_EQ(run({"--dialect", "jinja2", "--main", "page.j2", "--set", "text[1]=c 1", "--format", "diff"}),
            "1. Change page.j2, line 2\n--- a/page.j2\n+++ b/page.j2\n@@ -1,2 +1,2 @@\n a\n-{# c #}b {{ 1 }}\n"
            "+{# c #}c {{ 1 }}\n");
  run({"--dialect", "jinja2", "--main", "page.j2", "--set", "text[1]=c 1", "--apply", "1"});
  EXPECT_EQ(read_file("page.j2"), "a\n{# c #}c {{ 1 }}\n");
}

TEST_F(ChangeInFolder, DoesNotShowASecret) {
  write("a.yaml",
        "dialect: unfurl\nmain: |\n  instances:\n    a:\n      type: T\n      attributes:\n"
        "        password: {eval: {sensitive: hunter2}}\n");
  const std::string listed = run({"a.yaml", "--set", "instances.a.password=other"});
  EXPECT_NE(listed.find("\n1. "), std::string::npos) << listed;
  EXPECT_EQ(listed.find("hunter2"), std::string::npos) << listed;
  EXPECT_THROW(change_with({"a.yaml", "--set", "instances.a.password=other", "--format", "diff"}), UsageError);
}

TEST_F(ChangeInFolder, WritesAnItemOfTheData) {
  write("a.yaml", "dialect: yaql\nexpression: $.a[1]\ndata: {a: [1, 2]} # two\n");
  run({"a.yaml", "--set", "value=3", "--apply", "1"});
  EXPECT_EQ(read_file("a.yaml"), "dialect: yaql\nexpression: $.a[1]\ndata: {a: [1, 3]} # two\n");
}

TEST_F(ChangeInFolder, SaysWhatIsMissing) {
  write("a.yaml", "dialect: yaql\nexpression: $.a\ndata: {a: 1}\n");
  EXPECT_THROW(change_with({"a.yaml"}), UsageError);
  EXPECT_THROW(change_with({"a.yaml", "--set", "=1"}), UsageError);
  EXPECT_THROW(change_with({"a.yaml", "--set", "b=1"}), UsageError);
  EXPECT_THROW(change_with({"a.yaml", "--set", "value=2", "--apply", "5"}), UsageError);
}

TEST(Change, GivesTheWishInEveryExample) {
  Examples examples;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("engine/dialects")) {
    if (entry.path().extension() != ".yaml" || entry.path().parent_path().filename() != "gallery") continue;
    const std::string path = entry.path().string();
    const std::string dialect = entry.path().parent_path().parent_path().filename().string();
    for (const runner::Case& one : runner::read_cases(path, read_file(path))) examples.ask(dialect, path, one.json);
  }
  std::size_t literals = 0;
  std::size_t at_origin = 0;
  std::size_t computed = 0;
  std::size_t changed = 0;
  for (const auto& [dialect, share] : examples.shares()) {
    literals += share.literals;
    at_origin += share.at_origin;
    computed += share.others;
    changed += share.changed;
    std::printf("%-12s written in a text %zu, changed there %zu; computed %zu, changed %zu\n", dialect.c_str(),
                share.literals, share.at_origin, share.others, share.changed);
  }
  // The others are names that a language adds, and texts that a loop or a tool fills in.
  EXPECT_GE(at_origin * 10, literals * 7) << examples.missing();
  EXPECT_GE(changed * 10, computed * 7);
}

}  // namespace
}  // namespace evalground::cli
