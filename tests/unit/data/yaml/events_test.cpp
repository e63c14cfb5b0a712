// libyaml's events with places in bytes, and invalid YAML.
#include "data/yaml/events.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "source/diagnostic.hpp"

namespace evalground {
namespace {

using Type = YamlEvent::Type;

// The text between begin and end of each event of that type.
std::vector<std::string> texts(const std::string& yaml, Type type) {
  Sources sources;
  YamlEvents events(sources, sources.add_file("in.yaml", yaml));
  std::vector<std::string> result;
  for (YamlEvent event = events.next(); event.type != Type::stream_end; event = events.next()) {
    if (event.type == type) result.push_back(yaml.substr(event.begin, event.end - event.begin));
  }
  return result;
}

// "code line:column message" of the error from reading all events.
std::string error_of(const std::string& yaml) {
  Sources sources;
  try {
    YamlEvents events(sources, sources.add_file("in.yaml", yaml));
    while (events.next().type != Type::stream_end) continue;
  } catch (const Error& error) {
    const Origin& origin = sources.origin(error.diagnostic.where);
    const Position position = sources.position(origin.file, origin.begin);
    return error.diagnostic.code + " " + std::to_string(position.line) + ":" + std::to_string(position.column) + " " +
           error.diagnostic.message;
  }
  return "no error";
}

// The text at the place of the error.
std::string marked(const std::string& yaml) {
  Sources sources;
  try {
    YamlEvents events(sources, sources.add_file("in.yaml", yaml));
    while (events.next().type != Type::stream_end) continue;
  } catch (const Error& error) {
    return std::string(sources.text_of(error.diagnostic.where));
  }
  return "no error";
}

using Texts = std::vector<std::string>;

TEST(YamlEvents, CountPlacesInBytes) {
  EXPECT_EQ(texts("k\xC3\xA9y: \xF0\x9F\x98\x80\nb: 'x'\n", Type::scalar),
            (Texts{"k\xC3\xA9y", "\xF0\x9F\x98\x80", "b", "'x'"}));
}

TEST(YamlEvents, CountPlacesBehindAByteOrderMark) {
  EXPECT_EQ(texts("\xEF\xBB\xBF\x61: b\n", Type::scalar), (Texts{"a", "b"}));
}

TEST(YamlEvents, CountPlacesAfterWindowsLineEnds) {
  EXPECT_EQ(texts("a: \xC3\xA9\r\nb: |\r\n  x\r\nc: 1\r\n", Type::scalar),
            (Texts{"a", "\xC3\xA9", "b", "|\r\n  x\r\n", "c", "1"}));
}

TEST(YamlEvents, IncludeAnchorsAndTagsInTheRange) {
  EXPECT_EQ(texts("a: &x !!str 1", Type::scalar), (Texts{"a", "&x !!str 1"}));
}

TEST(YamlEvents, GiveTagsInFull) {
  Sources sources;
  YamlEvents events(sources, sources.add_file("in.yaml", "%TAG !e! tag:example.com,2000:\n---\n!e!x {}"));
  EXPECT_EQ(events.next().type, Type::document_start);
  EXPECT_EQ(events.next().tag, "tag:example.com,2000:x");
}

TEST(YamlEvents, GiveTheVersionOfADocument) {
  Sources sources;
  YamlEvents events(sources, sources.add_file("in.yaml", "%YAML 1.1\n---\na"));
  const YamlEvent event = events.next();
  EXPECT_EQ(event.version.major, 1);
  EXPECT_EQ(event.version.minor, 1);
}

TEST(YamlEvents, SayWhatIsWrongAndWhere) {
  EXPECT_EQ(error_of("a: b: c"),
            "yaml-syntax 1:5 The line has a second `: `, which plain text cannot contain: put the text in quotes, "
            "'b: c'.");
  EXPECT_EQ(error_of("a:\n  b: 1\n c: 2"),
            "yaml-syntax 3:2 This line is indented by 1, line 1 by 0. Lines of one block need the same indentation.");
  // The message mentions indentation only if that is wrong, and never within brackets.
  EXPECT_EQ(error_of("a:\n  b: 1\n  - c"),
            "yaml-syntax 3:3 A list item cannot stand among the keys of a map: indent the list below a key, or write a "
            "key.");
  EXPECT_EQ(error_of("a: [1\n b: 2"),
            "yaml-syntax 2:3 Found \":\" where `,` or `]` was expected, after the `[` that opens before it.");
  EXPECT_EQ(error_of("\xF0\x9F\x98\x80: [1,"),
            "yaml-syntax 1:8 The document ends here, and a bracket above is not closed.");
}

// The message without its code and place.
std::string message_of(const std::string& yaml) {
  const std::string error = error_of(yaml);
  return error.substr(error.find(' ', error.find(' ') + 1) + 1);
}

TEST(YamlEvents, SayWhatAnIndicatorMeansAndToQuoteIt) {
  EXPECT_EQ(message_of("- @select: [a]"), "`@` begins no plain text in YAML: write `\"@select\":`.");
  EXPECT_EQ(message_of("a: @home"), "`@` begins no plain text in YAML: put the text in quotes, '@home'.");
  EXPECT_EQ(message_of("a: %port%  # b"), "`%` begins no plain text in YAML: put the text in quotes, '%port%'.");
  EXPECT_EQ(message_of("a: {b: `it's`, c: 1}"), "``` begins no plain text in YAML: put the text in quotes, '`it''s`'.");
  EXPECT_EQ(message_of("a: * b"), "`*` begins an alias, whose name must follow: put the text in quotes, '* b'.");
  EXPECT_EQ(message_of("a: & b"), "`&` begins an anchor, whose name must follow: put the text in quotes, '& b'.");
  EXPECT_EQ(message_of("a: !<b c"), "`!` begins a tag, which is not valid here: put the text in quotes, '!<b c'.");
  EXPECT_EQ(message_of("a: > b"),
            "After `|` or `>` the text begins on the next line. If this is text, put the text in quotes, '> b'.");
  EXPECT_EQ(message_of("a: \"\\d\""), "`\\d` is no escape in double quotes: write `\\\\d`, or use single quotes.");
}

TEST(YamlEvents, SayThatATemplateNeedsQuotes) {
  EXPECT_EQ(message_of("a: {% if b %}c{% endif %}"),
            "A template that begins a value must be in quotes: \"{% if b %}c{% endif %}\".");
  EXPECT_EQ(message_of("- {{ a }}-b"), "A template that begins a value must be in quotes: \"{{ a }}-b\".");
  EXPECT_EQ(message_of("a: {{ \"b\" }}c"), "A template that begins a value must be in quotes: '{{ \"b\" }}c'.");
}

TEST(YamlEvents, SayWhatStandsWhereItCannot) {
  EXPECT_EQ(message_of("- a\nb: c"),
            "Found \"b:\" among the items of a list: begin the line with `- `, or indent it below an item.");
  EXPECT_EQ(message_of("a: \"b\" c"), "Found \"c\" after the closing quote: put the whole text in quotes.");
  EXPECT_EQ(message_of("a: [b] c"), "Found \"c\" after the closing bracket: if all of it is text, put it in quotes.");
  EXPECT_EQ(
      message_of("a: b\n  c: d"),
      "This line continues the value above, so it cannot have a `:`. Align it with the key above, or put the value in "
      "quotes.");
  EXPECT_EQ(message_of("a: - b"),
            "A list cannot begin on the line of its key: begin it on the next line or, if this is text, put it in "
            "quotes.");
  EXPECT_EQ(error_of("a: 1\nbc\nd: 1"),
            "yaml-syntax 2:1 This line is neither a list item nor a key with `: ` after it.");
  EXPECT_EQ(error_of("a: 'b\n"), "yaml-syntax 1:4 The quote that opens here is never closed.");
}

TEST(YamlEvents, OfferTheQuotesOfAKey) {
  Sources sources;
  YamlEvents events(sources, sources.add_file("in.yaml", "- @select: x"));
  try {
    while (events.next().type != Type::stream_end) continue;
    FAIL() << "no error";
  } catch (const Error& error) {
    ASSERT_EQ(error.diagnostic.fixes.size(), 1U);
    const Fix::Edit& edit = error.diagnostic.fixes[0].edits[0];
    EXPECT_EQ(edit.text, "\"@select\"");
    EXPECT_EQ(sources.text_of(edit.where), "@select");
  }
}

TEST(YamlEvents, ReadAnchorsWithAllLettersOfYaml12) {
  EXPECT_EQ(texts("a: &v1.2 x\nb: *v1.2", Type::alias), (Texts{"*v1.2"}));
  EXPECT_EQ(texts("[&a/b \"x\", *a/b]", Type::alias), (Texts{"*a/b"}));
  EXPECT_EQ(texts("a: &\xC3\xA9:b x\nb: *\xC3\xA9:b", Type::alias), (Texts{"*\xC3\xA9:b"}));
  EXPECT_EQ(texts("a: &k x\n*k: y", Type::alias), (Texts{"*k"}));
}

TEST(YamlEvents, NameTheConstructThatAProblemIsIn) {
  Sources sources;
  YamlEvents events(sources, sources.add_file("in.yaml", "a:\n  - [1\nb: 2"));
  try {
    while (events.next().type != Type::stream_end) continue;
    FAIL() << "no error";
  } catch (const Error& error) {
    ASSERT_EQ(error.diagnostic.notes.size(), 1U);
    EXPECT_EQ(error.diagnostic.notes[0].message, "while parsing a flow sequence");
    EXPECT_EQ(sources.origin(error.diagnostic.notes[0].where).begin, 7U);
  }
}

TEST(YamlEvents, MarkTheWordAtWhichAProblemIs) {
  EXPECT_EQ(marked("a:\n  - 1\n port: 2"), "port:");
  EXPECT_EQ(marked("a: {b: @home, c: 1}"), "@home");
}

TEST(YamlEvents, MarkTheStartOfWhatTheTextEndsIn) {
  EXPECT_EQ(marked("a: [1\n\n"), "[");
  EXPECT_EQ(marked("a: 'one\nb: 2\n"), "'one");
}

TEST(YamlEvents, SayThatATabCannotIndent) {
  EXPECT_EQ(error_of("a:\n\tb: 1"), "yaml-syntax 2:1 YAML is indented with spaces: replace the tab.");
  EXPECT_EQ(error_of("\t\na: 1"), "yaml-syntax 1:1 YAML is indented with spaces: replace the tab.");
  EXPECT_EQ(error_of("a:\n  b: x\n\ty: 1"), "yaml-syntax 3:1 YAML is indented with spaces: replace the tab.");
  EXPECT_EQ(error_of("a: |\n\tb"), "yaml-syntax 2:1 YAML is indented with spaces: replace the tab.");
}

TEST(YamlEvents, RefuseWhatIsNotUtf8) {
  EXPECT_EQ(error_of("a: b\xFF"), "yaml-encoding 1:5 The document is not UTF-8: a byte here belongs to no character.");
  EXPECT_EQ(error_of(std::string("\xFF\xFE\x61\0", 4)),
            "yaml-encoding 1:1 The document is encoded in UTF-16; only UTF-8 is read.");
  EXPECT_EQ(error_of(std::string("a\0:\0", 4)),
            "yaml-encoding 1:1 The document is encoded in UTF-16; only UTF-8 is read.");
}

TEST(YamlEvents, RefuseNulAndControlCharacters) {
  EXPECT_EQ(error_of(std::string("ab: \0", 5)),
            "yaml-encoding 1:5 The document holds a NUL character (U+0000), which YAML does not allow.");
  EXPECT_EQ(error_of("\xC3\xA9: \x1B[0m"),
            "yaml-syntax 1:4 The document holds the control character U+001B, which YAML does not allow.");
  EXPECT_EQ(error_of("\xEF\xBB\xBF\xC3\xA9: \x1B"),
            "yaml-syntax 1:5 The document holds the control character U+001B, which YAML does not allow.");
}

TEST(YamlEvents, RefuseThousandsOfTagDirectives) {
  std::string yaml;
  for (int number = 0; number < 100'000; ++number) yaml += "%TAG !a" + std::to_string(number) + "! x\n";
  EXPECT_EQ(error_of(yaml + "--- 1").substr(0, 11), "yaml-syntax");
}

}  // namespace
}  // namespace evalground
