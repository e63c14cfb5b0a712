#include "cli/document.hpp"

#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>

#include "cli/disk.hpp"

namespace evalground::cli {
namespace {

namespace fs = std::filesystem;

// A folder with one file, which is the operand. Removed after the test.
class Document : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "evalground-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  // "DIALECT main" if the file is a document, else "operand".
  std::string read(const std::string& name, const std::string& text, std::vector<std::string> flags = {}) {
    write_below(folder_.string(), name, text, false);
    flags.insert(flags.begin(), {"eval", (folder_ / name).string()});
    const Options options = with_document(read_options(flags));
    return options.main ? options.dialect.value() + (options.operands.empty() ? " main" : " both") : "operand";
  }

  fs::path folder_;
};

TEST_F(Document, IsKnownByNameOrContent) {
  EXPECT_EQ(read("stack.yaml", "heat_template_version: wallaby\noutputs: {a: {value: 1}}\n"), "heat main");
  EXPECT_EQ(read("page.j2", "hello {{ name }}: {% if a %}"), "jinja2 main");
  EXPECT_EQ(read("main.cf", "bundle agent main\n{\n}\n"), "cfengine main");
}

TEST_F(Document, HasTheGivenDialect) {
  EXPECT_EQ(read("a.txt", "$.a", {"--dialect", "yaql"}), "yaql main");
  EXPECT_EQ(read("stack.yaml", "heat_template_version: wallaby\n", {"--dialect", "unfurl"}), "unfurl main");
}

TEST_F(Document, IsNoWorkspace) {
  EXPECT_EQ(read("w.yaml", "files: {main.cf: ''}\ndialect: cfengine\n"), "operand");
  EXPECT_EQ(read("w.json", R"({"main": "a: 1", "dialect": "unfurl"})"), "operand");
  EXPECT_EQ(read("w.yaml", "{main: 'a: 1', dialect: unfurl}"), "operand");
  EXPECT_EQ(read("q.yaml", "expression: $.a\ndata: {a: 1}\n", {"--dialect", "yaql"}), "operand");
  EXPECT_EQ(read("w.yaml", "vars: {a: 1}\n", {"--dialect", "jinja2", "--main", "page.j2"}), "jinja2 both");
}

TEST_F(Document, IsKnownByItsKeysInJsonAndBehindAByteOrderMark) {
  EXPECT_EQ(read("a.template", R"({"heat_template_version": "2018-08-31", "outputs": {"o": {"value": 1}}})"),
            "heat main");
  EXPECT_EQ(read("a.yaml", "\xEF\xBB\xBFheat_template_version: wallaby\noutputs: {}\n"), "heat main");
}

TEST_F(Document, IsNotGuessed) {
  EXPECT_THROW(read("a.txt", "a: 1\n"), UsageError);
  EXPECT_THROW(read("a.txt", "- 1\n"), UsageError);
  EXPECT_EQ(read("a.txt", "a: [\n"), "operand");  // the error of its reader has a place
}

}  // namespace
}  // namespace evalground::cli
