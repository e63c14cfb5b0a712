#include "language_server/blocks.hpp"

#include <gtest/gtest.h>
#include <string>

namespace evalground::language_server {
namespace {

// "1-3 5-6#": lines from 1, a # for comments.
std::string folds(std::string_view text, Layout layout) {
  std::string all;
  for (const Block& block : blocks(text, layout)) {
    all += (all.empty() ? "" : " ") + std::to_string(block.first + 1) + "-" + std::to_string(block.last + 1) +
           (block.is_comment ? "#" : "");
  }
  return all;
}

// The texts that a growing selection takes, one a line, with | for line breaks. `¦` marks the position.
std::string selected(std::string text, Layout layout) {
  const std::size_t offset = text.find("¦");
  text.erase(offset, std::string_view("¦").size());
  std::string all;
  for (const Span& span : selections(text, layout, static_cast<std::uint32_t>(offset))) {
    std::string one = text.substr(span.begin, span.end - span.begin);
    for (char& c : one) c = c == '\n' ? '|' : c;
    all += one + "\n";
  }
  return all;
}

TEST(Blocks, OfYamlAreIndented) {
  EXPECT_EQ(folds("a:\n  b: 1\n  c:\n    d: 2\n\ne: 3\n", Layout::indented), "1-4 3-4");
  EXPECT_EQ(folds("text: |\n  one\n\n  two\n\nnext: 1\n", Layout::indented), "1-4");
  EXPECT_EQ(folds("packages:\n- a\n- b: 1\n  c: 2\nother: 1\n", Layout::indented), "1-4 3-4");
  EXPECT_EQ(folds("- name: x\n  vars:\n    a: 1\n- name: y\n", Layout::indented), "1-3 2-3");
  EXPECT_EQ(folds("# one\n# two\na: 1\n# three\n", Layout::indented), "1-2#");
  EXPECT_EQ(folds("a: {\n  b: 1\n}\n", Layout::indented), "1-2");
  EXPECT_EQ(folds("", Layout::indented), "");
  EXPECT_EQ(folds("a:\n  b: [\n", Layout::indented), "1-2");
}

TEST(Blocks, OfTemplatesAreTagged) {
  EXPECT_EQ(folds("{% if a %}\nx\n{% else %}\ny\n{% endif %}\n", Layout::tagged), "1-2 3-4");
  EXPECT_EQ(folds("{% for a in b %}\n{%- if a %}\nx\n{%- endif %}\n{% endfor %}\n", Layout::tagged), "1-4 2-3");
  EXPECT_EQ(folds("{% set a = 1 %}\n{% set b %}\nx\n{% endset %}\n", Layout::tagged), "2-3");
  EXPECT_EQ(folds("{# one\ntwo #}\nx\n", Layout::tagged), "1-2#");
  EXPECT_EQ(folds("{% raw %}\n{% if %}\nx\n{% endraw %}\n", Layout::tagged), "1-3");
  EXPECT_EQ(folds("{{ f(\n  1) }}\n{% if a %}\nnever closed\n", Layout::tagged), "1-2");
  EXPECT_EQ(folds("{% if a %}\n{% for b in c %}\nx\n{% endif %}\n", Layout::tagged), "1-3");
}

TEST(Blocks, OfPoliciesAreBraced) {
  const std::string policy =
      "# a\n# b\nbundle agent main\n{\n  vars:\n      \"a\" string => \"}\";\n      \"l\" slist => {\n        \"x\"\n"
      "      };\n  reports:\n    any::\n      \"$(a)\";\n}\n";
  EXPECT_EQ(folds(policy, Layout::braced), "1-2# 3-12 5-9 7-8 10-12 11-12");
}

TEST(Selections, GrowFromTheWordToTheText) {
  EXPECT_EQ(selected("a: 1\nb:\n  c: \"x {{ ho¦st }}\"\n", Layout::indented),
            "host\n host \n{ host }\n{{ host }}\nx {{ host }}\n\"x {{ host }}\"\nc: \"x {{ host }}\"\n"
            "b:|  c: \"x {{ host }}\"\na: 1|b:|  c: \"x {{ host }}\"|\n");
  EXPECT_EQ(selected("f(a, ¦b)", Layout::braced), "b\na, b\n(a, b)\nf(a, b)\n");
  EXPECT_EQ(selected("¦", Layout::tagged), "");
  EXPECT_EQ(selected("\n¦\n", Layout::tagged), "||\n");
  EXPECT_EQ(selected("{% if a %}\nx¦\n{% endif %}\n", Layout::tagged), "x\n{% if a %}|x\n{% if a %}|x|{% endif %}|\n");
}

// Each span must contain the one before, wherever the position is.
TEST(Selections, ContainEachOther) {
  const std::string text = "a: ['b', {c: \"d\"}]\n# (x\n- ]e: {{ f[1](\n  2) }}'\n";
  for (const Layout layout : {Layout::indented, Layout::tagged, Layout::braced}) {
    for (std::uint32_t at = 0; at <= text.size(); ++at) {
      Span inner{at, at};
      for (const Span& span : selections(text, layout, at)) {
        EXPECT_LE(span.begin, inner.begin) << at;
        EXPECT_GE(span.end, inner.end) << at;
        EXPECT_LE(span.end, text.size()) << at;
        inner = span;
      }
    }
  }
}

}  // namespace
}  // namespace evalground::language_server
