// JSON text as Python's json.dumps() writes it.
#include "value/python_json.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "source/diagnostic.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

std::string write_python(const Value& value, const PythonJsonStyle& style = {}) {
  Budget budget;
  return python_json(value, budget, style);
}

Value read(std::string_view json) {
  Budget budget;
  return parse_json(json, budget);
}

TEST(PythonJson, WritesOnOneLineWithSpaces) {
  EXPECT_EQ(write_python(read(R"({"b": [1, 2.0, null], "a": {}})")), R"({"b": [1, 2.0, null], "a": {}})");
}

TEST(PythonJson, IndentsAndSortsWhenAsked) {
  PythonJsonStyle style;
  style.indent = "  ";
  style.sort_keys = true;
  style.item_separator = ",";
  EXPECT_EQ(write_python(read(R"({"b": [1, []], "a": 2})"), style),
            "{\n  \"a\": 2,\n  \"b\": [\n    1,\n    []\n  ]\n}");
}

TEST(PythonJson, EscapesWhatIsNotAsciiUnlessToldOtherwise) {
  const Value text = Value::string("é\U0001F600\x01\"\\\n\x7F");
  EXPECT_EQ(write_python(text), "\"\\u00e9\\ud83d\\ude00\\u0001\\\"\\\\\\n\\u007f\"");
  PythonJsonStyle style;
  style.ensure_ascii = false;
  EXPECT_EQ(write_python(text, style), "\"é\U0001F600\\u0001\\\"\\\\\\n\x7F\"");
}

TEST(PythonJson, WritesKeysThatAreScalars) {
  Map map;
  map.set(Value::integer(1), Value::integer(1));
  map.set(Value::null(), Value::integer(2));
  map.set(Value::real(1.5), Value::integer(3));
  EXPECT_EQ(write_python(Value::map(std::move(map))), R"({"1": 1, "null": 2, "1.5": 3})");
}

TEST(PythonJson, WritesWhatIsNotFiniteAsPythonDoes) {
  EXPECT_EQ(write_python(Value::list({Value::real(NAN), Value::real(-INFINITY)})), "[NaN, -Infinity]");
}

TEST(PythonJson, RefusesWhatHasNoJson) {
  EXPECT_THROW(write_python(Value::set({})), Error);
  Map map;
  map.set(Value::tuple({Value::integer(1)}), Value::null());
  EXPECT_THROW(write_python(Value::map(std::move(map))), Error);
}

TEST(PythonJson, EndsWhenTheOutputIsSpent) {
  Limits limits;
  limits.output = 100;
  Budget budget(limits);
  EXPECT_THROW(python_json(Value::string(std::string(1000, 'x')), budget), LimitError);
}

}  // namespace
}  // namespace evalground
