// What the command lists and writes. That every change gives the wanted value is in tests/runner/changes.mjs.
#include "cli/change.hpp"

#include <filesystem>
#include <gtest/gtest.h>

#include "cli/disk.hpp"
#include "cli/document.hpp"
#include "cli/outcome_of.hpp"

namespace evalground::cli {
namespace {

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

}  // namespace
}  // namespace evalground::cli
