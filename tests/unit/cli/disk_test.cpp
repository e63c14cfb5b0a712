#include "cli/disk.hpp"

#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

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

TEST_F(Disk, ReplacesAFileWholeAndKeepsItsMode) {
  const std::string path = root() + "/script";
  write_whole(path, "one");
  EXPECT_EQ(read_file(path), "one");
  ASSERT_EQ(::chmod(path.c_str(), 0750), 0);
  write_whole(path, "two");
  EXPECT_EQ(read_file(path), "two");
  struct stat state;
  ASSERT_EQ(::stat(path.c_str(), &state), 0);
  EXPECT_EQ(state.st_mode & 07777, 0750u);
  EXPECT_EQ(read_folder(root(), true).size(), 1u);  // its temporary file is gone
}

TEST_F(Disk, ChangesNothingUntilAWholeFileIsCommitted) {
  const std::string path = root() + "/file";
  write_whole(path, "before");
  {
    const WholeFile file(path, "after");
    EXPECT_EQ(read_file(path), "before");
    EXPECT_EQ(read_folder(root(), true).size(), 2u);
  }
  EXPECT_EQ(read_file(path), "before");
  EXPECT_EQ(read_folder(root(), true).size(), 1u);
  EXPECT_THROW(write_whole(root() + "/none/file", "x"), DiskError);
  fs::create_directory(folder_ / "root/folder");
  EXPECT_THROW(write_whole(root() + "/folder", "x"), DiskError);
  EXPECT_EQ(read_folder(root(), true).size(), 1u);
}

TEST_F(Disk, ReplacesALinkInsteadOfFollowingIt) {
  fs::create_symlink(folder_ / "secret", folder_ / "root/file");
  write_whole(root() + "/file", "own");
  EXPECT_EQ(read_file((folder_ / "secret").string()), "hunter2");
  EXPECT_FALSE(fs::is_symlink(folder_ / "root/file"));
}

TEST_F(Disk, ReadsRegularFilesAloneAndNeverWaits) {
  write_whole(root() + "/file", "12345");
  fs::create_symlink(folder_ / "root/file", folder_ / "root/link");
  std::string content;
  EXPECT_EQ(read_regular(root() + "/file", 5, content), Reading::done);
  EXPECT_EQ(content, "12345");
  EXPECT_EQ(read_regular(root() + "/file", 4, content), Reading::large);
  EXPECT_EQ(read_regular(root() + "/link", 5, content), Reading::link);
  EXPECT_EQ(read_regular(root() + "/none", 5, content), Reading::missing);
  EXPECT_EQ(read_regular(root() + "/file/none", 5, content), Reading::missing);
  EXPECT_EQ(read_regular(root(), 5, content), Reading::not_regular);
#ifndef __EMSCRIPTEN__
  ASSERT_EQ(::mkfifo((root() + "/pipe").c_str(), 0600), 0);
  EXPECT_EQ(read_regular(root() + "/pipe", 5, content), Reading::not_regular);
#endif
}

}  // namespace
}  // namespace evalground::cli
