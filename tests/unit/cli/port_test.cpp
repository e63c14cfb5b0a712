#include "cli/port.hpp"

#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>

#include "cli/disk.hpp"

namespace evalground::cli {
namespace {

namespace fs = std::filesystem;

// A role with one condition that must change and a comment that must stay, removed after the test.
class PortFiles : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "evalground-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    write_below(name, "tasks/main.yml", "- when: \"'𝄞' in x and tags | length\"  # kept\n", false);
    write_below(name, "notes.txt", "{{ a | default(1, 1) }}\n", false);
  }
  void TearDown() override { fs::remove_all(folder_); }

  bool is_clean(bool fix) {
    Options options;
    options.verb = Verb::port;
    options.operands = {folder_.string()};
    options.to = "2.21";
    options.fix = fix;
    return port_files(options);
  }
  std::string text(const std::string& name) { return read_file((folder_ / name).string()); }

  fs::path folder_;
};

TEST_F(PortFiles, AreOnlyLookedAtUnlessFixed) {
  EXPECT_FALSE(is_clean(false));
  EXPECT_EQ(text("tasks/main.yml"), "- when: \"'𝄞' in x and tags | length\"  # kept\n");
}

TEST_F(PortFiles, KeepTheirLayoutWhenFixed) {
  EXPECT_TRUE(is_clean(true));
  EXPECT_EQ(text("tasks/main.yml"), "- when: \"'𝄞' in x and tags | length != 0\"  # kept\n");
  EXPECT_EQ(text("notes.txt"), "{{ a | default(1, 1) }}\n");
}

TEST_F(PortFiles, NeedAVersion) {
  Options options;
  options.operands = {folder_.string()};
  EXPECT_THROW(port_files(options), UsageError);
  options.to = "1.9";
  EXPECT_THROW(port_files(options), UsageError);
}

}  // namespace
}  // namespace evalground::cli
