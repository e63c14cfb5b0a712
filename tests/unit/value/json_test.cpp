// JSON text to values and back.
#include "value/json.hpp"

#include <gtest/gtest.h>
#include <limits>

#include "value/compare.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

Value parse(std::string_view text) {
  Budget budget;
  return parse_json(text, budget);
}

std::string write(const Value& value, JsonStyle style = {}) {
  Budget budget;
  return write_json(value, budget, style);
}

std::string message_of(std::string_view text, std::string_view code) {
  try {
    parse(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.diagnostic.code, code) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return {};
}

TEST(Json, KeepsTheOrderOfKeys) {
  EXPECT_EQ(write(parse(R"({"b": 1, "a": [true, null, "x"]})")), R"({"b":1,"a":[true,null,"x"]})");
}

TEST(Json, KeepsIntegersOfSixtyFourBitsExactly) {
  EXPECT_EQ(parse("9223372036854775807").as_integer(), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(parse("-9223372036854775808").as_integer(), std::numeric_limits<std::int64_t>::min());
}

TEST(Json, TellsRealNumbersFromIntegers) {
  EXPECT_EQ(parse("1").kind(), Kind::integer);
  EXPECT_EQ(parse("1.0").kind(), Kind::real);
  EXPECT_EQ(parse("1e2").kind(), Kind::real);
  EXPECT_EQ(write(parse("[1.0, 1e16, 0.1, -0.0]")), "[1.0,1e+16,0.1,-0.0]");
}

TEST(Json, KeepsEveryDigitOfALongInteger) {
  const std::string digits(4000, '7');
  EXPECT_EQ(write(parse("[9223372036854775808, -" + digits + "]")), "[9223372036854775808,-" + digits + "]");
}

TEST(Json, RefusesAnIntegerOfTooManyDigitsNamingItsPlace) {
  EXPECT_EQ(message_of("{\n  \"a\": " + std::string(100000, '7') + "}", "integer-out-of-range"),
            "The integer " + std::string(40, '7') + "… at line 2, column 8 of the JSON text has too many digits.");
}

TEST(Json, RefusesARealNumberBeyondADouble) {
  EXPECT_EQ(message_of("[1e999]", "number-out-of-range"),
            "A number at line 1, column 2 of the JSON text is beyond what a double can hold.");
  message_of("[1e99999]", "number-out-of-range");
}

TEST(Json, RefusesADuplicateKeyNamingItsPlace) {
  EXPECT_EQ(message_of("{\"a\": 1,\n \"a\": 2}", "duplicate-key"),
            "The key \"a\" appears twice in one JSON object (the second time in line 2, column 2).");
}

TEST(Json, RefusesToWriteTwoKeysWithOneText) {
  Budget budget;
  Map map{{"1", Value::integer(1)}};
  map.set(Value::integer(2), Value::null());
  EXPECT_EQ(write_json(Value::map(map), budget), R"({"1":1,"2":null})");
  map.set(Value::integer(1), Value::null());
  try {
    write_json(Value::map(map), budget);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.diagnostic.code, "json-unwritable");
    EXPECT_EQ(error.diagnostic.message, "The map has the keys 1 and \"1\", which are one key in JSON.");
  }
}

TEST(Json, NamesThePlaceOfASyntaxErrorInUtf16Units) {
  EXPECT_EQ(message_of("[\"\xF0\x9F\x98\x80\", x]", "json-syntax"),
            "The text is not valid JSON: invalid literal, at line 1, column 8.");
}

TEST(Json, DoesNotRepeatALongTextInAMessage) {
  EXPECT_LT(message_of("\"" + std::string(100000, 'a'), "json-syntax").size(), 200U);
}

// Long texts of members are read by a different method than short ones.
TEST(Json, ReadsALongTextAsAShortOne) {
  const std::string filling(100, 'x');
  for (const std::string written : {R"()", R"(\"\\\/\b\f\n\r\t)", R"(\u00e4\ud83d\ude00)", "ä😀", R"(\\)", "'"}) {
    const Value part = parse("\"" + written + "\"");
    for (const std::string& text : {filling + written, written + filling, filling + written + filling}) {
      const Value both = parse("{\"a\" :\n \"" + text + "\", \"b\": [\"" + text + "\", 1]}");
      EXPECT_EQ(both.as_map().find("a")->as_string(), both.as_map().find("b")->as_list()[0].as_string());
      EXPECT_EQ(both.as_map().find("a")->as_string().size(), text.size() - written.size() + part.as_string().size());
    }
  }
}

TEST(Json, RefusesALongTextAsAShortOne) {
  const std::string filling(100, 'x');
  for (const std::string wrong : {R"(\x)", "\n", "\xff", R"(\u12)", R"(\ud800)", R"(\)"}) {
    message_of("{\"a\": \"" + filling + wrong + "\"}", "json-syntax");
  }
  message_of("{\"a\": \"" + filling, "json-syntax");
}

TEST(Json, NamesThePlaceBehindALongText) {
  const std::string text = "{\"a\": \"" + std::string(100, 'x') + "\", ";
  EXPECT_NE(message_of(text + "x}", "json-syntax").find("line 1, column 111"), std::string::npos);
  EXPECT_NE(message_of(text + "\"a\": 1}", "duplicate-key").find("line 1, column 111"), std::string::npos);
}

TEST(Json, KeepsKeysOfRowsThatAreAlikeAtFirstOnly) {
  const std::string rows = R"([{"a":1,"b":2},{"a":3,"c":4},{"a":5,"c":6,"d":7},{"a":8},{"c":9,"a":10}])";
  EXPECT_EQ(write(parse(rows)), rows);
  message_of(R"([{"a": 1, "b": 2}, {"a": 1, "a": 2}])", "duplicate-key");
  message_of(R"([{"a": 1, "b": 2}, {"a": 1, "b": 2, "a": 3}])", "duplicate-key");
}

TEST(Json, RefusesTextThatIsNotUtf8) {
  message_of("\"\xC3\x28\"", "json-syntax");
}

TEST(Json, RefusesAnEmptyText) {
  message_of("", "json-syntax");
}

TEST(Json, EndsAtTheDepthLimit) {
  const std::string nested(10'000'000, '[');
  EXPECT_THROW(parse(nested), LimitError);
}

TEST(Json, EndsAtTheStepLimit) {
  Limits limits;
  limits.steps = 3;
  Budget budget(limits);
  EXPECT_THROW(parse_json("[1,2,3,4]", budget), LimitError);
}

TEST(Json, IndentsAsPythonDoes) {
  EXPECT_EQ(write(parse(R"({"a": [1, {}], "b": [], "c": {"d": 1}})"), {.indent = 2}),
            "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": [],\n  \"c\": {\n    \"d\": 1\n  }\n}");
}

TEST(Json, EscapesWhatMustBeAndKeepsTheRestAsUtf8) {
  EXPECT_EQ(write(Value::string("\"\\\n\x01 \xC3\xA9")), "\"\\\"\\\\\\n\\u0001 \xC3\xA9\"");
  EXPECT_EQ(write(Value::string("a\xFF")), "\"a\xEF\xBF\xBD\"");
}

TEST(Json, WritesWhatJsonHasNoWordFor) {
  EXPECT_EQ(write(Value()), "null");
  EXPECT_EQ(write(Value::real(std::numeric_limits<double>::infinity())), "null");
  EXPECT_EQ(write(Value::bytes("\x01\x02")), R"({"base64":"AQI="})");
  Map members;
  members.set("a", Value::null());
  EXPECT_EQ(write(Value::list({Value::tuple({Value::integer(1)}), Value::set(members)})), R"([[1],["a"]])");
}

TEST(Json, WritesKeysThatAreNotTextAsPythonDoes) {
  Map map;
  map.set(Value::null(), Value::integer(1));
  map.set(Value::integer(5), Value::integer(2));
  map.set(Value::boolean(true), Value::integer(3));
  map.set(Value::real(2.5), Value::integer(4));
  EXPECT_EQ(write(Value::map(map)), R"({"null":1,"5":2,"true":3,"2.5":4})");
  Map unwritable;
  unwritable.set(Value::tuple({}), Value::null());
  EXPECT_THROW(write(Value::map(unwritable)), Error);
}

TEST(Json, ChargesWhatItWrites) {
  Limits limits;
  limits.output = 10;
  Budget budget(limits);
  EXPECT_THROW(write_json(Value::string("12345678901"), budget), LimitError);
}

TEST(ReadJson, TakesIntegersToTheBoundOfDigits) {
  Budget budget;
  const std::string digits(9'000, '7');
  const std::string text = "{\"a\": [-" + digits + ", 1.5, \"" + digits + "\"], \"b\":" + digits + "}";
  EXPECT_EQ(write_json(parse_json(text, budget), budget),
            "{\"a\":[-" + digits + ",1.5,\"" + digits + "\"],\"b\":" + digits + "}");
  EXPECT_THROW(parse_json("[" + std::string(20'000, '7') + "]", budget), Error);
}

}  // namespace
}  // namespace evalground
