#include "runtime/input_paths.hpp"

#include <gtest/gtest.h>

#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

class InputPaths : public testing::Test {
 protected:
  Value parse(std::string_view json) {
    Budget budget;
    return parse_json(json, budget);
  }
  std::string path(const Value& part) { return std::string(context.sources.text_of(part.origin())); }

  Workspace workspace;
  RunOptions options;
  ClosedHost host;
  Context context{workspace, options, host};
};

TEST_F(InputPaths, NameEachPart) {
  const Value data =
      with_paths(context, parse(R"({"a": [{"b": 1}, {"b": 2, "c d": [[3]], "ä": 4, "1": {"'": 5}}]})"), "$");
  EXPECT_EQ(path(data), "$");
  const List& items = data.as_map().find("a")->as_list();
  EXPECT_EQ(path(*items[0].as_map().find("b")), "$.a[0].b");
  const Map& second = items[1].as_map();
  EXPECT_EQ(path(items[1]), "$.a[1]");
  EXPECT_EQ(path(second.find("c d")->as_list()[0].as_list()[0]), "$.a[1]['c d'][0][0]");
  EXPECT_EQ(path(*second.find("ä")), "$.a[1].ä");
  EXPECT_EQ(path(*second.find("1")->as_map().find("'")), "$.a[1]['1']['\\'']");
  EXPECT_EQ(context.sources.path(context.sources.origin(items[1].origin()).file), input_path);
}

TEST_F(InputPaths, StayWhatTheyWereWhenTheValueChanges) {
  const Value given = parse(R"({"rows": [{"n": 1}, {"n": 2}]})");
  Value data = with_paths(context, given, "vars", Via::variable);
  const Value second = data.as_map().find("rows")->as_list()[1];
  List& rows = data.edit_map().value_at(0).edit_list();
  rows.erase(rows.begin());
  rows[0].edit_map().erase("n");
  EXPECT_EQ(path(second), "vars.rows[1]");
  EXPECT_EQ(path(*second.as_map().find("n")), "vars.rows[1].n");
  EXPECT_EQ(given.origin(), 0u);
  EXPECT_EQ(given.as_map().find("rows")->as_list().size(), 2u);
}

// An alias of a part. Its origin is a chain.
TEST_F(InputPaths, NameWhatCameThroughAnotherPlace) {
  const Value data = with_paths(context, parse(R"([1, {"a": 2}])"), "$");
  const OriginId part = data.as_list()[1].as_map().find("a")->origin();
  const OriginId chained = context.sources.chain(part, Via::alias, data.as_list()[0].origin());
  EXPECT_EQ(context.sources.text_of(chained), "$[1].a");
}

TEST_F(InputPaths, EndWithTheFirstPartsOfMany) {
  List many(30'000, Value::integer(1));
  const Value data = with_paths(context, Value::list(std::move(many)), "$");
  EXPECT_EQ(path(data.as_list()[19'998]), "$[19998]");
  EXPECT_EQ(data.as_list()[19'999].origin(), 0u);
}

}  // namespace
}  // namespace evalground
