#include "source/diagnostic.hpp"

#include <gtest/gtest.h>

namespace evalground {
namespace {

TEST(Describe, GivesPlaceMessageSnippetAndNotes) {
  Sources sources;
  const std::uint32_t file = sources.add_file("main.yaml", "url: x\n");
  Diagnostic diagnostic;
  diagnostic.code = "unknown-function";
  diagnostic.message = "There is no function x.";
  diagnostic.where = sources.add({file, 5, 6, Via::literal, 0, false});
  diagnostic.notes.push_back({"in output \"url\"", 0});
  EXPECT_EQ(describe(diagnostic, sources),
            "main.yaml:1:6: error: There is no function x.\n"
            " 1 | url: x\n"
            "   |      ^\n"
            "note: in output \"url\"\n");
}

TEST(Error, SaysItsMessage) {
  const Error error("code", "Sentence.");
  EXPECT_STREQ(error.what(), "Sentence.");
  EXPECT_EQ(error.diagnostic.code, "code");
}

}  // namespace
}  // namespace evalground
