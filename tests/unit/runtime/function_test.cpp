#include "runtime/function.hpp"

#include <gtest/gtest.h>

namespace evalground {
namespace {

TEST(ParseSignature, ReadsNamesTypesAndDefaults) {
  const Signature signature = parse_signature("split(text: string, by: string = ', ', *rest: any) -> list");
  EXPECT_EQ(signature.name, "split");
  EXPECT_EQ(signature.returns, "list");
  ASSERT_EQ(signature.parameters.size(), 3u);
  EXPECT_EQ(signature.parameters[0].type, "string");
  EXPECT_EQ(signature.parameters[0].fallback, std::nullopt);
  EXPECT_EQ(signature.parameters[1].fallback, "', '");
  EXPECT_TRUE(signature.parameters[2].is_rest);
  EXPECT_EQ(signature.parameters[2].name, "rest");
}

TEST(ParseSignature, GivesDefaultsAsValues) {
  const Signature signature = parse_signature(
      "f(a: any, b: string = ', ', c: any = null, d: boolean = true, e: integer = -1, g: number = 0.5) -> any");
  EXPECT_TRUE(signature.parameters[0].default_value.is_undefined());
  EXPECT_EQ(signature.parameters[1].default_value.as_string(), ", ");
  EXPECT_TRUE(signature.parameters[2].default_value.is_null());
  EXPECT_TRUE(signature.parameters[3].default_value.as_boolean());
  EXPECT_EQ(signature.parameters[4].default_value.as_integer(), -1);
  EXPECT_EQ(signature.parameters[5].default_value.as_real(), 0.5);
}

TEST(ParseSignature, LeavesADefaultThatIsComputedToTheLanguage) {
  EXPECT_TRUE(parse_signature("f(a: any = timespan()) -> any").parameters[0].default_value.is_undefined());
}

TEST(ParseSignature, TakesANameAloneForWhatHasNoArguments) {
  EXPECT_EQ(parse_signature(".ancestors -> list").name, ".ancestors");
  EXPECT_EQ(parse_signature(".ancestors -> list").returns, "list");
  EXPECT_TRUE(parse_signature("now() -> string").parameters.empty());
}

TEST(ParseSignature, RefusesWhatItCannotRead) {
  for (const char* text : {"f(x) -> any", "f(x: string", "f(: string) -> any", "f(x: string)"}) {
    EXPECT_THROW(parse_signature(text), Error) << text;
  }
}

class CallTest : public testing::Test {
 protected:
  Call call(std::vector<Value> arguments) { return Call(context, 5, signature, std::move(arguments)); }

  Workspace workspace;
  RunOptions options;
  ClosedHost host;
  Context context{workspace, options, host};
  Signature signature = parse_signature("split(text: string, by: string = ' ') -> list");
};

TEST_F(CallTest, GivesTypedArguments) {
  const Call two = call({Value::string("a b"), Value::integer(2)});
  EXPECT_EQ(two.string(0), "a b");
  EXPECT_EQ(two.integer(1), 2);
  EXPECT_TRUE(two.given(1));
  EXPECT_FALSE(two.given(2));
  EXPECT_TRUE(two[2].is_undefined());
}

TEST_F(CallTest, NamesTheWrongArgument) {
  try {
    call({Value::list()}).string(0);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "Argument 1 (text) of split must be a string, not a list.");
    EXPECT_EQ(error.diagnostic.where, 5u);
  }
}

}  // namespace
}  // namespace evalground
