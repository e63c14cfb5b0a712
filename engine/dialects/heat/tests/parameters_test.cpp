#include "dialects/heat/parameters.hpp"

#include <gtest/gtest.h>

#include "data/yaml/load.hpp"
#include "dialects/heat/python_json.hpp"
#include "runtime/host.hpp"

namespace evalground::heat {
namespace {

// The value that a definition in YAML converts an input to, or the message of the error.
std::string converted(std::string_view definition, const Value& input) {
  const Workspace workspace;
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  const Value loaded =
      load_yaml(context.sources, context.sources.add_file("x", std::string(definition)), context.budget);
  try {
    return python_json(read_parameter(context, Value::string("p"), loaded, input, Version::v2021_04_16, false).value,
                       context.budget);
  } catch (const Error& error) {
    return error.diagnostic.message;
  }
}

TEST(HeatParameters, ConvertsInputsToTheirType) {
  EXPECT_EQ(converted("type: number", Value::string(" 7 ")), "7");
  EXPECT_EQ(converted("type: boolean", Value::string("Off")), "false");
  EXPECT_EQ(converted("type: comma_delimited_list", Value::string("a,b")), R"(["a", "b"])");
  EXPECT_EQ(converted("type: json", Value::string(R"({"b": 1, "a": "é"})")), R"({"a": "\u00e9", "b": 1})");
}

TEST(HeatParameters, TakesTheDefaultWithoutAnInput) {
  EXPECT_EQ(converted("{type: string, default: x}", {}), R"("x")");
}

TEST(HeatParameters, ChecksTheDefaultEvenWhenAnInputIsGood) {
  EXPECT_EQ(converted("{type: number, default: 9, constraints: [{range: {max: 5}}]}", Value::integer(1)),
            "Parameter 'p' is invalid: Invalid default: 9 is out of range (min: None, max: 5).");
}

TEST(HeatParameters, RefusesAConstraintThatCannotHold) {
  EXPECT_EQ(converted("{type: number, default: 2, constraints: [{modulo: {step: 0, offset: 0}}]}", {}),
            "Parameter 'p' is invalid: step cannot be 0.");
}

}  // namespace
}  // namespace evalground::heat
