#include "dialects/unfurl/files/file_format.hpp"

#include "dialects/unfurl/tests/loaded.hpp"

namespace evalground::unfurl {
namespace {

class FileFormat : public testing::Test {
 protected:
  std::string text(const Value& contents, std::string_view path, std::string_view encoding = {}) {
    return std::string(file_content(loaded.context, contents, path, encoding, 0).as_string());
  }
  Loaded loaded{"a: 1\n"};
};

TEST_F(FileFormat, IsNamedByTheEncodingOrElseTheSuffix) {
  const Value map = Value::map({{"b", Value::integer(1)}, {"a", Value::null()}});
  EXPECT_EQ(text(map, "x.yml"), "b: 1\na:\n");
  EXPECT_EQ(text(map, "x.yml", "json"), "{\n  \"b\": 1,\n  \"a\": null\n}");
  EXPECT_EQ(text(map, "x.yml", "utf-8"), "b: 1\na:\n");
  EXPECT_EQ(text(map, "x"), "{\n  \"a\": null,\n  \"b\": 1\n}");
  EXPECT_EQ(text(map, "x.env"), "b='1'");
}

TEST_F(FileFormat, QuotesVariablesForAShell) {
  const auto line = [&](std::string_view value) { return text(Value::map({{"A", Value::string(value)}}), "x.env"); };
  EXPECT_EQ(line("$x `y`"), "A='$x `y`'");
  EXPECT_EQ(line("it's \"$x\""), "A=\"it's \\\"\\$x\\\"\"");
}

TEST_F(FileFormat, WritesWhatAResultShowsOfObjects) {
  EXPECT_EQ(text(Value::list({Value::object(Ref<Object>(loaded.ensemble.evaluator.tree.find("main")))}), "x.yaml"),
            "- ref: ::main\n");
}

TEST_F(FileFormat, SaysWhichEncodingsThereAre) {
  try {
    text(Value::string("x"), "x", "utf8_16");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.diagnostic.code, "unknown-encoding");
    EXPECT_NE(error.diagnostic.message.find("latin-1"), std::string::npos);
  }
}

TEST_F(FileFormat, SaysWhatAFileIsReadFor) {
  RunOptions options;
  options.provenance = true;
  Loaded traced("a: {eval: {file: main.yaml}, select: contents}\n", options);
  const Value read = traced.attribute("main", "a");
  const auto reads = traced.context.provenance.reads(read.origin());
  ASSERT_EQ(reads.size(), 1U);
  EXPECT_EQ(traced.context.sources.origin(reads.front()).via, Via::file);
}

}  // namespace
}  // namespace evalground::unfurl
