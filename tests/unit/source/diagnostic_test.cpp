#include "source/diagnostic.hpp"

#include <gtest/gtest.h>

namespace evalground {
namespace {

TEST(Describe, GivesPlaceMessageSnippetAndNotes) {
  Sources sources;
  const std::uint32_t file = sources.add_file("main.yaml", "url: x\n");
  Diagnostic diagnostic;
  diagnostic.code = "unknown-function";
  diagnostic.message = "Unknown function x.";
  diagnostic.where = sources.add({file, 5, 6, Via::literal, 0, false});
  diagnostic.notes.push_back({"in output \"url\"", 0});
  EXPECT_EQ(describe(diagnostic, sources),
            "main.yaml:1:6: error: Unknown function x.\n"
            " 1 | url: x\n"
            "   |      ^\n"
            "note: in output \"url\"\n");
}

TEST(NotesOf, NameTheIncludesThatLeadToAProblem) {
  Sources sources;
  const std::uint32_t main = sources.add_file("main.yaml", "+include: base.yaml\n");
  const std::uint32_t base = sources.add_file("base.yaml", "+include: deep.yaml\n");
  const std::uint32_t deep = sources.add_file("deep.yaml", "port: x\n");
  const OriginId outer = sources.add({main, 0, 8, Via::literal, 0, false});
  const OriginId inner = sources.add({base, 0, 8, Via::include, outer, false});
  Diagnostic diagnostic;
  diagnostic.notes.push_back({"in attribute \"port\"", sources.add({deep, 6, 7, Via::include, inner, false})});
  const std::vector<Note> notes = notes_of(diagnostic, sources);
  ASSERT_EQ(notes.size(), 3U);
  EXPECT_EQ(notes[1].message, "through \"+include\"");
  EXPECT_EQ(notes[1].where, inner);
  EXPECT_EQ(notes[2].where, outer);
}

TEST(NotesOf, AnOverriddenValueIsNoInclude) {
  Sources sources;
  const std::uint32_t main = sources.add_file("main.yaml", "port: 1\n");
  const std::uint32_t base = sources.add_file("base.yaml", "port: 2\n");
  const OriginId lost = sources.add({base, 6, 7, Via::literal, 0, false});
  Diagnostic diagnostic;
  diagnostic.where = sources.add({main, 6, 7, Via::literal, lost, true});
  EXPECT_TRUE(notes_of(diagnostic, sources).empty());
}

TEST(UnknownName, StandsAtTheNameAndOffersTheNearest) {
  Sources sources;
  const std::uint32_t file = sources.add_file("main.yaml", "a: '::web::.naem'\n");
  const OriginId query = sources.add({file, 3, 17, Via::literal, 0, false});
  const Diagnostic diagnostic = unknown_name(sources, query, "unknown", "There is no such key.", ".naem", ".name");
  EXPECT_EQ(diagnostic.message, "There is no such key. Did you mean \".name\"?");
  EXPECT_EQ(sources.text_of(diagnostic.where), ".naem");
  ASSERT_EQ(diagnostic.fixes.size(), 1U);
  EXPECT_EQ(diagnostic.fixes[0].title, "Change to \".name\"");
  ASSERT_EQ(diagnostic.fixes[0].edits.size(), 1U);
  EXPECT_EQ(diagnostic.fixes[0].edits[0].where, diagnostic.where);
  EXPECT_EQ(diagnostic.fixes[0].edits[0].text, ".name");
}

TEST(UnknownName, WithoutANearOneSuggestsNothing) {
  Sources sources;
  const std::uint32_t file = sources.add_file("main.yaml", "a: b\n");
  const OriginId key = sources.add({file, 0, 1, Via::literal, 0, false});
  const Diagnostic diagnostic = unknown_name(sources, key, "unknown", "There is no such key.", "a", "");
  EXPECT_EQ(diagnostic.message, "There is no such key.");
  EXPECT_TRUE(diagnostic.fixes.empty());
}

TEST(UnknownName, HasNoFixThatWouldHaveToBeQuoted) {
  Sources sources;
  const std::uint32_t file = sources.add_file("main.yaml", "a: b\n");
  const OriginId key = sources.add({file, 0, 1, Via::literal, 0, false});
  EXPECT_TRUE(unknown_name(sources, key, "unknown", "No.", "a", "a: b").fixes.empty());
}

TEST(NotesOf, LeaveOutTheMiddleOfWhatNestsDeeply) {
  const Sources sources;
  Diagnostic diagnostic;
  for (int level = 0; level < 20; ++level) diagnostic.notes.push_back({std::to_string(level), 0});
  EXPECT_EQ(notes_of(diagnostic, sources).size(), 20U);
  for (int level = 20; level < 180; ++level) diagnostic.notes.push_back({std::to_string(level), 0});
  const std::vector<Note> notes = notes_of(diagnostic, sources);
  ASSERT_EQ(notes.size(), 21U);
  EXPECT_EQ(notes[15].message, "15");
  EXPECT_EQ(notes[16].message, "and 160 more of these");
  EXPECT_EQ(notes[17].message, "176");
  EXPECT_EQ(notes[20].message, "179");
}

TEST(Error, SaysItsMessage) {
  const Error error("code", "Sentence.");
  EXPECT_STREQ(error.what(), "Sentence.");
  EXPECT_EQ(error.diagnostic.code, "code");
}

}  // namespace
}  // namespace evalground
