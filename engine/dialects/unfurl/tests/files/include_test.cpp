#include "dialects/unfurl/files/include.hpp"

#include <gtest/gtest.h>

namespace evalground::unfurl {
namespace {

TEST(FileBeside, IsTakenFromTheFolderOfTheFileThatNamesIt) {
  EXPECT_EQ(file_beside("b.yaml", "d/a.yaml"), "d/b.yaml");
  EXPECT_EQ(file_beside("../b.yaml", "d/a.yaml"), "b.yaml");
  EXPECT_EQ(file_beside("file:b.yaml", "a.yaml"), "b.yaml");
  EXPECT_EQ(file_beside("/workspace/b.yaml", "d/a.yaml"), "b.yaml");
}

TEST(FileBeside, StaysInTheWorkspace) {
  EXPECT_EQ(file_beside("../b.yaml", "a.yaml"), std::nullopt);
  EXPECT_EQ(file_beside("/etc/passwd", "a.yaml"), std::nullopt);
}

TEST(FileBeside, OfAUrlIsAUrl) {
  EXPECT_EQ(file_beside("../c.yaml", "https://example.org/a/b.yaml"), "https://example.org/c.yaml");
  EXPECT_EQ(file_beside("/c.yaml", "https://example.org/a/b.yaml"), "https://example.org/c.yaml");
  EXPECT_EQ(file_beside("../../../c.yaml", "https://example.org/a/b.yaml"), "https://example.org/c.yaml");
  EXPECT_EQ(file_beside("https://other.org/x", "https://example.org/a/b.yaml"), "https://other.org/x");
}

TEST(FileReference, NamesAPartBehindItsHash) {
  EXPECT_EQ(split_reference("a.yaml#/x/y").part, "x/y");
  EXPECT_EQ(split_reference("a.yaml#/x/y").file, "a.yaml");
  EXPECT_EQ(split_reference("a.yaml").part, "");
}

TEST(Repository, IsAFolderOrTheStartOfAUrl) {
  EXPECT_EQ(file_in_repository({"r", "file:lib", "d/main.yaml"}, "t.yaml"), "d/lib/t.yaml");
  EXPECT_EQ(file_in_repository({"r", "https://example.org/r/", "main.yaml"}, "a/t.yaml"),
            "https://example.org/r/a/t.yaml");
  EXPECT_EQ(file_in_repository({"self", "", "d/main.yaml"}, "t.yaml"), "d/t.yaml");
}

TEST(Repository, GivesNothingOutsideOfItself) {
  EXPECT_EQ(file_in_repository({"r", "lib", "main.yaml"}, "../t.yaml"), std::nullopt);
  EXPECT_EQ(file_in_repository({"r", "lib", "main.yaml"}, "/t.yaml"), std::nullopt);
}

}  // namespace
}  // namespace evalground::unfurl
