#include "dialects/unfurl/tosca/constraints.hpp"

#include "dialects/unfurl/tests/loaded.hpp"
#include "dialects/unfurl/values/scalar.hpp"

namespace evalground::unfurl {
namespace {

class ConstraintsTest : public testing::Test {
 protected:
  // "" when the value satisfies the constraint, otherwise the message.
  std::string check(const Value& value, std::string_view name, Value operand, std::string_view type = {}) {
    Map constraint;
    constraint.set(Value::string(name), std::move(operand));
    try {
      check_constraints(context, Value::list({Value::map(std::move(constraint))}), value, "p", type);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
  bool holds(const Value& value, std::string_view name, Value operand) {
    return check(value, name, std::move(operand)).empty();
  }

  Workspace workspace = Loaded::workspace_of("{}");
  RunOptions options;
  ClosedHost host;
  Context context{workspace, options, host};
};

Value number(std::int64_t value) {
  return Value::integer(value);
}

TEST_F(ConstraintsTest, OfOrderHoldUpToTheirLimit) {
  EXPECT_FALSE(holds(number(5), "greater_than", number(5)));
  EXPECT_TRUE(holds(number(5), "greater_or_equal", number(5)));
  EXPECT_FALSE(holds(number(5), "less_than", number(5)));
  EXPECT_TRUE(holds(number(5), "less_or_equal", Value::real(5.0)));
  EXPECT_TRUE(holds(number(5), "in_range", Value::list({number(5), number(5)})));
  EXPECT_TRUE(holds(number(5), "in_range", Value::list({number(1), Value::string("UNBOUNDED")})));
  EXPECT_FALSE(holds(number(5), "in_range", Value::list({number(6), Value::string("UNBOUNDED")})));
}

TEST_F(ConstraintsTest, MeasureScalarsByWhatTheyStandFor) {
  EXPECT_TRUE(holds(parse_scalar("1 GB"), "greater_than", Value::string("999 MB")));
  EXPECT_TRUE(holds(parse_scalar("1 GB"), "equal", Value::string("1000 MB")));
  EXPECT_FALSE(holds(parse_scalar("1 GB"), "less_than", Value::string("5 s")));
}

TEST_F(ConstraintsTest, CountCharactersNotBytes) {
  EXPECT_TRUE(holds(Value::string("\xC3\xA4\xC3\xB6"), "length", number(2)));
  EXPECT_FALSE(holds(number(12), "min_length", number(1)));
}

TEST_F(ConstraintsTest, ThatDoNotFitTheValueAreBroken) {
  EXPECT_FALSE(holds(Value::string("a"), "greater_than", number(1)));
  EXPECT_FALSE(holds(number(1), "valid_values", number(1)));
}

TEST_F(ConstraintsTest, OfAnotherTypeAreAMistakeInTheDeclaration) {
  EXPECT_EQ(
      check(Value::string("a"), "length", number(1), "integer"),
      "TOSCA validation failed: the constraint \"length\" of \"p\" does not apply to the type \"integer\", only to "
      "string.");
  EXPECT_EQ(
      check(number(5), "less_than", Value::string("9"), "integer"),
      "TOSCA validation failed: the constraint \"less_than\" of \"p\" needs a number, or a value with a unit for a "
      "scalar-unit, not a string.");
  EXPECT_EQ(check(parse_scalar("1 GB"), "less_or_equal", Value::string("2 GB"), "scalar-unit.size"), "");
}

TEST_F(ConstraintsTest, SayTheValueAndTheOperandButNoSecret) {
  EXPECT_EQ(check(number(5), "less_than", number(3)), "The value \"5\" of \"p\" must be less than 3.");
  EXPECT_EQ(check(Value::string("hunter2").with_sensitive(), "equal", Value::string("x")),
            "The value of \"p\" is not equal to x.");
}

TEST_F(ConstraintsTest, WithAnUnknownNameAreAnError) {
  EXPECT_EQ(check(number(5), "les_than", number(3)), "Unknown constraint \"les_than\". Did you mean \"less_than\"?");
}

TEST_F(ConstraintsTest, WithAPatternHaveToMatchAllOfTheText) {
  EXPECT_TRUE(holds(Value::string("abc"), "pattern", Value::string("[a-c]+")));
  EXPECT_FALSE(holds(Value::string("abcd"), "pattern", Value::string("[a-c]+")));
  EXPECT_FALSE(holds(number(5), "pattern", Value::string(".*")));
}

TEST_F(ConstraintsTest, WithABrokenPatternSaySo) {
  EXPECT_NE(check(Value::string("a"), "pattern", Value::string("(")).find("is no regular expression"),
            std::string::npos);
}

}  // namespace
}  // namespace evalground::unfurl
