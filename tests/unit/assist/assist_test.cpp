#include "assist/assist.hpp"

#include <gtest/gtest.h>

#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

std::string answered(std::initializer_list<std::pair<std::string_view, Value>> request) {
  return answer(Value::map(Map(request)), [](std::string_view, const Map&) -> const Dialect* { return nullptr; });
}

Value text(std::string_view value) {
  return Value::string(value);
}

TEST(Parse, GivesYamlAsJson) {
  EXPECT_EQ(answered({{"ask", text("parse")}, {"text", text("a: [1]\n")}}), R"({"ok":true,"value":{"a":[1]}})");
}

TEST(Parse, ReadsWhatStandsUnderAKeyOfAWorkspace) {
  EXPECT_EQ(answered({{"ask", text("parse")}, {"key", text("data")}, {"text", text("a: 1\n---\na: 2\n")}}),
            R"({"ok":true,"value":[{"a":1},{"a":2}]})");
  EXPECT_EQ(answered({{"ask", text("parse")}, {"key", text("workspace")}, {"text", text("dialect: x\nvars: {a: no}")}}),
            R"({"ok":true,"value":{"dialect":"x","vars":{"a":"no"}}})");
}

TEST(Parse, RefusesANumberThatJsonLacks) {
  EXPECT_NE(answered({{"ask", text("parse")}, {"text", text("a: .inf\n")}}).find("The number inf cannot be written"),
            std::string::npos);
}

TEST(Changes, OfTwoTextsAreThoseOfTheirValues) {
  EXPECT_EQ(
      answered({{"ask", text("changes")}, {"before", text("a: 1\nb: 2\n")}, {"after", text("b: 2 # two\na: 3\n")}}),
      R"({"ok":true,"value":[{"path":"/a","value":3}]})");
}

TEST(Changes, NeedAMapAndSayWhereTheTextIsWrong) {
  EXPECT_NE(
      answered({{"ask", text("changes")}, {"before", text("a: 1")}, {"after", text("[1]")}}).find("must stay a map"),
      std::string::npos);
  EXPECT_NE(
      answered({{"ask", text("changes")}, {"before", text("a: 1")}, {"after", text("a: 1\nb: [")}}).find("\"line\":2"),
      std::string::npos);
}

TEST(Change, GivesTheChangedText) {
  Budget budget;
  EXPECT_EQ(answered({{"ask", text("change")},
                      {"before", text("a: 1\nb: {c: 2}\n")},
                      {"changes", parse_json(R"([{"path":"/b/c","delete":true}])", budget)}}),
            R"({"ok":true,"value":"a: 1\nb: {}\n"})");
}

TEST(Change, ThatCannotBeMadeIsAProblem) {
  Budget budget;
  EXPECT_NE(answered({{"ask", text("change")},
                      {"before", text("a: 1\n")},
                      {"changes", parse_json(R"([{"path":"/b","delete":true}])", budget)}})
                .find("deletes a value that does not exist"),
            std::string::npos);
}

}  // namespace
}  // namespace evalground
