// YAML text as PyYAML's dumper writes it.
#include "data/yaml/pyyaml_write.hpp"

#include <gtest/gtest.h>

#include "source/diagnostic.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

std::string write(std::string_view json, const PyYamlStyle& style = {}) {
  Budget budget;
  return write_pyyaml(parse_json(json, budget), budget, style);
}

PyYamlStyle nice(std::int64_t indent = 4) {
  PyYamlStyle style;
  style.default_flow_style = false;
  style.indent = indent;
  return style;
}

TEST(PyYamlWrite, WritesCollectionsOfScalarsInFlowStyleByDefault) {
  EXPECT_EQ(write(R"({"b": [1, 2], "a": [[1], {"k": null}]})"), "a:\n- [1]\n- {k: null}\nb: [1, 2]\n");
}

TEST(PyYamlWrite, WritesBlockStyleWithTheIndent) {
  EXPECT_EQ(write(R"({"a": [1, {"x": [2]}], "b": {"c": {}}})", nice()), "a:\n- 1\n-   x:\n    - 2\nb:\n    c: {}\n");
  EXPECT_EQ(write(R"([{"a": 1, "b": 2}])", nice(2)), "- a: 1\n  b: 2\n");
}

TEST(PyYamlWrite, KeepsTheOrderOfKeysThatCannotBeCompared) {
  Budget budget;
  Map mixed;
  mixed.set(Value::string("b"), Value::integer(1));
  mixed.set(Value::integer(1), Value::integer(2));
  EXPECT_EQ(write_pyyaml(Value::map(std::move(mixed)), budget, nice()), "b: 1\n1: 2\n");
}

TEST(PyYamlWrite, QuotesWhatWouldReadBackAsAnotherType) {
  EXPECT_EQ(write(R"(["yes", "1_000", "=", "<<", "2024-01-02", "", "y", "1e5"])", nice()),
            "- 'yes'\n- '1_000'\n- '='\n- '<<'\n- '2024-01-02'\n- ''\n- y\n- 1e5\n");
}

TEST(PyYamlWrite, EscapesWhatIsNotPrintable) {
  EXPECT_EQ(write(R"(["a\tb", "\u0085", "\ud83d\ude00", "é"])", nice()),
            "- \"a\\tb\"\n- \"\\N\"\n- \"\\U0001F600\"\n- é\n");
}

TEST(PyYamlWrite, FoldsAtTheWidth) {
  PyYamlStyle style = nice();
  style.width = 20;
  EXPECT_EQ(write(R"({"k": "one two three four five six"})", style), "k: one two three four\n    five six\n");
}

TEST(PyYamlWrite, WritesAllScalarsInTheStyleAskedFor) {
  PyYamlStyle style = nice();
  style.default_style = '"';
  EXPECT_EQ(write(R"({"a": 1})", style), "\"a\": ! \"1\"\n");
}

TEST(PyYamlWrite, MarksTheDocumentWhenAsked) {
  PyYamlStyle style;
  style.explicit_start = style.explicit_end = true;
  EXPECT_EQ(write("[1]", style), "--- [1]\n...\n");
}

TEST(PyYamlWrite, WritesSetsTuplesAndBytes) {
  Budget budget;
  Map members;
  members.set("x", Value::null());
  const Value all = Value::list({Value::set(members), Value::tuple({Value::integer(1)}), Value::bytes("\x01\xFF")});
  EXPECT_EQ(write_pyyaml(all, budget, nice()), "- !!set\n    x: null\n-   - 1\n- !!binary |\n    Af8=\n");
}

TEST(PyYamlWrite, EndsWhenTheOutputIsSpent) {
  Limits limits;
  limits.output = 100;
  Budget budget(limits);
  EXPECT_THROW(write_pyyaml(Value::string(std::string(100'000, 'x')), budget), LimitError);
}

}  // namespace
}  // namespace evalground
