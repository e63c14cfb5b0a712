#include "runtime/catalogue.hpp"

#include <gtest/gtest.h>

#include "value/json.hpp"

namespace evalground {
namespace {

Value nothing(Call&) {
  return Value::null();
}

constexpr std::string_view aliases[] = {"cut"};
constexpr Example examples[] = {{"'a b' | split", "", R"(["a", "b"])"}};
constexpr Function functions[] = {
    {.kind = "filter",
     .signature = "split(text: string, by: string = ' ') -> list",
     .summary = "Cuts text.",
     .aliases = aliases,
     .effects = Effects::env | Effects::clock,
     .examples = examples,
     .call = nothing},
    {.kind = "test", .signature = "split(text: string) -> boolean", .summary = "Is it cut?", .call = nothing},
};

TEST(FunctionCatalogue, FindsByKindAndNameOrAlias) {
  FunctionCatalogue catalogue;
  catalogue.add("text", functions);
  EXPECT_EQ(catalogue.find("filter", "split")->function, &functions[0]);
  EXPECT_EQ(catalogue.find("filter", "cut")->function, &functions[0]);
  EXPECT_EQ(catalogue.find("test", "split")->function, &functions[1]);
  EXPECT_EQ(catalogue.find("test", "cut"), nullptr);
}

TEST(FunctionCatalogue, SuggestsANameOfTheSameKind) {
  FunctionCatalogue catalogue;
  catalogue.add("text", functions);
  EXPECT_EQ(catalogue.nearest("filter", "splti"), "split");
  EXPECT_EQ(catalogue.nearest("function", "splti"), "");
}

TEST(FunctionCatalogue, RefusesANameTwice) {
  FunctionCatalogue catalogue;
  catalogue.add("text", functions);
  EXPECT_THROW(catalogue.add("again", functions), Error);
}

TEST(FunctionCatalogue, TakesOverloadsWhereItsStyleHasThem) {
  FunctionCatalogue catalogue({.has_overloads = true});
  catalogue.add("text", functions).add("again", functions);
  EXPECT_EQ(catalogue.entries().size(), 4U);
  EXPECT_EQ(catalogue.find("filter", "split")->group, "text");
}

TEST(FunctionCatalogue, PutsTheDataOfExamplesWhereTheStyleSaysAndAddsTheirKeys) {
  static constexpr Example data_examples[] = {{"$.a", R"({"a": 1})", "1", R"({"options": {"legacy": true}})"}};
  static constexpr Function one[] = {
      {.kind = "function", .signature = "f(a: any) -> any", .summary = "F.", .examples = data_examples}};
  FunctionCatalogue catalogue({.example_data = "data"});
  catalogue.add("all", one);
  Budget budget;
  const std::string text = write_json(catalogue.describe("demo"), budget);
  EXPECT_NE(text.find(R"("data":{"a":1},"expression":"$.a","options":{"legacy":true})"), std::string::npos) << text;
}

TEST(FunctionCatalogue, DescribesItselfAsJson) {
  FunctionCatalogue catalogue;
  catalogue.add("text", std::span(functions).first(1));
  Budget budget;
  EXPECT_EQ(
      write_json(catalogue.describe("demo"), budget),
      R"([{"dialect":"demo","name":"split","kind":"filter","group":"text",)"
      R"("signature":"split(text: string, by: string = ' ') -> list",)"
      R"("signatures":[{"params":[{"name":"text","type":"string"},)"
      R"({"name":"by","type":"string","optional":true,"default":"' '"}],"returns":"list"}],)"
      R"("summary":"Cuts text.","aliases":["cut"],"pure":false,"effects":["clock","env"],)"
      R"("examples":[{"workspace":{"dialect":"demo","expression":"'a b' | split"},"result":"[\"a\", \"b\"]"}]}])");
}

}  // namespace
}  // namespace evalground
