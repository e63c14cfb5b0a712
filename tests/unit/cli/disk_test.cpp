#include "cli/disk.hpp"

#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>

namespace evalground::cli {
namespace {

namespace fs = std::filesystem;

// A folder `root` beside a file `secret`, removed with the test.
class Disk : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "evalground-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    fs::create_directory(folder_ / "root");
    write_below(folder_.string(), "secret", "hunter2", false);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string root() const { return (folder_ / "root").string(); }

  fs::path folder_;
};

TEST_F(Disk, ReadsTheFilesBelowAFolderInOrder) {
  write_below(root(), "b/c.txt", "two", false);
  write_below(root(), "a.txt", "one", false);
  write_below(root(), "raw", "\xFF", false);
  const Map files = read_folder(root(), false);
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(files.begin()->key.as_string(), "a.txt");
  EXPECT_EQ(files.find("b/c.txt")->as_string(), "two");
  EXPECT_EQ(files.find("raw")->as_bytes(), "\xFF");
}

TEST_F(Disk, ReadsNeitherLinksNorHiddenFilesUnlessItFollows) {
  fs::create_symlink(folder_ / "secret", folder_ / "root/link");
  fs::create_directory_symlink(folder_, folder_ / "root/up");
  write_below(root(), ".env", "TOKEN=1", false);
  write_below(root(), "plain", "text", false);
  const Map files = read_folder(root(), false);
  EXPECT_EQ(files.size(), 1u);
  EXPECT_TRUE(files.contains("plain"));
  fs::remove(folder_ / "root/up");  // it leads round in a circle
  const Map followed = read_folder(root(), true);
  EXPECT_EQ(followed.find("link")->as_string(), "hunter2");
  EXPECT_TRUE(followed.contains(".env"));
}

TEST_F(Disk, WritesNotThroughALinkUnlessItFollows) {
  fs::create_symlink(folder_ / "secret", folder_ / "root/file");
  fs::create_directory_symlink(folder_, folder_ / "root/up");
  EXPECT_THROW(write_below(root(), "file", "gone", false), DiskError);
  EXPECT_THROW(write_below(root(), "up/secret", "gone", false), DiskError);
  EXPECT_THROW(write_below(root(), "../secret", "gone", true), DiskError);
  EXPECT_EQ(read_file((folder_ / "secret").string()), "hunter2");
  write_below(root(), "file", "meant", true);
  EXPECT_EQ(read_file((folder_ / "secret").string()), "meant");
}

TEST_F(Disk, SaysWhatCannotBeReadOrWritten) {
  EXPECT_THROW(read_file(root()), DiskError);
  EXPECT_THROW(read_file(root() + "/none"), DiskError);
  EXPECT_THROW(read_folder(root() + "/none", false), DiskError);
  if (fs::exists("/dev/full")) {
    fs::create_symlink("/dev/full", folder_ / "root/full");
    EXPECT_THROW(write_below(root(), "full", "x", true), DiskError);
  }
  if (fs::exists("/dev/zero")) {
    EXPECT_THROW(read_file("/dev/zero"), DiskError);
  }
}

}  // namespace
}  // namespace evalground::cli
