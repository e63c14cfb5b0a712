#include "dialects/unfurl/topology/conform.hpp"

#include "dialects/unfurl/tests/loaded.hpp"

namespace evalground::unfurl {
namespace {

class ConformTest : public testing::Test {
 protected:
  // The value after conversion to that type, or the code of the error.
  std::string conformed(Value value, std::string_view type, bool is_computed = false) {
    const Map declaration{{"type", Value::string(type)}};
    Types types(loaded.context);
    try {
      return short_text(conform(types, loaded.ensemble.evaluator, nullptr, value,
                                {declaration, types.builtin_names(), "p"}, is_computed),
                        100);
    } catch (const Error& error) {
      return error.diagnostic.code;
    }
  }
  std::string conformed(std::string_view text, std::string_view type) { return conformed(Value::string(text), type); }

  Loaded loaded{"{}"};
};

TEST_F(ConformTest, TextBecomesTheNumberThatItWrites) {
  EXPECT_EQ(conformed(" 5 ", "integer"), "5");
  EXPECT_EQ(conformed("5.5", "integer"), "wrong-type");
  EXPECT_EQ(conformed("5", "float"), "5.0");
  EXPECT_EQ(conformed("5 GB", "float"), "wrong-type");
  EXPECT_EQ(conformed("9223372036854775808", "integer"), "wrong-type");
}

TEST_F(ConformTest, OtherValuesBecomeTextUnlessTheyWereComputed) {
  EXPECT_EQ(conformed(Value::integer(5), "string"), "\"5\"");
  EXPECT_EQ(conformed(Value::integer(5), "string", true), "5");
  EXPECT_EQ(conformed(Value::boolean(true), "string"), "\"True\"");
}

TEST_F(ConformTest, TruthsAreWrittenInOneCase) {
  EXPECT_EQ(conformed("true", "boolean"), "true");
  EXPECT_EQ(conformed("FALSE", "boolean"), "false");
  EXPECT_EQ(conformed("tRUE", "boolean"), "wrong-type");
  EXPECT_EQ(conformed(Value::integer(1), "boolean"), "wrong-type");
}

TEST_F(ConformTest, RangesAscend) {
  const Value unbounded = Value::string("UNBOUNDED");
  EXPECT_EQ(conformed(Value::list({Value::integer(1), Value::integer(1)}), "range"), "[1, 1]");
  EXPECT_EQ(conformed(Value::list({Value::integer(2), Value::integer(1)}), "range"), "wrong-type");
  EXPECT_EQ(conformed(Value::list({Value::integer(2), unbounded}), "range"), "[2, \"UNBOUNDED\"]");
  EXPECT_EQ(conformed(Value::list({Value::integer(2)}), "range"), "wrong-type");
}

TEST_F(ConformTest, TimestampsAreTextsThatPythonReadsAsADate) {
  for (const char* text : {"2020-01-31", "2020-01-31T10:00:00.5Z", "2020-01-31 10:00 +02:00", "2020-01-31t10:00-0200",
                           "2020-1-31", "Jan 31 2020", "10:20"}) {
    EXPECT_EQ(conformed(text, "timestamp"), "\"" + std::string(text) + "\"");
  }
  for (const char* text : {"2020-02-30", "2020-01-31T25:00", "2020-01-31T10:00:00.5x", "2020-01-31x"}) {
    EXPECT_EQ(conformed(text, "timestamp"), "wrong-type") << text;
  }
}

TEST_F(ConformTest, VersionsAreThoseOfToscaOrSemanticVersions) {
  for (const char* text : {"1", "v1.2", "1.2.3", "1.2.3.beta", "1.2.3.beta-4", "1.2.3-rc.1+build"}) {
    EXPECT_EQ(conformed(text, "version"), "\"" + std::string(text) + "\"");
  }
  for (const char* text : {"", "1.", "1.2.3.4-", "x1", "1.2.3.beta-x", "1.2-rc"}) {
    EXPECT_EQ(conformed(text, "version"), "wrong-type") << text;
  }
}

TEST_F(ConformTest, AnItemIsCheckedByTheSchemaOfItsList) {
  const Map declaration{{"type", Value::string("list")}, {"entry_schema", Value::string("integer")}};
  Types types(loaded.context);
  const Expected expected{declaration, types.builtin_names(), "p"};
  Evaluator& evaluator = loaded.ensemble.evaluator;
  const Value fitting = Value::list({Value::string("1"), Value::integer(2)});
  EXPECT_EQ(short_text(conform(types, evaluator, nullptr, fitting, expected), 100), "[\"1\", 2]");
  const Value wrong = Value::list({Value::string("x")});
  EXPECT_EQ(error_code([&] { conform(types, evaluator, nullptr, wrong, expected); }), "wrong-type");
}

TEST_F(ConformTest, NullIsTakenOnlyWhereNothingIsRequired) {
  Map declaration{{"type", Value::string("string")}};
  Types types(loaded.context);
  const Expected expected{declaration, types.builtin_names(), "p"};
  Evaluator& evaluator = loaded.ensemble.evaluator;
  EXPECT_EQ(error_code([&] { conform(types, evaluator, nullptr, Value::null(), expected); }), "null-value");
  declaration.set("required", Value::boolean(false));
  EXPECT_TRUE(conform(types, evaluator, nullptr, Value::null(), expected).is_null());
}

TEST_F(ConformTest, NoMessageShowsASecret) {
  const Map declaration{{"type", Value::string("integer")}};
  Types types(loaded.context);
  try {
    conform(types, loaded.ensemble.evaluator, nullptr, Value::string("hunter2").with_sensitive(),
            {declaration, types.builtin_names(), "p"});
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).find("hunter2"), std::string::npos);
  }
}

}  // namespace
}  // namespace evalground::unfurl
