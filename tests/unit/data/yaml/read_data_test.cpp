#include "data/yaml/read_data.hpp"

#include <gtest/gtest.h>

#include "source/diagnostic.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

std::string read(std::string_view text, YamlRules rules = YamlRules::yaml_1_2) {
  Sources sources;
  Budget budget;
  try {
    return write_json(read_data(sources, sources.add_file("data", std::string(text)), budget, rules), budget);
  } catch (const Error& error) {
    return error.diagnostic.code;
  }
}

TEST(ReadData, TakesYamlAndJson) {
  EXPECT_EQ(read("a: [1, no]"), R"({"a":[1,"no"]})");
  EXPECT_EQ(read("a: [1, no]", YamlRules::yaml_1_1), R"({"a":[1,false]})");
  EXPECT_EQ(read("{\n  \"a\": 1\n}\n"), R"({"a":1})");
  EXPECT_EQ(read(""), "null");
  EXPECT_EQ(read("some words"), R"("some words")");
  EXPECT_EQ(read("a: [1"), "yaml-syntax");
}

TEST(ReadData, TakesSeveralDocumentsForAList) {
  EXPECT_EQ(read("---\na: 1\n---\n---\nb: 2\n"), R"([{"a":1},{"b":2}])");
}

TEST(ReadData, TakesJsonLines) {
  EXPECT_EQ(read("{\"n\": 1}\n\n{\"n\": 2}\n"), R"([{"n":1},{"n":2}])");
  EXPECT_EQ(read("[1]\n[2]"), "[[1],[2]]");
  EXPECT_EQ(read("{\"n\": 1}"), R"({"n":1})");
}

TEST(ReadData, TakesTables) {
  EXPECT_EQ(read("name,size\nweb,3\ndb,1.5\n"), R"([{"name":"web","size":3},{"name":"db","size":1.5}])");
  EXPECT_EQ(read("name;ok\r\n\"a;\"\"b\"\"\";true\r\n"), R"([{"name":"a;\"b\"","ok":true}])");
  EXPECT_EQ(read("a\tb\n\"7\"\t2024-01-01\n"), R"([{"a":"7","b":"2024-01-01"}])");
  EXPECT_EQ(read("host,url\nweb,http://x: 1\n"), R"([{"host":"web","url":"http://x: 1"}])");
  EXPECT_EQ(read("one, two\nthree"), R"("one, two three")");
}

}  // namespace
}  // namespace evalground
