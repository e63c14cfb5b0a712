#include "data/patch/yaml_patch.hpp"

#include <gtest/gtest.h>

#include "data/yaml/load.hpp"
#include "value/compare.hpp"

namespace evalground {
namespace {

// The document patched to give the value of the other text. Reading it again must give that value.
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

// A text, what it is to give, and how it is patched.
constexpr struct {
  std::string_view text, wanted, result;
} patches[] = {
    // Replaced value ends where its last key has no value
    {"n:\n  a: 1\n  ? b\n\n# of m\nm: 1\n", "n: {c: 2}\nm: {d: 3}\n", "n:\n  c: 2\n\n# of m\nm:\n  d: 3\n"},
    // Block scalar does not take the blanks of an empty line below
    {"a: 1\n      \nb: 2\n", "{a: \"x\\ny\\n\", b: 2}", "a: |\n  x\n  y\n\nb: 2\n"},
    {"a: 1\n      ", "{a: 1, b: \"x\\ny\\n\"}", "a: 1\nb: |\n  x\n  y\n"},
    {"a: |\n  x\nb: 1\n      \nc: 2\n", "{a: \"x\\n\", c: 2}", "a: |\n  x\n\nc: 2\n"},
    // Block scalar does not take empty lines below that it would keep
    {"a: |+\n  x\nb: 1\n\n", "{a: \"x\\n\"}", "a: |+\n  x\n"},
    {"a: |+\n  x\nb: 1\nc: 1\n\nd: 1\n", "{a: \"x\\n\", d: 1}", "a: |+\n  x\nd: 1\n"},
    {"a: 1\n\n\nb: 1\n", "{a: \"x\\n\\n\", b: 1}", "a: |+\n  x\n\nb: 1\n"},
    {"a: 1\r\n\r\nb: 1\r\n", "{a: \"x\\n\\n\", b: 1}", "a: |+\r\n  x\r\n\r\nb: 1\r\n"},
    {"a: 1\n\n\n", "{a: 1, b: \"x\\n\\n\"}", "a: 1\nb: |+\n  x\n\n"},
    // Block scalar keeps its empty line where the one before ended with one
    {"a: |+\n  x\n\nb: 1\n", "{a: \"y\\n\\n\", b: 1}", "a: |+\n  y\n\nb: 1\n"},
    {"a: |+\n  x\n\n\n", "{a: \"y\\n\\n\"}", "a: |+\n  y\n\n"},
    {"a: |+\n  x\n\n\n", "{b: \"y\\n\\n\"}", "b: |+\n  y\n\n"},
    {"a: 1 # one\n# c\n", "{b: \"y\\n\\n\"}", "b: |+\n  y\n\n# c\n"},
    {"- |+\n  x\n\n- 1\n", "[\"y\\n\\n\", 1]", "- |+\n  y\n\n- 1\n"},
    // Block scalar does not take blanks at the end for a line
    {"a: >+\n  x\n  ", "{a: \"x\\n\", b: 1}", "a: >+\n  x\nb: 1\n"},
    {"l:\n- |+\n  x\n\n ", "{l: [\"x\\n\\n\", 1]}", "l:\n- |+\n  x\n\n- 1\n"},
    {"a: |+\n  x\n    ", "{a: \"x\\n  \", b: 1}", "a: \"x\\n  \"\nb: 1\n"},
    // Block scalar does not take comments below
    {"a: 1\n   # deep\n  # less\nb: 2\n", "{a: \"x\\ny\\n\", b: 2}", "a: |\n  x\n  y\n# deep\n# less\nb: 2\n"},
    {"l:\n  - 1\n\n    # deep\n", "{l: [\"x\\ny\\n\"]}", "l:\n  - |\n    x\n    y\n\n  # deep\n"},
    {"a: 1\n    # deep", "{a: 1, b: {c: \"x\\ny\\n\"}}", "a: 1\nb:\n  c: |\n    x\n    y\n  # deep"},
    {"a: 1\n    # deep\n", "{a: {k: \"x: |\\n  y\\n\"}}", "a:\n  k: |\n    x: |\n      y\n  # deep\n"},
    {"a: 1\n    # deep\n", "{a: {k: 1, l: 2}}", "a:\n  k: 1\n  l: 2\n    # deep\n"},
    // Replaced document drops the comment of its last line
    {"a: 1  # one\n  # deep\n", "b: \"x\\ny\\n\"\n", "b: |\n  x\n  y\n# deep\n"},
    {"a # one\n", "\"x\\ny\\n\"", "|\n  x\n  y\n"},
    {"a: 1  # one\n", "b: 2\n", "b: 2  # one\n"},
    // Replaced document begins its line
    {"# top\n  a: 1\n", "b: {c: 1}\nd: 2\n", "# top\nb:\n  c: 1\nd: 2\n"},
    {"  [1]\n", "[2, {a: 1, b: 2}]", "- 2\n- a: 1\n  b: 2\n"},
    // Replaced document may stand behind its mark
    {"--- x # one\n", "y", "--- y # one\n"},
    {"--- x\n", "{a: 1, b: 2}", "--- \na: 1\nb: 2\n"},
    // Removed key takes its question mark with it
    {"a: what?\n? # one\n\n  b\n: 1\nc: 2\n", "{a: what?, c: 2}", "a: what?\nc: 2\n"},
    {"x: &n\n  ?\n    a\n  : 1\n  b: 2\n", "{x: {b: 2}}", "x: &n\n  b: 2\n"},
    {"{? a : 1, b: 2}", "{b: 2}", "{b: 2}"},
    {"? \nb: 2\n", "{b: 2}", "b: 2\n"},
    // Json document holds what json cannot say as yaml
    {"{\"a\": 1, \"b\": 2}", "{a: .inf, b: [-.inf, x]}", "{\"a\": .inf, \"b\": [-.inf, x]}"},
    // Changed scalar is replaced in place with its comment kept
    {"a: 1 # one\nb: 2\n", "a: 5\nb: 2\n", "a: 5 # one\nb: 2\n"},
    // Changed scalar keeps its quotes
    {"a: 'x'\nb: \"y\"\n", "a: it's\nb: z\n", "a: 'it''s'\nb: \"z\"\n"},
    // Changed scalar that becomes a map stands below its key and comment
    {"a: 1 # one\nb: 2\n", "a: {k: {l: 1}}\nb: 2\n", "a: # one\n  k:\n    l: 1\nb: 2\n"},
    // Changed scalar of several lines is a literal block
    {"x:\n  a: 1 # one\n", "x:\n  a: |\n    p\n\n    q\n", "x:\n  a: | # one\n    p\n\n    q\n"},
    // Changed scalar of several lines keeps its last line break at the end
    {"a: 1", "a: |\n  p\n  q\n", "a: |\n  p\n  q\n"},
    // Changed scalar may have been nothing
    {"a: # why\nb:\n", "a: 1\nb: {c: 2}\n", "a: 1 # why\nb:\n  c: 2\n"},
    // Changed block scalar is replaced with its lines
    {"a: |\n  p\n  q\nb: 1\n", "a: p\nb: 1\n", "a: p\nb: 1\n"},
    // Changed map that becomes a scalar keeps the comment behind its key
    {"a: # why\n  # about k\n  k: 1\nb: 2\n", "a: 5\nb: 2\n", "a: 5 # why\nb: 2\n"},
    // Changed map that becomes empty is written as braces
    {"a:\n  k: 1\nb: 2\n", "a: {}\nb: 2\n", "a: {}\nb: 2\n"},
    // Removed key goes with its comments
    {"a: 1\n# about b\n# more\nb: 2 # two\n  # deeper\n# about c\nc: 3\n", "a: 1\nc: 3\n", "a: 1\n# about c\nc: 3\n"},
    // Removed key leaves the comments of the document and one blank line
    {"# top\na: 1\n\nb: 2\n\nc: 3\n", "b: 2\nc: 3\n", "# top\n\nb: 2\n\nc: 3\n"},
    {"a: 1\n\nb: 2\n\nc: 3\n", "a: 1\nc: 3\n", "a: 1\n\nc: 3\n"},
    {"a: 1\n\nb: 2\n", "a: 1\n", "a: 1\n"},
    // Removed key behind a dash moves the next one up
    {"- a: 1\n  b: 2\n", "- b: 2\n", "- b: 2\n"},
    {"- a: 1\n  # about b\n  b: 2\n", "- b: 2\n", "-\n  # about b\n  b: 2\n"},
    // Removed key of a flow map goes with its comma
    {"x: {a: 1, b: 2, c: 3}\n", "x: {b: 2, c: 3}\n", "x: {b: 2, c: 3}\n"},
    {"x: {a: 1, b: 2, c: 3}\n", "x: {a: 1, b: 2}\n", "x: {a: 1, b: 2}\n"},
    {"{\n  \"a\": 1,\n  \"b\": 2\n}\n", "{a: 1}\n", "{\n  \"a\": 1\n}\n"},
    // New key stands behind the others as the document indents
    {"a:\n    b: 1 # one\n    # end\nc:\n  - 1\n", "a:\n  b: 1\n  d: {e: 1}\n  f: [2]\nc: [1]\n",
     "a:\n    b: 1 # one\n    d:\n        e: 1\n    f:\n      - 2\n    # end\nc:\n  - 1\n"},
    // New key of a flow map is written in flow style
    {"x: {a: 1}\n", "x: {a: 1, b: {c: [1, 'p, q']}}\n", "x: {a: 1, b: {c: [1, 'p, q']}}\n"},
    {"x: {\n  a: 1, # one\n  b: 2 # two\n}\n", "x: {a: 1, b: 2, c: 3}\n",
     "x: {\n  a: 1, # one\n  b: 2, # two\n  c: 3\n}\n"},
    {"{\"a\": 1}", "{a: 1, b: [x, null]}\n", "{\"a\": 1, \"b\": [\"x\",null]}"},
    // New key behind a last line without a line break begins a line
    {"a: 1", "a: 1\nb: 2\n", "a: 1\nb: 2\n"},
    // Comment behind a bracket is not taken for text
    {"a: {k: 1}# c\nb: 1\n", "{a: x, b: 1}", "a: x # c\nb: 1\n"},
    {"{a: {b: [1]# c\n }}\n", "{a: {b: x}}", "{a: {b: x # c\n }}\n"},
    {"[1]# c\n", "x\n", "x # c\n"},
    // Key without a colon does not take that of the next key
    {"? a\n:#b: 1\n", "{a: 2, \":#b\": 1}", "? a\n: 2\n:#b: 1\n"},
    {"? a\n: # none\nb: 1\n", "{a: 2, b: 1}", "? a\n: 2 # none\nb: 1\n"},
    // Pair in a list ends with its colon where it has no value
    {"{l: [1, a: ]}", "l: [1]", "{l: [1 ]}"},
    {"{l: [a: , 1]}", "l: [1]", "{l: [1]}"},
    {"{l: [1, a: ]}", "l: [1, {a: null}, 2]", "{l: [1, a: , 2 ]}"},
    {"{l: [a: ]}", "l: [{a: 1}]", "{l: [a: 1]}"},
    {"{l: [a: ]}", "l: [2]", "{l: [2]}"},
    {"{l: [? a]}", "l: [2]", "{l: [2]}"},
    {"{x: {a: }}", "x: {a: null, b: 1}", "{x: {a: , b: 1 }}"},
    // New key behind a block scalar leaves its text as it was
    {"a: |\n  text", "a: text\nb: 2\n", "a: text\nb: 2\n"},
    {"a: |+\n  text\n\n", "a: \"text\\n\\n\"\nb: 2\n", "a: |+\n  text\n\nb: 2\n"},
    // New key behind a block scalar that is a key leaves its text as it was
    {"b: 1\n? |\n  text", "b: 1\ntext: null\nc: 2\n", "b: 1\ntext:\nc: 2\n"},
    {"? |\n  text", "text: null\nc: 2\n", "text:\nc: 2\n"},
    {"? |\n  text\n", "\"text\\n\": null\nc: 2\n", "? |\n  text\nc: 2\n"},
    // New key has the line breaks of the document
    {"a: 1\r\nb:\r\n  c: 1\r\n", "a: 1\nb: {c: 1, d: {e: 2}}\n", "a: 1\r\nb:\r\n  c: 1\r\n  d:\r\n    e: 2\r\n"},
    // Changed list keeps the lines of items that are still there
    {"l:\n- a # 1\n- b # 2\n- c # 3\n", "l: [new, a, c, d]\n", "l:\n- new\n- a # 1\n- c # 3\n- d\n"},
    {"- k: 1 # one\n  l: 2\n- m\n", "- {k: 3, l: 2}\n- m\n", "- k: 3 # one\n  l: 2\n- m\n"},
    // Changed list may lose its first item where that stands behind a dash
    {"- - a\n  - b # b\n- c\n", "- [b]\n- c\n", "- - b # b\n- c\n"},
    {"- - 5\n  # about a\n  - a: 1\n- c\n", "- [{b: 1}, {a: 1}]\n- c\n", "-\n  # about a\n  - b: 1\n  - a: 1\n- c\n"},
    // Changed list of other kinds of items is written anew
    {"l:\n- 1\n- 2\nm: {l: [1]}\n", "l: [{a: 1}]\nm: {l: [{a: 1}]}\n", "l:\n- a: 1\nm: {l: [{a: 1}]}\n"},
    {"l:\n- 5\n- a: 1 # one\n", "l: [{b: 1}, {a: 1}]\n", "l:\n- b: 1\n- a: 1 # one\n"},
    // Changed list in flow style is written in block style
    {"l: [1, 'x', {a: 1}] # c\n", "l: [x, {a: 1}, 2]\n", "l: # c\n- 'x'\n- {a: 1}\n- 2\n"},
    {"- [1, 2]\n- 3\n", "- [1, 2, 3]\n- 3\n", "- - 1\n  - 2\n  - 3\n- 3\n"},
    // Changed list inside of flow style stays there
    {"x: {l: [1, 2], m: 1}\n", "x: {l: [0, 1, 2, 3], m: 1}\n", "x: {l: [0, 1, 2, 3], m: 1}\n"},
    {"x: {l: [1, 2, 3]}\n", "x: {l: [2]}\n", "x: {l: [2]}\n"},
    // Changed list that becomes empty is written as brackets
    {"l:\n- 1 # c\nm: 1\n", "l: []\nm: 1\n", "l: []\nm: 1\n"},
    // Alias stays while its anchor gives what is wanted
    {"a: &x {k: 1}\nb: *x\n", "a: {k: 2}\nb: {k: 2}\n", "a: &x {k: 2}\nb: *x\n"},
    {"a: &x {k: 1}\nb: *x\n", "a: {k: 2}\nb: {k: 1}\n", "a: &x {k: 2}\nb:\n  k: 1\n"},
    // Alias is written out when its anchor goes
    {"a: {b: &x 1}\nc: *x\n", "c: 1\n", "c: 1\n"},
    // Anchor stays when its value becomes another
    {"a: &x 1\nb: *x\n", "a: {k: 1}\nb: {k: 1}\n", "a: &x\n  k: 1\nb: *x\n"},
    // Merge key stays while all that it brings is wanted
    {"a: &x {k: 1, l: 2}\nb:\n  <<: *x\n  m: 3\n", "a: {k: 1, l: 2}\nb: {k: 5, l: 2, m: 3}\n",
     "a: &x {k: 1, l: 2}\nb:\n  <<: *x\n  m: 3\n  k: 5\n"},
    {"a: &x {k: 1, l: 2}\nb:\n  <<: *x\n  m: 3\n", "a: {k: 1, l: 2}\nb: {k: 1, m: 3}\n",
     "a: &x {k: 1, l: 2}\nb:\n  k: 1\n  m: 3\n"},
    // The merge key goes when its anchor brings unwanted keys
    {"a: &x {k: 1}\nb:\n  <<: *x\n  l: 2\n", "a: {k: 5, n: 1}\nb: {k: 1, l: 2}\n",
     "a: &x {k: 5, n: 1}\nb:\n  k: 1\n  l: 2\n"},
    // Alias in a tagged map is written out when its anchor changes
    {"a: &x 1\nb: !!omap [k: *x]\n", "a: 2\nb: {k: 1}\n", "a: &x 2\nb:\n  k: 1\n"},
    // Byte order mark is no part of the first column
    {"\xEF\xBB\xBF"
     "a:\n  b: 1\n",
     "a: {b: 1}\nc: 2\n",
     "\xEF\xBB\xBF"
     "a:\n  b: 1\nc: 2\n"},
    // Explicit key is changed and removed with its mark
    {"? a\n: 1\n? b\n: 2\n", "a: 5\n", "? a\n: 5\n"},
    {"? a\n? b\n", "a: 5\nb: null\n", "? a\n: 5\n? b\n"},
    // Unicode keeps its bytes
    {"ключ: значение # ж\nemoji: 🦊\n", "ключ: новое\nemoji: 🦊\nδ: é\n",
     "ключ: новое # ж\nemoji: 🦊\nδ: é\n"},
};

TEST(PatchedText, IsAsListed) {
  for (const auto& [text, wanted, result] : patches) EXPECT_EQ(patched(text, wanted), result) << text << " " << wanted;
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
