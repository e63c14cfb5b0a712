#include "data/patch/yaml_patch.hpp"

#include <gtest/gtest.h>

#include "data/yaml/load.hpp"
#include "value/compare.hpp"

namespace evalground {
namespace {

// The document patched so that it gives what the other text gives; reading it again must give that.
std::string patched(std::string_view text, std::string_view wanted_text) {
  Sources sources;
  Budget budget;
  const std::uint32_t file = sources.add_file("main.yaml", std::string(text));
  const Document document = parse_yaml(sources, file, budget);
  const Value value = load_yaml(document, sources, budget);
  const Value wanted = load_yaml(sources, sources.add_file("wanted.yaml", std::string(wanted_text)), budget);
  std::string result = patch_yaml(sources, document, value, wanted, budget);
  const Value read = load_yaml(sources, sources.add_file("result.yaml", result), budget);
  EXPECT_TRUE(json_equal(read, wanted, NumberEquality::by_type, budget)) << result;
  return result;
}

TEST(PatchedText, KeepsEveryByteWhenNothingChanges) {
  for (const std::string_view text : {
           "# top\n---\na:   1 # one\n\n\nb: {x: 'q',  y: \"z\" }\nc:\n    - 1\n    -   2\n...\n",
           "\xEF\xBB\xBF"
           "a: 1\r\nb: |\r\n  text\r\n",
           "a: &x {k: 1}\nb: *x\nc:\n  <<: *x\n  l: 2\n",
           "? long\n: value\nempty:\n'quoted': [a, b,]",
           "t: !!str 5\nf: >\n  folded\n  text\n\n",
           "{\"a\": [1, 2], \"b\": {\"c\": null}}",
           "l:\n- - 1\n  - 2\n-\n  k: v\n",
       }) {
    EXPECT_EQ(patched(text, text), text);
  }
}

TEST(ReplacedValue, EndsWhereItsLastKeyHasNoValue) {
  EXPECT_EQ(patched("n:\n  a: 1\n  ? b\n\n# of m\nm: 1\n", "n: {c: 2}\nm: {d: 3}\n"),
            "n:\n  c: 2\n\n# of m\nm:\n  d: 3\n");
}

TEST(BlockScalar, DoesNotTakeTheBlanksOfAnEmptyLineBelow) {
  EXPECT_EQ(patched("a: 1\n      \nb: 2\n", "{a: \"x\\ny\\n\", b: 2}"), "a: |\n  x\n  y\n\nb: 2\n");
  EXPECT_EQ(patched("a: 1\n      ", "{a: 1, b: \"x\\ny\\n\"}"), "a: 1\nb: |\n  x\n  y\n");
  EXPECT_EQ(patched("a: |\n  x\nb: 1\n      \nc: 2\n", "{a: \"x\\n\", c: 2}"), "a: |\n  x\n\nc: 2\n");
}

TEST(BlockScalar, DoesNotTakeEmptyLinesBelowThatItWouldKeep) {
  EXPECT_EQ(patched("a: |+\n  x\nb: 1\n\n", "{a: \"x\\n\"}"), "a: |+\n  x\n");
  EXPECT_EQ(patched("a: |+\n  x\nb: 1\nc: 1\n\nd: 1\n", "{a: \"x\\n\", d: 1}"), "a: |+\n  x\nd: 1\n");
  EXPECT_EQ(patched("a: 1\n\n\nb: 1\n", "{a: \"x\\n\\n\", b: 1}"), "a: |+\n  x\n\nb: 1\n");
  EXPECT_EQ(patched("a: 1\r\n\r\nb: 1\r\n", "{a: \"x\\n\\n\", b: 1}"), "a: |+\r\n  x\r\n\r\nb: 1\r\n");
  EXPECT_EQ(patched("a: 1\n\n\n", "{a: 1, b: \"x\\n\\n\"}"), "a: 1\nb: |+\n  x\n\n");
}

TEST(BlockScalar, KeepsItsEmptyLineWhereTheOneBeforeEndedWithOne) {
  EXPECT_EQ(patched("a: |+\n  x\n\nb: 1\n", "{a: \"y\\n\\n\", b: 1}"), "a: |+\n  y\n\nb: 1\n");
  EXPECT_EQ(patched("a: |+\n  x\n\n\n", "{a: \"y\\n\\n\"}"), "a: |+\n  y\n\n");
  EXPECT_EQ(patched("a: |+\n  x\n\n\n", "{b: \"y\\n\\n\"}"), "b: |+\n  y\n\n");
  EXPECT_EQ(patched("a: 1 # one\n# c\n", "{b: \"y\\n\\n\"}"), "b: |+\n  y\n\n# c\n");
  EXPECT_EQ(patched("- |+\n  x\n\n- 1\n", "[\"y\\n\\n\", 1]"), "- |+\n  y\n\n- 1\n");
}

TEST(BlockScalar, DoesNotTakeBlanksAtTheEndForALine) {
  EXPECT_EQ(patched("a: >+\n  x\n  ", "{a: \"x\\n\", b: 1}"), "a: >+\n  x\nb: 1\n");
  EXPECT_EQ(patched("l:\n- |+\n  x\n\n ", "{l: [\"x\\n\\n\", 1]}"), "l:\n- |+\n  x\n\n- 1\n");
  EXPECT_EQ(patched("a: |+\n  x\n    ", "{a: \"x\\n  \", b: 1}"), "a: \"x\\n  \"\nb: 1\n");
}

TEST(BlockScalar, DoesNotTakeCommentsBelow) {
  EXPECT_EQ(patched("a: 1\n   # deep\n  # less\nb: 2\n", "{a: \"x\\ny\\n\", b: 2}"),
            "a: |\n  x\n  y\n# deep\n# less\nb: 2\n");
  EXPECT_EQ(patched("l:\n  - 1\n\n    # deep\n", "{l: [\"x\\ny\\n\"]}"), "l:\n  - |\n    x\n    y\n\n  # deep\n");
  EXPECT_EQ(patched("a: 1\n    # deep", "{a: 1, b: {c: \"x\\ny\\n\"}}"), "a: 1\nb:\n  c: |\n    x\n    y\n  # deep");
  EXPECT_EQ(patched("a: 1\n    # deep\n", "{a: {k: \"x: |\\n  y\\n\"}}"), "a:\n  k: |\n    x: |\n      y\n  # deep\n");
  EXPECT_EQ(patched("a: 1\n    # deep\n", "{a: {k: 1, l: 2}}"), "a:\n  k: 1\n  l: 2\n    # deep\n");
}

TEST(ReplacedDocument, DropsTheCommentOfItsLastLine) {
  EXPECT_EQ(patched("a: 1  # one\n  # deep\n", "b: \"x\\ny\\n\"\n"), "b: |\n  x\n  y\n# deep\n");
  EXPECT_EQ(patched("a # one\n", "\"x\\ny\\n\""), "|\n  x\n  y\n");
  EXPECT_EQ(patched("a: 1  # one\n", "b: 2\n"), "b: 2  # one\n");
}

TEST(ReplacedDocument, BeginsItsLine) {
  EXPECT_EQ(patched("# top\n  a: 1\n", "b: {c: 1}\nd: 2\n"), "# top\nb:\n  c: 1\nd: 2\n");
  EXPECT_EQ(patched("  [1]\n", "[2, {a: 1, b: 2}]"), "- 2\n- a: 1\n  b: 2\n");
}

TEST(ReplacedDocument, MayStandBehindItsMark) {
  EXPECT_EQ(patched("--- x # one\n", "y"), "--- y # one\n");
  EXPECT_EQ(patched("--- x\n", "{a: 1, b: 2}"), "--- \na: 1\nb: 2\n");
}

TEST(RemovedKey, TakesItsQuestionMarkWithIt) {
  EXPECT_EQ(patched("a: what?\n? # one\n\n  b\n: 1\nc: 2\n", "{a: what?, c: 2}"), "a: what?\nc: 2\n");
  EXPECT_EQ(patched("x: &n\n  ?\n    a\n  : 1\n  b: 2\n", "{x: {b: 2}}"), "x: &n\n  b: 2\n");
  EXPECT_EQ(patched("{? a : 1, b: 2}", "{b: 2}"), "{b: 2}");
  EXPECT_EQ(patched("? \nb: 2\n", "{b: 2}"), "b: 2\n");
}

TEST(JsonDocument, HoldsWhatJsonCannotSayAsYaml) {
  EXPECT_EQ(patched("{\"a\": 1, \"b\": 2}", "{a: .inf, b: [-.inf, x]}"), "{\"a\": .inf, \"b\": [-.inf, x]}");
}

TEST(ChangedScalar, IsReplacedInPlaceWithItsCommentKept) {
  EXPECT_EQ(patched("a: 1 # one\nb: 2\n", "a: 5\nb: 2\n"), "a: 5 # one\nb: 2\n");
}

TEST(ChangedScalar, KeepsItsQuotes) {
  EXPECT_EQ(patched("a: 'x'\nb: \"y\"\n", "a: it's\nb: z\n"), "a: 'it''s'\nb: \"z\"\n");
}

TEST(ChangedScalar, ThatBecomesAMapStandsBelowItsKeyAndComment) {
  EXPECT_EQ(patched("a: 1 # one\nb: 2\n", "a: {k: {l: 1}}\nb: 2\n"), "a: # one\n  k:\n    l: 1\nb: 2\n");
}

TEST(ChangedScalar, OfSeveralLinesIsALiteralBlock) {
  EXPECT_EQ(patched("x:\n  a: 1 # one\n", "x:\n  a: |\n    p\n\n    q\n"), "x:\n  a: | # one\n    p\n\n    q\n");
}

TEST(ChangedScalar, OfSeveralLinesKeepsItsLastLineBreakAtTheEnd) {
  EXPECT_EQ(patched("a: 1", "a: |\n  p\n  q\n"), "a: |\n  p\n  q\n");
}

TEST(ChangedScalar, MayHaveBeenNothing) {
  EXPECT_EQ(patched("a: # why\nb:\n", "a: 1\nb: {c: 2}\n"), "a: 1 # why\nb:\n  c: 2\n");
}

TEST(ChangedBlockScalar, IsReplacedWithItsLines) {
  EXPECT_EQ(patched("a: |\n  p\n  q\nb: 1\n", "a: p\nb: 1\n"), "a: p\nb: 1\n");
}

TEST(ChangedMap, ThatBecomesAScalarKeepsTheCommentBehindItsKey) {
  EXPECT_EQ(patched("a: # why\n  # about k\n  k: 1\nb: 2\n", "a: 5\nb: 2\n"), "a: 5 # why\nb: 2\n");
}

TEST(ChangedMap, ThatBecomesEmptyIsWrittenAsBraces) {
  EXPECT_EQ(patched("a:\n  k: 1\nb: 2\n", "a: {}\nb: 2\n"), "a: {}\nb: 2\n");
}

TEST(RemovedKey, GoesWithItsComments) {
  EXPECT_EQ(patched("a: 1\n# about b\n# more\nb: 2 # two\n  # deeper\n# about c\nc: 3\n", "a: 1\nc: 3\n"),
            "a: 1\n# about c\nc: 3\n");
}

TEST(RemovedKey, LeavesTheCommentsOfTheDocumentAndOneBlankLine) {
  EXPECT_EQ(patched("# top\na: 1\n\nb: 2\n\nc: 3\n", "b: 2\nc: 3\n"), "# top\n\nb: 2\n\nc: 3\n");
  EXPECT_EQ(patched("a: 1\n\nb: 2\n\nc: 3\n", "a: 1\nc: 3\n"), "a: 1\n\nc: 3\n");
  EXPECT_EQ(patched("a: 1\n\nb: 2\n", "a: 1\n"), "a: 1\n");
}

TEST(RemovedKey, BehindADashMovesTheNextOneUp) {
  EXPECT_EQ(patched("- a: 1\n  b: 2\n", "- b: 2\n"), "- b: 2\n");
  EXPECT_EQ(patched("- a: 1\n  # about b\n  b: 2\n", "- b: 2\n"), "-\n  # about b\n  b: 2\n");
}

TEST(RemovedKey, OfAFlowMapGoesWithItsComma) {
  EXPECT_EQ(patched("x: {a: 1, b: 2, c: 3}\n", "x: {b: 2, c: 3}\n"), "x: {b: 2, c: 3}\n");
  EXPECT_EQ(patched("x: {a: 1, b: 2, c: 3}\n", "x: {a: 1, b: 2}\n"), "x: {a: 1, b: 2}\n");
  EXPECT_EQ(patched("{\n  \"a\": 1,\n  \"b\": 2\n}\n", "{a: 1}\n"), "{\n  \"a\": 1\n}\n");
}

TEST(NewKey, StandsBehindTheOthersAsTheDocumentIndents) {
  EXPECT_EQ(patched("a:\n    b: 1 # one\n    # end\nc:\n  - 1\n", "a:\n  b: 1\n  d: {e: 1}\n  f: [2]\nc: [1]\n"),
            "a:\n    b: 1 # one\n    d:\n        e: 1\n    f:\n      - 2\n    # end\nc:\n  - 1\n");
}

TEST(NewKey, OfAFlowMapIsWrittenInFlowStyle) {
  EXPECT_EQ(patched("x: {a: 1}\n", "x: {a: 1, b: {c: [1, 'p, q']}}\n"), "x: {a: 1, b: {c: [1, 'p, q']}}\n");
  EXPECT_EQ(patched("x: {\n  a: 1, # one\n  b: 2 # two\n}\n", "x: {a: 1, b: 2, c: 3}\n"),
            "x: {\n  a: 1, # one\n  b: 2, # two\n  c: 3\n}\n");
  EXPECT_EQ(patched("{\"a\": 1}", "{a: 1, b: [x, null]}\n"), "{\"a\": 1, \"b\": [\"x\",null]}");
}

TEST(NewKey, BehindALastLineWithoutALineBreakBeginsALine) {
  EXPECT_EQ(patched("a: 1", "a: 1\nb: 2\n"), "a: 1\nb: 2\n");
}

TEST(Comment, BehindABracketIsNotTakenForText) {
  EXPECT_EQ(patched("a: {k: 1}# c\nb: 1\n", "{a: x, b: 1}"), "a: x # c\nb: 1\n");
  EXPECT_EQ(patched("{a: {b: [1]# c\n }}\n", "{a: {b: x}}"), "{a: {b: x # c\n }}\n");
  EXPECT_EQ(patched("[1]# c\n", "x\n"), "x # c\n");
}

TEST(KeyWithoutAColon, DoesNotTakeThatOfTheNextKey) {
  EXPECT_EQ(patched("? a\n:#b: 1\n", "{a: 2, \":#b\": 1}"), "? a\n: 2\n:#b: 1\n");
  EXPECT_EQ(patched("? a\n: # none\nb: 1\n", "{a: 2, b: 1}"), "? a\n: 2 # none\nb: 1\n");
}

TEST(PairInAList, EndsWithItsColonWhereItHasNoValue) {
  EXPECT_EQ(patched("{l: [1, a: ]}", "l: [1]"), "{l: [1 ]}");
  EXPECT_EQ(patched("{l: [a: , 1]}", "l: [1]"), "{l: [1]}");
  EXPECT_EQ(patched("{l: [1, a: ]}", "l: [1, {a: null}, 2]"), "{l: [1, a: , 2 ]}");
  EXPECT_EQ(patched("{l: [a: ]}", "l: [{a: 1}]"), "{l: [a: 1]}");
  EXPECT_EQ(patched("{l: [a: ]}", "l: [2]"), "{l: [2]}");
  EXPECT_EQ(patched("{l: [? a]}", "l: [2]"), "{l: [2]}");
  EXPECT_EQ(patched("{x: {a: }}", "x: {a: null, b: 1}"), "{x: {a: , b: 1 }}");
}

TEST(NewKey, BehindABlockScalarLeavesItsTextAsItWas) {
  EXPECT_EQ(patched("a: |\n  text", "a: text\nb: 2\n"), "a: text\nb: 2\n");
  EXPECT_EQ(patched("a: |+\n  text\n\n", "a: \"text\\n\\n\"\nb: 2\n"), "a: |+\n  text\n\nb: 2\n");
}

TEST(NewKey, BehindABlockScalarThatIsAKeyLeavesItsTextAsItWas) {
  EXPECT_EQ(patched("b: 1\n? |\n  text", "b: 1\ntext: null\nc: 2\n"), "b: 1\ntext:\nc: 2\n");
  EXPECT_EQ(patched("? |\n  text", "text: null\nc: 2\n"), "text:\nc: 2\n");
  EXPECT_EQ(patched("? |\n  text\n", "\"text\\n\": null\nc: 2\n"), "? |\n  text\nc: 2\n");
}

TEST(NewKey, HasTheLineBreaksOfTheDocument) {
  EXPECT_EQ(patched("a: 1\r\nb:\r\n  c: 1\r\n", "a: 1\nb: {c: 1, d: {e: 2}}\n"),
            "a: 1\r\nb:\r\n  c: 1\r\n  d:\r\n    e: 2\r\n");
}

TEST(ChangedList, KeepsTheLinesOfItemsThatAreStillThere) {
  EXPECT_EQ(patched("l:\n- a # 1\n- b # 2\n- c # 3\n", "l: [new, a, c, d]\n"), "l:\n- new\n- a # 1\n- c # 3\n- d\n");
  EXPECT_EQ(patched("- k: 1 # one\n  l: 2\n- m\n", "- {k: 3, l: 2}\n- m\n"), "- k: 3 # one\n  l: 2\n- m\n");
}

TEST(ChangedList, MayLoseItsFirstItemWhereThatStandsBehindADash) {
  EXPECT_EQ(patched("- - a\n  - b # b\n- c\n", "- [b]\n- c\n"), "- - b # b\n- c\n");
  EXPECT_EQ(patched("- - 5\n  # about a\n  - a: 1\n- c\n", "- [{b: 1}, {a: 1}]\n- c\n"),
            "-\n  # about a\n  - b: 1\n  - a: 1\n- c\n");
}

TEST(ChangedList, OfOtherKindsOfItemsIsWrittenAnew) {
  EXPECT_EQ(patched("l:\n- 1\n- 2\nm: {l: [1]}\n", "l: [{a: 1}]\nm: {l: [{a: 1}]}\n"),
            "l:\n- a: 1\nm: {l: [{a: 1}]}\n");
  EXPECT_EQ(patched("l:\n- 5\n- a: 1 # one\n", "l: [{b: 1}, {a: 1}]\n"), "l:\n- b: 1\n- a: 1 # one\n");
}

TEST(ChangedList, InFlowStyleIsWrittenInBlockStyle) {
  EXPECT_EQ(patched("l: [1, 'x', {a: 1}] # c\n", "l: [x, {a: 1}, 2]\n"), "l: # c\n- 'x'\n- {a: 1}\n- 2\n");
  EXPECT_EQ(patched("- [1, 2]\n- 3\n", "- [1, 2, 3]\n- 3\n"), "- - 1\n  - 2\n  - 3\n- 3\n");
}

TEST(ChangedList, InsideOfFlowStyleStaysThere) {
  EXPECT_EQ(patched("x: {l: [1, 2], m: 1}\n", "x: {l: [0, 1, 2, 3], m: 1}\n"), "x: {l: [0, 1, 2, 3], m: 1}\n");
  EXPECT_EQ(patched("x: {l: [1, 2, 3]}\n", "x: {l: [2]}\n"), "x: {l: [2]}\n");
}

TEST(ChangedList, ThatBecomesEmptyIsWrittenAsBrackets) {
  EXPECT_EQ(patched("l:\n- 1 # c\nm: 1\n", "l: []\nm: 1\n"), "l: []\nm: 1\n");
}

TEST(Alias, StaysWhileItsAnchorGivesWhatIsWanted) {
  EXPECT_EQ(patched("a: &x {k: 1}\nb: *x\n", "a: {k: 2}\nb: {k: 2}\n"), "a: &x {k: 2}\nb: *x\n");
  EXPECT_EQ(patched("a: &x {k: 1}\nb: *x\n", "a: {k: 2}\nb: {k: 1}\n"), "a: &x {k: 2}\nb:\n  k: 1\n");
}

TEST(Alias, IsWrittenOutWhenItsAnchorGoes) {
  EXPECT_EQ(patched("a: {b: &x 1}\nc: *x\n", "c: 1\n"), "c: 1\n");
}

TEST(Anchor, StaysWhenItsValueBecomesAnother) {
  EXPECT_EQ(patched("a: &x 1\nb: *x\n", "a: {k: 1}\nb: {k: 1}\n"), "a: &x\n  k: 1\nb: *x\n");
}

TEST(MergeKey, StaysWhileAllThatItBringsIsWanted) {
  EXPECT_EQ(patched("a: &x {k: 1, l: 2}\nb:\n  <<: *x\n  m: 3\n", "a: {k: 1, l: 2}\nb: {k: 5, l: 2, m: 3}\n"),
            "a: &x {k: 1, l: 2}\nb:\n  <<: *x\n  m: 3\n  k: 5\n");
  EXPECT_EQ(patched("a: &x {k: 1, l: 2}\nb:\n  <<: *x\n  m: 3\n", "a: {k: 1, l: 2}\nb: {k: 1, m: 3}\n"),
            "a: &x {k: 1, l: 2}\nb:\n  k: 1\n  m: 3\n");
}

TEST(MergeKey, GoesWhenItsAnchorBringsWhatIsNotWanted) {
  EXPECT_EQ(patched("a: &x {k: 1}\nb:\n  <<: *x\n  l: 2\n", "a: {k: 5, n: 1}\nb: {k: 1, l: 2}\n"),
            "a: &x {k: 5, n: 1}\nb:\n  k: 1\n  l: 2\n");
}

TEST(AliasInATaggedMap, IsWrittenOutWhenItsAnchorChanges) {
  EXPECT_EQ(patched("a: &x 1\nb: !!omap [k: *x]\n", "a: 2\nb: {k: 1}\n"), "a: &x 2\nb:\n  k: 1\n");
}

TEST(ByteOrderMark, IsNoPartOfTheFirstColumn) {
  EXPECT_EQ(patched("\xEF\xBB\xBF"
                    "a:\n  b: 1\n",
                    "a: {b: 1}\nc: 2\n"),
            "\xEF\xBB\xBF"
            "a:\n  b: 1\nc: 2\n");
}

TEST(ExplicitKey, IsChangedAndRemovedWithItsMark) {
  EXPECT_EQ(patched("? a\n: 1\n? b\n: 2\n", "a: 5\n"), "? a\n: 5\n");
  EXPECT_EQ(patched("? a\n? b\n", "a: 5\nb: null\n"), "? a\n: 5\n? b\n");
}

TEST(Unicode, KeepsItsBytes) {
  EXPECT_EQ(patched("ключ: значение # ж\nemoji: 🦊\n", "ключ: новое\nemoji: 🦊\nδ: é\n"),
            "ключ: новое # ж\nemoji: 🦊\nδ: é\n");
}

TEST(PatchedText, SpellsOutEmptyValuesInFlowStyleWhereAsked) {
  Sources sources;
  Budget budget;
  const Document document = parse_yaml(sources, sources.add_file("main.yaml", "a: {+/x: , b: }\n"), budget);
  const Value value = load_yaml(document, sources, budget);
  EXPECT_EQ(patch_yaml(sources, document, value, value, budget, [](std::string_view key) { return key == "+/x"; }),
            "a: {+/x: null, b: }\n");
}

}  // namespace
}  // namespace evalground
