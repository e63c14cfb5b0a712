#include "runtime/write_outcome.hpp"

#include <gtest/gtest.h>
#include <limits>

#include "value/json.hpp"
#include "value/object.hpp"

namespace evalground {
namespace {

// A dialect's object whose plain value is a map with a secret.
class Lazy final : public Object {
 public:
  std::string_view type_name() const override { return "lazy"; }
  Value resolve(Context&) override {
    return Value::map({{"user", Value::string("bob")}, {"pw", Value::string("hunter2").with_sensitive()}});
  }
};

class Broken final : public Object {
 public:
  std::string_view type_name() const override { return "broken"; }
  Value resolve(Context& context) override { context.fail(0, "broken", "It is broken."); }
};

class OutcomeTest : public testing::Test {
 protected:
  // The parsed JSON of an outcome with that value.
  Value write(Value value) {
    outcome.value = std::move(value);
    Context context(workspace, options, host);
    context.sources.add_file("main.yaml", "a: 1\nb: 2\n");
    const std::string json = write_outcome(context, outcome, nullptr, {1.5, 10});
    Budget budget;
    return parse_json(json, budget);
  }
  std::string part(const Value& json, std::string_view key) {
    Budget budget;
    const Value* found = json.as_map().find(key);
    return found == nullptr ? "absent" : write_json(*found, budget);
  }

  Workspace workspace;
  RunOptions options;
  ClosedHost host;
  Outcome outcome;
};

TEST_F(OutcomeTest, RedactsWhatIsSensitiveAndSaysWhere) {
  const Value json = write(Value::list({Value::object(make_ref<Lazy>()), Value::string("a/b").with_sensitive()}));
  EXPECT_EQ(part(json, "value"), R"([{"user":"bob","pw":"<<REDACTED>>"},"<<REDACTED>>"])");
  EXPECT_EQ(part(json, "sensitive"), R"(["/0/pw","/1"])");
}

TEST_F(OutcomeTest, DescribesTheFirstRowsAndCountsAll) {
  options.provenance = true;
  outcome.value = Value::map({{"a", Value::list({Value::integer(1), Value::integer(2)})}, {"b", Value::integer(3)}});
  Context context(workspace, options, host);
  context.diagnostics.push_back({});
  outcome.failed.push_back({{Value::string("c")}, 0, 0});
  const auto described = [&](std::size_t rows) {
    Budget budget;
    return parse_json(write_outcome(context, outcome, nullptr, {}, {.most_rows = rows, .tokens_in = {}}), budget);
  };
  const Value some = described(2);
  EXPECT_EQ(part(some, "counts"), R"({"rows":5,"values":3})");
  EXPECT_EQ(some.as_map().find("rows")->as_list().size(), 3U);  // with the failed one
  EXPECT_EQ(described(0).as_map().find("rows")->as_list().size(), 1U);
  EXPECT_EQ(described(9).as_map().find("rows")->as_list().size(), 5U);
}

TEST_F(OutcomeTest, SaysWhichNumbersJsonLacks) {
  Map numbers{{"a/b", Value::real(-std::numeric_limits<double>::infinity())}};
  numbers.set(Value::integer(1), Value::list({Value::real(1), Value::real(std::numeric_limits<double>::quiet_NaN())}));
  const Value json = write(Value::map(std::move(numbers)));
  EXPECT_EQ(part(json, "value"), R"({"a/b":null,"1":[1.0,null]})");
  EXPECT_EQ(part(json, "notFinite"), R"({"/a~1b":"-.inf","/1/1":".nan"})");
  EXPECT_EQ(
      part(json, "diagnostics"),
      R"([{"severity":"warning","code":"not-finite","message":"The result contains -.inf and 1 other, which JSON )"
      R"(cannot write: null in JSON, kept in YAML."}])");
  EXPECT_EQ(part(write(Value::real(1)), "notFinite"), "absent");
}

TEST_F(OutcomeTest, RevealsTheOnePathThatIsAskedFor) {
  options.reveal = List{Value::integer(0), Value::string("pw")};
  const Value json = write(Value::list({Value::object(make_ref<Lazy>()), Value::object(make_ref<Lazy>())}));
  EXPECT_EQ(part(json, "value"), R"([{"user":"bob","pw":"hunter2"},{"user":"bob","pw":"<<REDACTED>>"}])");
  EXPECT_EQ(part(json, "sensitive"), R"(["/1/pw"])");
}

TEST_F(OutcomeTest, RevealsTheWholeResultByAnEmptyPath) {
  options.reveal = List{};
  EXPECT_EQ(part(write(Value::string("x").with_sensitive()), "value"), R"("x")");
  options.reveal.reset();
  EXPECT_EQ(part(write(Value::string("x").with_sensitive()), "sensitive"), R"([""])");
}

TEST_F(OutcomeTest, LeavesOutAValueThatFailsAndReportsIt) {
  const Value json = write(Value::list({Value::object(make_ref<Broken>())}));
  EXPECT_EQ(part(json, "ok"), "false");
  EXPECT_EQ(part(json, "value"), "absent");
  EXPECT_EQ(part(json, "diagnostics"), R"([{"severity":"error","code":"broken","message":"It is broken."}])");
}

TEST_F(OutcomeTest, SaysOnceWhichNamesAreReadAndNotDefined) {
  Context context(workspace, options, host);
  const std::uint32_t file = context.sources.add_file("main.yaml", "a: $b\n");
  const OriginId where = context.sources.add({file, 3, 5, Via::literal, 0, false});
  for (int time = 0; time < 2; ++time) context.ask("vars", "b", where);
  context.ask("attributes", "b", 0, "server");
  Budget budget;
  const Value json = parse_json(write_outcome(context, outcome, nullptr, {1, 1}), budget);
  EXPECT_EQ(part(json, "asks"), R"([{"key":"vars","name":"b","span":{"file":"main.yaml","from":3,"to":5,"line":1,)"
                                R"("column":4}},{"key":"attributes","name":"b","owner":"server"}])");
}

TEST_F(OutcomeTest, HasARowForEachOutputWhereThereIsNoValue) {
  options.provenance = true;
  Context context(workspace, options, host);
  outcome.details.set("outputs", Value::map({{"pw", Value::string("hunter2").with_sensitive()}}));
  Budget budget;
  const Value json = parse_json(write_outcome(context, outcome, nullptr, {1, 1}), budget);
  EXPECT_EQ(part(json, "rows"), R"([{"path":["pw"],"type":"string","kind":"sensitive"}])");
  EXPECT_EQ(part(json, "sensitive"), R"(["/pw"])");
}

TEST_F(OutcomeTest, EndsAtTheOutputLimit) {
  workspace.limits.output = 100;
  const Value json = write(Value::string(std::string(200, 'x')));
  EXPECT_EQ(part(json, "ok"), "false");
  EXPECT_NE(part(json, "diagnostics").find("limit-output"), std::string::npos);
}

TEST_F(OutcomeTest, ListsARowForEachKeyWhenAsked) {
  options.provenance = true;
  const Value json =
      write(Value::map({{"a", Value::integer(1)}, {"b", Value::list({Value::string("x").with_sensitive()})}}));
  EXPECT_EQ(part(json, "rows"),
            R"([{"path":["a"],"type":"integer","kind":"literal"},{"path":["b"],"type":"list","kind":"literal"},)"
            R"({"path":["b",0],"type":"string","kind":"sensitive"}])");
}

TEST_F(OutcomeTest, ListsAFailedItemOnceAndTheOthersAtTheirPlaces) {
  options.provenance = true;
  Context context(workspace, options, host);
  context.diagnostics.push_back({Severity::error, "broken", "It is broken.", 0, {}, {}});
  outcome.value = Value::list({Value::null(), Value::integer(2)});
  outcome.failed.push_back({{Value::integer(0)}, 0, 0});
  Budget budget;
  const Value json = parse_json(write_outcome(context, outcome, nullptr, {}), budget);
  EXPECT_EQ(part(json, "rows"), R"([{"path":[1],"type":"integer","kind":"literal"},)"
                                R"({"path":[0],"type":"error","kind":"error","error":)"
                                R"({"severity":"error","code":"broken","message":"It is broken."}}])");
}

TEST_F(OutcomeTest, MarksTheFirstLineOfWhatIsWrongAndExactlyWhatAFixReplaces) {
  Context context(workspace, options, host);
  const std::uint32_t file = context.sources.add_file("main.yaml", "conkat:  \n  - 1\n");
  Diagnostic diagnostic{Severity::error, "broken", "It is broken.", 0, {}, {}};
  diagnostic.where = context.sources.add({file, 0, 15, Via::literal, 0, false});
  const OriginId name = context.sources.add({file, 0, 6, Via::literal, 0, false});
  diagnostic.fixes.push_back({"Replace it", {{name, "concat"}}});
  diagnostic.fixes.push_back({"Replace what has no place", {{0, "x"}}});
  context.diagnostics.push_back(std::move(diagnostic));
  Budget budget;
  const Value json = parse_json(write_outcome(context, outcome, nullptr, {}), budget);
  EXPECT_EQ(part(json, "diagnostics"),
            R"([{"severity":"error","code":"broken","message":"It is broken.",)"
            R"("span":{"file":"main.yaml","from":0,"to":7,"line":1,"column":1},)"
            R"("fixes":[{"title":"Replace it","edits":[{"span":)"
            R"({"file":"main.yaml","from":0,"to":6,"line":1,"column":1},"text":"concat"}]}]}])");
}

TEST_F(OutcomeTest, WarnsOnceOfWhatIsFoundAgain) {
  Context context(workspace, options, host);
  for (int i = 0; i < 3; ++i) context.warn(0, "odd", "It is odd.");
  context.warn(0, "odd", "It is odder.");
  EXPECT_EQ(context.diagnostics.size(), 2U);
}

TEST_F(OutcomeTest, GivesTheWayOfAValueFromItsOwnPlaceOn) {
  options.provenance = true;
  Context context(workspace, options, host);
  const std::uint32_t file = context.sources.add_file("main.yaml", "a: 1\nb: 2\n");
  const OriginId loser = context.sources.add({file, 3, 4, Via::literal, 0, false});
  const OriginId winner = context.sources.add({file, 8, 9, Via::include, loser, true});
  outcome.value = Value::map({{"b", Value::integer(2).with_origin(winner)}});
  Budget budget;
  const Value json = parse_json(write_outcome(context, outcome, nullptr, {}), budget);
  EXPECT_EQ(part(json, "origins"),
            R"({"/b":[{"via":"include","span":{"file":"main.yaml","from":8,"to":9,"line":2,"column":4}},)"
            R"({"via":"literal","span":{"file":"main.yaml","from":3,"to":4,"line":1,"column":4},"overridden":true}]})");
}

TEST_F(OutcomeTest, ReportsTheClockAndSeedOfTheRun) {
  workspace.clock = 0;
  workspace.seed = 7;
  EXPECT_EQ(part(write(Value::null()), "stats"),
            R"({"ms":1.5,"steps":1,"cacheHits":0,"memory":10,"clock":"1970-01-01T00:00:00Z","seed":7})");
}

}  // namespace
}  // namespace evalground
