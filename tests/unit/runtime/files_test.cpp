#include "runtime/files.hpp"

#include <gtest/gtest.h>

namespace evalground {
namespace {

class FilesTest : public testing::Test {
 protected:
  Map entries{
      {"main.yaml", Value::string("a: 1")}, {"lib/base.yaml", Value::string("b: 2")}, {"x.bin", Value::bytes("\xFF")}};
  Sources sources;
  Files files{entries, sources};
};

TEST_F(FilesTest, ResolvesPathsBelowTheMountOnly) {
  EXPECT_EQ(Files::resolve("a/../b.yaml"), "b.yaml");
  EXPECT_EQ(Files::resolve("base.yaml", "/workspace/lib"), "lib/base.yaml");
  EXPECT_EQ(Files::resolve("../main.yaml", "lib"), "main.yaml");
  EXPECT_EQ(Files::resolve("/workspace/lib/"), "lib");
  EXPECT_EQ(Files::resolve("."), "");
  EXPECT_EQ(Files::resolve("https://a.example/x"), "https://a.example/x");
  EXPECT_EQ(Files::resolve("../x"), std::nullopt);
  EXPECT_EQ(Files::resolve("/etc/passwd"), std::nullopt);
  EXPECT_EQ(Files::resolve("/workspaces"), std::nullopt);
}

TEST_F(FilesTest, ShowsWhatWasWrittenOverWhatWasGiven) {
  files.write("main.yaml", Value::string("new"));
  files.write("out/a.txt", Value::string("made"));
  EXPECT_EQ(files.find("main.yaml")->as_string(), "new");
  EXPECT_EQ(files.list(), (std::vector<std::string>{"main.yaml", "lib/base.yaml", "x.bin", "out/a.txt"}));
  EXPECT_EQ(files.list("out"), std::vector<std::string>{"out/a.txt"});
  EXPECT_EQ(files.written().size(), 2u);
}

TEST_F(FilesTest, KeepsTemporaryFilesApart) {
  const std::string first = files.write_temporary(".json", Value::string("1"));
  const std::string second = files.write_temporary(".json", Value::string("2"));
  EXPECT_NE(first, second);
  EXPECT_TRUE(second.ends_with(".json"));
  EXPECT_EQ(files.find(first)->as_string(), "1");
  files.write(first, Value::string("again"));
  EXPECT_EQ(files.find(first)->as_string(), "again");
  EXPECT_TRUE(files.is_directory(Files::temporary));
  EXPECT_TRUE(files.written().empty());
  EXPECT_EQ(files.list().size(), entries.size());
}

TEST_F(FilesTest, KnowsFolders) {
  EXPECT_TRUE(files.is_directory(""));
  EXPECT_TRUE(files.is_directory("lib"));
  EXPECT_FALSE(files.is_directory("li"));
  EXPECT_FALSE(files.is_directory("main.yaml"));
  files.make_directory("empty/one");
  EXPECT_TRUE(files.is_directory("empty"));
}

TEST_F(FilesTest, PutsATextIntoTheSourcesOnce) {
  const auto file = files.source("main.yaml");
  ASSERT_TRUE(file);
  EXPECT_EQ(files.source("main.yaml"), file);
  EXPECT_EQ(sources.text(*file), "a: 1");
  files.write("main.yaml", Value::string("b: 1"));
  EXPECT_EQ(sources.text(*files.source("main.yaml")), "b: 1");
}

TEST_F(FilesTest, HasNoTextOfBinaryOrMissingFiles) {
  EXPECT_EQ(files.source("x.bin"), std::nullopt);
  EXPECT_EQ(files.source("none"), std::nullopt);
}

}  // namespace
}  // namespace evalground
