// YAML trees: ranges, styles, properties, comments.
#include "data/yaml/parse.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "source/diagnostic.hpp"

namespace evalground {
namespace {

// A file and the tree of its document.
struct Tree {
  explicit Tree(std::string yaml, const Limits& limits = {})
      : budget(limits),
        file(sources.add_file("in.yaml", std::move(yaml))),
        document(parse_yaml(sources, file, budget)) {}

  std::string text(std::uint32_t begin, std::uint32_t end) const {
    return std::string(sources.text(file).substr(begin, end - begin));
  }
  std::string text(const YamlNode& node) const { return text(node.begin, node.end); }
  const YamlNode& root() const { return *document.root; }

  Sources sources;
  Budget budget;
  std::uint32_t file;
  Document document;
};

std::string code_of(const std::string& yaml) {
  try {
    Tree tree(yaml);
  } catch (const Error& error) {
    EXPECT_NE(error.diagnostic.where, 0U);
    return error.diagnostic.code;
  } catch (const LimitError& error) {
    EXPECT_NE(error.where(), 0U);
    return error.code();
  }
  return "no error";
}

TEST(YamlParse, EndsABlockCollectionWithItsLastChild) {
  const Tree tree("a:\n  b: 1\n  c:\n  - x\n  - y   # why\n\n\nd: 2\n");
  const YamlNode& inner = *tree.root().pairs[0].value;
  EXPECT_EQ(tree.text(inner), "b: 1\n  c:\n  - x\n  - y");
  EXPECT_EQ(tree.text(*inner.pairs[1].value), "- x\n  - y");
  EXPECT_EQ(tree.text(tree.root()), "a:\n  b: 1\n  c:\n  - x\n  - y   # why\n\n\nd: 2");
}

TEST(YamlParse, EndsAFlowCollectionWithItsBracket) {
  const Tree tree("- {a: [1, 2 ] }\n- [a: b , c]\n");
  EXPECT_EQ(tree.text(*tree.root().items[0]), "{a: [1, 2 ] }");
  EXPECT_EQ(tree.text(*tree.root().items[0]->pairs[0].value), "[1, 2 ]");
  EXPECT_EQ(tree.text(*tree.root().items[1]->items[0]), "a: b");
}

TEST(YamlParse, EndsABlockScalarWithItsLastLine) {
  const Tree tree("a: |\n  x\n  y\n\nb: >-\n  z\n");
  EXPECT_EQ(tree.text(*tree.root().pairs[0].value), "|\n  x\n  y");
  EXPECT_EQ(tree.root().pairs[0].value->text, "x\ny\n");
  EXPECT_EQ(tree.text(*tree.root().pairs[1].value), ">-\n  z");
}

TEST(YamlParse, GivesAMissingScalarNoWidth) {
  const Tree tree("a:\nb: 1\n");
  const YamlNode& missing = *tree.root().pairs[0].value;
  EXPECT_EQ(missing.begin, 2U);
  EXPECT_EQ(missing.end, 2U);
  EXPECT_TRUE(missing.is_plain_scalar());
}

TEST(YamlParse, KeepsStylesTagsAndAnchors) {
  const Tree tree("- plain\n- 'single'\n- \"double\"\n- |\n  literal\n- >\n  folded\n- []\n- &name !tag x\n- *name\n");
  const auto items = tree.root().items;
  EXPECT_EQ(tree.root().style, YamlStyle::block);
  const YamlStyle styles[] = {YamlStyle::plain,   YamlStyle::single_quoted, YamlStyle::double_quoted,
                              YamlStyle::literal, YamlStyle::folded,        YamlStyle::flow};
  for (std::size_t index = 0; index < std::size(styles); ++index)
    EXPECT_EQ(items[index]->style, styles[index]) << index;
  EXPECT_EQ(items[6]->anchor(), "name");
  EXPECT_EQ(items[6]->tag(), "!tag");
  EXPECT_EQ(items[7]->kind, YamlNode::Kind::alias);
  EXPECT_EQ(items[7]->target, items[6]);
}

TEST(YamlParse, FindsTheCommentsAndWhatTheyStandBy) {
  const Tree tree(
      "# top\na: &m # of a\n  x: '# text' # of x\n  # before y\n  y: [1, # one\n    2]\nl: | # of l\n  # "
      "text\n\n# end\n");
  std::vector<std::string> found;
  for (const YamlComment& comment : tree.document.comments) {
    const char* place = comment.place == YamlComment::Place::before        ? " before "
                        : comment.place == YamlComment::Place::end_of_line ? " behind "
                                                                           : " after ";
    const std::string node = tree.text(*comment.node);
    found.push_back(tree.text(comment.begin, comment.end) + place + node.substr(0, node.find('\n')));
  }
  EXPECT_EQ(found, (std::vector<std::string>{"# top before a: &m # of a", "# of a behind a", "# of x behind '# text'",
                                             "# before y before y", "# one behind 1", "# of l behind | # of l",
                                             "# end after | # of l"}));
}

TEST(YamlParse, GivesAnEmptyDocumentAnEmptyScalar) {
  const Tree tree("# nothing\n");
  EXPECT_TRUE(tree.root().is_plain_scalar());
  EXPECT_EQ(tree.root().text, "");
}

TEST(YamlParse, ReadsEveryDocumentOfAStream) {
  Sources sources;
  Budget budget;
  const auto documents = parse_yaml_stream(sources, sources.add_file("in.yaml", "a\n--- # b's\nb\n---\n"), budget);
  ASSERT_EQ(documents.size(), 3U);
  EXPECT_EQ(documents[1].root->text, "b");
  EXPECT_EQ(documents[1].comments.size(), 1U);
  EXPECT_TRUE(parse_yaml_stream(sources, sources.add_file("empty.yaml", "# none\n"), budget).empty());
}

TEST(YamlParse, RefusesASecondDocument) {
  EXPECT_EQ(code_of("a\n---\nb\n"), "several-documents");
}

TEST(YamlParse, RefusesAliasesWithoutAnchor) {
  EXPECT_EQ(code_of("- *a\n- &a 1"), "undefined-alias");
  EXPECT_EQ(code_of("&a [1, *a]"), "recursive-alias");
  EXPECT_EQ(code_of("&a {b: {*a : 1}}"), "recursive-alias");
}

TEST(YamlParse, FindsTheLatestAnchorOfAName) {
  const Tree tree("[&a 1, &a [&a 2, *a], *a]");
  EXPECT_EQ(tree.root().items[1]->items[1]->target->text, "2");
  EXPECT_EQ(tree.root().items[2]->target->text, "2");
}

TEST(YamlParse, EndsAtTheDepthLimitNamingThePlace) {
  EXPECT_EQ(code_of(std::string(10'000'000, '[')), "limit-depth");
  EXPECT_EQ(code_of(std::string(150'000, '{')), "limit-depth");
  std::string dashes;
  for (int level = 0; level < 100'000; ++level) dashes += "- ";
  EXPECT_EQ(code_of(dashes), "limit-depth");
  EXPECT_EQ(code_of(std::string(200, '[') + std::string(200, ']')), "no error");
}

TEST(YamlParse, EndsAtTheStepLimit) {
  Limits limits;
  limits.steps = 5;
  EXPECT_THROW(Tree("[1, 2, 3, 4]", limits), LimitError);
}

TEST(YamlParse, EndsAtTheMemoryLimit) {
  MemoryAccount account(100'000);
  std::string yaml;
  for (int line = 0; line < 10'000; ++line) yaml += "- x\n";
  EXPECT_THROW(Tree tree(yaml), LimitError);
}

// The values of a flow collection, quoted if they are plain scalars.
std::string plain_texts(const std::string& yaml) {
  Tree tree(yaml);
  std::string texts;
  const auto add = [&](const auto& self, const YamlNode& node) -> void {
    if (node.kind == YamlNode::Kind::scalar) texts += "'" + tree.text(node) + "' ";
    if (node.kind == YamlNode::Kind::sequence) {
      for (const YamlNode* item : node.items) self(self, *item);
    }
    if (node.kind == YamlNode::Kind::mapping) {
      for (const YamlPair& pair : node.pairs) {
        self(self, *pair.key);
        self(self, *pair.value);
      }
    }
  };
  add(add, tree.root());
  return texts;
}

TEST(YamlParse, PlainTextInBracketsMayBeginWithAColonWhereAValueBegins) {
  EXPECT_EQ(plain_texts("{eval: ::inputs::cpus}"), "'eval' '::inputs::cpus' ");
  EXPECT_EQ(plain_texts("[::a, :b, x, {::c: ::d}]"), "'::a' ':b' 'x' '::c' '::d' ");
  EXPECT_EQ(plain_texts("{a: ::b c::d, e: 1}"), "'a' '::b c::d' 'e' '1' ");
  EXPECT_EQ(plain_texts("a: {b: [\n  ::c,\n  ::d\n]}"), "'a' 'b' '::c' '::d' ");
  // What was valid before is read as before.
  EXPECT_EQ(plain_texts("{\"a\":b, 'c' :d, [e]:f}"), "'\"a\"' 'b' ''c'' 'd' 'e' 'f' ");
  EXPECT_EQ(plain_texts("{? \"a\" :b}"), "'\"a\"' 'b' ");
  EXPECT_EQ(plain_texts("{a: , b: }"), "'a' '' 'b' '' ");
  EXPECT_EQ(code_of("{a: :}"), "yaml-syntax");
  EXPECT_EQ(code_of("[a, :]"), "yaml-syntax");
  EXPECT_EQ(code_of("{a: ::}"), "yaml-syntax");
  EXPECT_EQ(code_of("[: a]"), "yaml-syntax");
}

TEST(YamlParse, KnowsWhereAValueBeginsInALongDocument) {
  // libyaml keeps its tokens in a queue that grows and moves.
  std::string yaml = "[";
  std::string expected;
  for (int at = 0; at < 200; ++at) {
    yaml += "::x" + std::to_string(at) + ", {k: [::y]}, ";
    expected += "'::x" + std::to_string(at) + "' 'k' '::y' ";
  }
  EXPECT_EQ(plain_texts(yaml + "]"), expected);
}

}  // namespace
}  // namespace evalground
