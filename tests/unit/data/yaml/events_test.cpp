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
  EXPECT_EQ(error_of("a: b: c"), "yaml-syntax 1:5 Mapping values are not allowed in this context.");
  EXPECT_EQ(error_of("a:\n  b: 1\n c: 2"),
            "yaml-syntax 3:2 Did not find expected key: the line is indented by 1, and what it should belong to, from "
            "line 1 on, by 0.");
  // The message mentions indentation only if that is wrong, and never within brackets.
  EXPECT_EQ(error_of("a:\n  b: 1\n  - c"), "yaml-syntax 3:3 Did not find expected key.");
  EXPECT_EQ(error_of("a: [1\n b: 2"), "yaml-syntax 2:3 Did not find expected ',' or ']'.");
  EXPECT_EQ(error_of("\xF0\x9F\x98\x80: [1,"), "yaml-syntax 1:8 Did not find expected node content.");
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
  EXPECT_EQ(error_of("a:\n\tb: 1"),
            "yaml-syntax 2:1 Found character that cannot start any token: a tab; YAML is indented with spaces.");
  // Within a scalar libyaml's own message says so. Elsewhere a tab is not indentation.
  EXPECT_EQ(error_of("a:\n  b: x\n\ty: 1"), "yaml-syntax 3:1 Found a tab character that violates indentation.");
  EXPECT_EQ(error_of("a: |\n\tb"), "yaml-syntax 2:1 Found a tab character where an indentation space is expected.");
  EXPECT_EQ(error_of("a: &\tb"), "yaml-syntax 1:5 Did not find expected alphabetic or numeric character.");
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
