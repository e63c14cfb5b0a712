#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>

#include "cli/cases.hpp"
#include "cli/disk.hpp"
#include "cli/input.hpp"
#include "engine.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

namespace fs = std::filesystem;

// A small Ansible repository, removed after the test.
class Repository : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "evalground-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    write_below(name, "hosts", "[web]\nweb1 port=81\nweb2\n[web:vars]\nport=80\n", false);
    write_below(name, "roles/x/defaults/main.yml", "greeting: hello\n", false);
    write_below(name, "roles/x/templates/y.j2", "{{ greeting }} {{ inventory_hostname }}:{{ port }}", false);
  }
  void TearDown() override { fs::remove_all(folder_); }

  Value outcome(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--root", folder_.string(), "--inventory", "hosts"});
    Budget budget;
    ClosedHost host;
    const Options options = read_options(arguments);
    return parse_json(evaluate(write_json(Value::map(read_input(options)), budget), "", host), budget);
  }
  static const Value& at(const Value& value, std::initializer_list<std::string_view> path) {
    const Value* found = &value;
    for (const std::string_view key : path) found = found->as_map().find(key);
    return *found;
  }

  fs::path folder_;
};

TEST_F(Repository, ShowsAHost) {
  const Value shown = outcome({"host", "web1"});
  EXPECT_EQ(at(shown, {"value", "variables", "port", "value"}).as_integer(), 81);
  EXPECT_EQ(at(shown, {"value", "variables", "port", "level"}).as_string(), "inventory_host");
}

// A vault's content may be expected in the clear, or as a secret, as the page and the command show it.
TEST_F(Repository, ExpectsWhatAVaultHoldsEitherWay) {
  // "k7-plain-text" under the password "hunter2".
  constexpr std::string_view vault =
      R"(pw: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n)"
      R"(  30323032303230323032303230323032303230323032303230323032303230323032303230323032\n)"
      R"(  3032303230323032303230323032303230323032303230320a393361393334303732373532383434\n)"
      R"(  36303739396566646638613431636366376530653230393661316130653834376131393836386631\n)"
      R"(  3733386361613138660a366434626563623237633862383135636663643461383034623961653362\n)"
      R"(  6462\n)";
  const auto passes = [&](const std::string& expected) {
    const std::string text =
        R"({"id": "v", "dialect": "jinja2", "files": {"hosts": "[web]\nh\n", "group_vars/web.yml": ")" +
        std::string(vault) + R"("}, "options": {"flavor": "ansible", "inventory": "hosts", "host": "h"}, )" +
        R"("secrets": {"vault_password": "hunter2"}, "expression": "{{ pw }}", "expect": )" + expected + "}";
    write_below(folder_.string(), "case.json", text, false);
    testing::internal::CaptureStdout();
    const bool passed = run_cases(read_options({"cases", (folder_ / "case.json").string()}), "");
    testing::internal::GetCapturedStdout();
    return passed;
  };
  EXPECT_TRUE(passes(R"({"text": "k7-plain-text"})"));
  EXPECT_TRUE(passes(R"({"sensitive": true})"));
  EXPECT_TRUE(passes(R"({"sensitive": false})"));
  EXPECT_FALSE(passes(R"({"text": "other"})"));
}

TEST(Lsp, TakesNoFile) {
  EXPECT_THROW(read_options({"lsp", "main.j2"}), UsageError);
  EXPECT_EQ(read_options({"lsp"}).verb, Verb::lsp);
}

TEST_F(Repository, ComparesHosts) {
  const Value shown = outcome({"matrix", "--variable", "port"});
  EXPECT_TRUE(at(shown, {"value", "variables", "port", "differs"}).as_boolean());
}

TEST_F(Repository, DrawsItsGroups) {
  EXPECT_EQ(at(outcome({"inventory"}), {"text"}).as_string(),
            "@all:\n  |--@ungrouped:\n  |--@web:\n  |  |--web1\n  |  |--web2\n");
}

TEST_F(Repository, RendersATemplateOfARole) {
  const std::string main = (folder_ / "roles/x/templates/y.j2").string();
  EXPECT_EQ(at(outcome({"eval", "--host", "web2", "--main", main}), {"text"}).as_string(), "hello web2:80");
}

TEST_F(Repository, IsNamedByItsRoot) {
  EXPECT_THROW(read_input(read_options({"matrix"})), UsageError);
  EXPECT_THROW(read_input(read_options({"inventory", "web1", "--root", folder_.string()})), UsageError);
}

}  // namespace
}  // namespace evalground::cli
