// Values to YAML text, and that it reads back.
#include "data/yaml/write.hpp"

#include <gtest/gtest.h>
#include <limits>

#include "data/yaml/load.hpp"
#include "value/compare.hpp"
#include "value/json.hpp"
#include "value/map.hpp"
#include "value/object.hpp"

namespace evalground {
namespace {

std::string write(const Value& value) {
  Budget budget;
  return write_yaml(value, budget);
}

std::string write_json_as_yaml(std::string_view json) {
  Budget budget;
  return write_yaml(parse_json(json, budget), budget);
}

Value read(const std::string& yaml, YamlRules rules) {
  Sources sources;
  Budget budget;
  YamlLoadOptions options;
  options.rules = rules;
  return load_yaml(sources, sources.add_file("out.yaml", yaml), budget, options);
}

void expect_reads_back(const Value& value) {
  Budget budget;
  const std::string yaml = write(value);
  for (const YamlRules rules : {YamlRules::yaml_1_1, YamlRules::yaml_1_2}) {
    const Value again = read(yaml, rules);
    EXPECT_EQ(again.kind(), value.kind()) << yaml;
    EXPECT_TRUE(python_equal(again, value, budget)) << yaml;
  }
}

TEST(YamlWrite, WritesBlockStyle) {
  EXPECT_EQ(write_json_as_yaml(R"({"a": [1, "x"], "b": {"c": null, "d": {"e": 1}}, "f": [], "g": {}})"),
            "a:\n- 1\n- x\nb:\n  c:\n  d:\n    e: 1\nf: []\ng: {}\n");
}

TEST(YamlWrite, ContinuesTheLineOfADash) {
  EXPECT_EQ(write_json_as_yaml(R"([[1, [2]], {"a": 1, "b": [3]}, [], null, "t"])"),
            "- - 1\n  - - 2\n- a: 1\n  b:\n  - 3\n- []\n-\n- t\n");
}

TEST(YamlWrite, EndsADocumentOfOnePlainScalarWithDots) {
  EXPECT_EQ(write(Value::string("plain")), "plain\n...\n");
  EXPECT_EQ(write(Value::integer(5)), "5\n...\n");
  EXPECT_EQ(write(Value::null()), "null\n...\n");
  EXPECT_EQ(write(Value::string("5")), "'5'\n");
}

TEST(YamlWrite, WritesSeveralLinesAsALiteralBlock) {
  EXPECT_EQ(write_json_as_yaml(R"({"a": "x\ny\n", "b": ["x\n\n y", "x\n\n"]})"),
            "a: |\n  x\n  y\nb:\n- |-\n  x\n\n   y\n- |+\n  x\n\n");
}

TEST(YamlWrite, WritesRealNumbersThatBothVersionsRead) {
  EXPECT_EQ(write(Value::list({Value::real(1e16), Value::real(1.5), Value::real(1e-7), Value::real(2),
                               Value::real(std::numeric_limits<double>::infinity()),
                               Value::real(-std::numeric_limits<double>::infinity())})),
            "- 1.0e+16\n- 1.5\n- 1.0e-07\n- 2.0\n- .inf\n- -.inf\n");
}

TEST(YamlWrite, QuotesTextThatWouldReadAsSomethingElse) {
  for (const char* text : {"",    " ",     "yes",  "on",   "null",       "~",           "true", "1",  "017", "0o17",
                           "1e3", "1.5",   "1:30", ".inf", "2001-12-14", "<<",          "=",    "-",  "- a", "?",
                           ": a", "a:",    "a: b", "a #b", "#a",         "&a",          "*a",   "!a", "|",   ">",
                           "'a",  "\"a",   "%a",   "@a",   "`a",         "[a",          "]",    "{a", "}",   ",",
                           "---", "--- a", "...",  " a",   "a ",         "it's: \"x\"", "a\tb", "\t", "\\"}) {
    expect_reads_back(Value::string(text));
    expect_reads_back(Value::list({Value::string(text)}));
    Map map;
    map.set(text, Value::string(text));
    expect_reads_back(Value::map(map));
  }
}

TEST(YamlWrite, LeavesOtherTextPlain) {
  for (const char* text :
       {"a", "-a", "?a", ":a", "a:b", "a#b", "it's", "a, b", "\xC3\xA9", "http://x/y?z", "y", "1.2.3"}) {
    EXPECT_EQ(write(Value::string(text)), std::string(text) + "\n...\n");
    expect_reads_back(Value::string(text));
  }
}

TEST(YamlWrite, EscapesWhatCannotStandInADocument) {
  EXPECT_EQ(write(Value::string(std::string_view("\0\x07\x1B\x7F\xC2\x85\xE2\x80\xA8\xEF\xBB\xBF\r", 13))),
            "\"\\0\\a\\e\\x7F\\N\\L\\uFEFF\\r\"\n");
  for (const char* text :
       {"\n", "\n\n", "a\n ", " a\nb", "\ta\nb", "a\n\n \n", "a\r\nb", "a\n\tb", "a\n\n\n", "a\x01\n"}) {
    expect_reads_back(Value::string(text));
    expect_reads_back(Value::list({Value::list({Value::string(text)}), Value::string("end")}));
  }
}

TEST(YamlWrite, WritesKeysOfEveryKind) {
  Map map;
  map.set(Value::null(), Value::integer(1));
  map.set(Value::integer(2), Value::null());
  map.set(Value::boolean(true), Value::string("x"));
  map.set(Value::string("a\nb"), Value::list({Value::integer(1)}));
  map.set(Value::string(std::string(200, 'k')), Value::list({Value::integer(1), Value::integer(2)}));
  map.set(Value::tuple({Value::string("a, b"), Value::integer(1), Value::tuple({})}), Value::string("t"));
  map.set(Value::bytes("hi"), Value::null());
  EXPECT_EQ(write(Value::map(map)), "null: 1\n2:\ntrue: x\n\"a\\nb\":\n- 1\n? " + std::string(200, 'k') +
                                        "\n: - 1\n  - 2\n? [\"a, b\", 1, []]\n: t\n!!binary \"aGk=\":\n");
  expect_reads_back(Value::map(map));
}

TEST(YamlWrite, WritesSetsBytesAndTuples) {
  Map members;
  members.set("a", Value::null());
  members.set(Value::integer(1), Value::null());
  Map map;
  map.set("s", Value::set(members));
  map.set("e", Value::set({}));
  map.set("b", Value::bytes("hi"));
  EXPECT_EQ(write(Value::map(map)), "s: !!set\n  ? a\n  ? 1\ne: !!set {}\nb: !!binary \"aGk=\"\n");
  expect_reads_back(Value::map(map));
  expect_reads_back(Value::set(members));
  EXPECT_EQ(write(Value::tuple({Value::integer(1)})), "- 1\n");
}

// A text with a tag, as an object of a dialect.
class Tagged final : public Object {
 public:
  std::string_view type_name() const override { return "tagged text"; }
  Value resolve(Context&) override { return Value::string("plain"); }
  std::optional<TaggedText> tagged_text() const override { return TaggedText{"!sealed", "a\nb\n"}; }
};

TEST(YamlWrite, WritesTaggedTextAsItIs) {
  EXPECT_EQ(write(Value::map({{"k", Value::object(make_ref<Tagged>())}})), "k: !sealed |\n  a\n  b\n");
}

TEST(YamlWrite, EndsAtItsLimits) {
  Limits limits;
  limits.output = 10;
  Budget budget(limits);
  EXPECT_THROW(write_yaml(Value::string("12345678901"), budget), LimitError);
  Value nested = Value::list();
  for (int level = 0; level < 300; ++level) nested = Value::list({nested});
  EXPECT_THROW(write(nested), LimitError);
}

}  // namespace
}  // namespace evalground
