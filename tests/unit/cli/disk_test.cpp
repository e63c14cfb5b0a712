#include "cli/disk.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <csignal>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/wait.h>
#endif

namespace evalground::cli {
namespace {

namespace fs = std::filesystem;

// A folder `root` beside a file `secret`, removed after the test.
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
  fs::remove(folder_ / "root/up");  // a cycle of links
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

TEST_F(Disk, WritesTheTargetOfALinkWithinTheFolder) {
  write_below(root(), "sub/file", "before", false);
  ASSERT_EQ(::chmod((root() + "/sub/file").c_str(), 0640), 0);
  fs::create_symlink("sub/file", folder_ / "root/inside");
  EXPECT_TRUE(replace_below(root(), "inside", "before", "after", false));
  EXPECT_TRUE(fs::is_symlink(folder_ / "root/inside"));
  EXPECT_EQ(read_file(root() + "/sub/file"), "after");
  struct stat state;
  ASSERT_EQ(::stat((root() + "/sub/file").c_str(), &state), 0);
  EXPECT_EQ(state.st_mode & 07777, 0640u);
  fs::create_symlink("../new", folder_ / "root/out");
  EXPECT_THROW(write_below(root(), "out", "gone", false), DiskError);
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

TEST_F(Disk, KeepsAFileThatMayNotBeWritten) {
  const std::string path = root() + "/file";
  write_whole(path, "before");
  ASSERT_EQ(::chmod(path.c_str(), 0444), 0);
  EXPECT_THROW(write_whole(path, "after"), DiskError);  // also for root, whom the system would let
  EXPECT_EQ(read_file(path), "before");
  EXPECT_EQ(read_folder(root(), true).size(), 1u);
}

TEST_F(Disk, WritesWhereAPathOfTheUserLeads) {
  fs::create_symlink(folder_ / "secret", folder_ / "root/file");
  write_named(root() + "/file", "meant");
  EXPECT_EQ(read_file((folder_ / "secret").string()), "meant");
  EXPECT_TRUE(fs::is_symlink(folder_ / "root/file"));
  fs::create_symlink(folder_ / "new", folder_ / "root/dangling");
  write_named(root() + "/dangling", "made");
  EXPECT_EQ(read_file((folder_ / "new").string()), "made");
  if (fs::exists("/dev/null")) {
    write_named("/dev/null", "gone");
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    EXPECT_THROW(write_whole("/dev/null", "gone"), DiskError);
  }
}

TEST_F(Disk, ReplacesOnlyWhatIsStillAsItWasRead) {
  write_below(root(), "file", "read", false);
  EXPECT_TRUE(replace_below(root(), "file", "read", "new", false));
  EXPECT_FALSE(replace_below(root(), "file", "read", "newer", false));
  EXPECT_EQ(read_file(root() + "/file"), "new");
  EXPECT_FALSE(replace_below(root(), "file", std::nullopt, "newer", false));
  EXPECT_TRUE(replace_below(root(), "other", std::nullopt, "first", false));
  fs::remove(folder_ / "root/file");
  EXPECT_FALSE(replace_below(root(), "file", "new", "newer", false));
  EXPECT_EQ(read_folder(root(), true).size(), 1u);  // no temporary file is left
}

TEST_F(Disk, ReadsNothingOutsideOfAFolder) {
  fs::create_symlink(folder_ / "secret", folder_ / "root/link");
  fs::create_directory_symlink(folder_, folder_ / "root/up");
  write_below(root(), "sub/file", "text", false);
  fs::create_symlink("sub/file", folder_ / "root/inside");
  EXPECT_EQ(read_below(root(), "sub/file", false), "text");
  EXPECT_EQ(read_below(root(), "inside", false), "text");
  EXPECT_THROW(read_below(root(), "link", false), DiskError);
  EXPECT_THROW(read_below(root(), "up/secret", false), DiskError);
  EXPECT_THROW(read_below(root(), "../secret", true), DiskError);
  EXPECT_THROW(read_below(root(), "sub", false), DiskError);
  EXPECT_EQ(read_below(root(), "link", true), "hunter2");
  EXPECT_THROW(folder_below(root(), "up", false), DiskError);
  EXPECT_THROW(folder_below(root(), "..", true), DiskError);
  EXPECT_EQ(read_folder(folder_below(root(), "sub", false), false).size(), 1u);
}

#ifdef __linux__
// Runs `write` in a child that is killed at its system call with that number. Returns the number of calls that it made;
// nothing if the system does not allow tracing.
std::optional<int> calls_until(int last, const std::function<void()>& write) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) ::_exit(2);
    ::raise(SIGSTOP);
    try {
      write();
    } catch (const DiskError&) {
      ::_exit(1);
    }
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!WIFSTOPPED(status)) return std::nullopt;
  ::ptrace(PTRACE_SETOPTIONS, child, nullptr, PTRACE_O_EXITKILL);
  int stops = 0;  // one at the beginning and one at the end of each call
  while (::ptrace(PTRACE_SYSCALL, child, nullptr, nullptr) == 0 && ::waitpid(child, &status, 0) == child &&
         WIFSTOPPED(status)) {
    if (++stops == last) ::kill(child, SIGKILL);
  }
  return stops;
}

TEST_F(Disk, LeavesTheOldFileOrTheNewOneWhereverItIsKilled) {
  const std::string path = root() + "/document";
  const std::string before(300'000, 'a');
  const std::string after(400'000, 'b');
  const auto write = [&] { write_whole(path, after); };
  write_whole(path, before);
  const std::optional<int> calls = calls_until(0, write);
  if (!calls) GTEST_SKIP() << "this system does not let a process trace its child";
  ASSERT_EQ(read_file(path), after);
  ASSERT_GT(*calls, 10);
  bool was_old = false;
  for (int last = 1; last <= *calls; ++last) {
    for (const auto& entry : fs::directory_iterator(root())) fs::remove(entry);
    write_whole(path, before);
    calls_until(last, write);
    const std::string now = read_file(path);
    ASSERT_TRUE(now == before || now == after) << "killed at stop " << last << " of " << *calls;
    was_old = was_old || now == before;
  }
  EXPECT_TRUE(was_old);
}

// A file size limit ends a write in the same way as a full disk: with an error in the middle.
TEST_F(Disk, LeavesTheOldFileWhenTheDiskIsFull) {
  const std::string path = root() + "/document";
  const std::string before(1000, 'a');
  write_whole(path, before);
  for (const rlim_t most : {0, 1, 999, 1000, 65'536}) {
    const pid_t child = ::fork();
    if (child == 0) {
      ::signal(SIGXFSZ, SIG_IGN);
      const rlimit limit{most, most};
      ::setrlimit(RLIMIT_FSIZE, &limit);
      try {
        write_whole(path, std::string(100'000, 'b'));
      } catch (const DiskError&) {
        ::_exit(1);
      }
      ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(WEXITSTATUS(status), 1);
    EXPECT_EQ(read_file(path), before);
    EXPECT_EQ(read_folder(root(), true).size(), 1u);
  }
}
#endif

TEST_F(Disk, WritesBesideWhatKilledRunsLeftBehind) {
  for (int number = 0; number <= 1'000; ++number)
    std::ofstream(folder_ / "root" / (".evalground-" + std::to_string(number) + ".tmp")) << "left";
  write_whole(root() + "/file", "own");
  EXPECT_EQ(read_file(root() + "/file"), "own");
  EXPECT_EQ(read_file(root() + "/.evalground-7.tmp"), "left");
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
