// CSV rows as Python's csv.reader reads them.
#include "dialects/ansible/data/csv.hpp"

#include <gtest/gtest.h>

namespace evalground::ansible {
namespace {

using Rows = std::vector<CsvRow>;

Rows read(std::string_view text, const CsvFormat& format = {}) {
  Budget budget;
  return read_csv(text, format, budget).rows;
}

TEST(Csv, ReadsQuotedFields) {
  EXPECT_EQ(read("a,\"b,\"\"c\"\"\nd\",e\n"), (Rows{{"a", "b,\"c\"\nd", "e"}}));
  EXPECT_EQ(read("\"a\"x,b"), (Rows{{"ax", "b"}}));
}

TEST(Csv, EndsLinesInAnyWay) {
  EXPECT_EQ(read("a\r\nb\rc\n\nd"), (Rows{{"a"}, {"b"}, {"c"}, {}, {"d"}}));
}

TEST(Csv, KeepsEmptyFields) {
  EXPECT_EQ(read(",a,\n"), (Rows{{"", "a", ""}}));
}

TEST(Csv, SkipsSpacesWhenAsked) {
  CsvFormat format;
  format.skip_initial_space = true;
  format.delimiter = ';';
  EXPECT_EQ(read("a;  \"b\"", format), (Rows{{"a", "b"}}));
}

TEST(Csv, IsStrictWhenAsked) {
  Budget budget;
  CsvFormat format;
  format.is_strict = true;
  EXPECT_FALSE(read_csv("\"a\"x", format, budget).error.empty());
  EXPECT_FALSE(read_csv("\"a", format, budget).error.empty());
  EXPECT_TRUE(read_csv("\"a\",x", format, budget).error.empty());
}

}  // namespace
}  // namespace evalground::ansible
