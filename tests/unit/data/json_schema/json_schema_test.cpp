#include "data/json_schema/json_schema.hpp"

#include <gtest/gtest.h>

#include "data/yaml/load.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

Value json(std::string_view text) {
  Budget budget;
  return parse_json(text, budget);
}

// The errors, one per line: "/a: /properties/a/type: …".
std::string errors_of(std::string_view schema, const Value& instance, const JsonSchemaOptions& options = {}) {
  RegexCache regexes;
  JsonSchemas schemas(regexes);
  Budget budget;
  std::string text;
  for (const JsonSchemaError& error : schemas.compile(json(schema), options, budget)->errors(instance, budget)) {
    text +=
        std::string(error.instance()) + ": " + std::string(error.schema()) + ": " + std::string(error.message()) + "\n";
  }
  return text;
}

std::string errors_of(std::string_view schema, std::string_view instance, const JsonSchemaOptions& options = {}) {
  return errors_of(schema, json(instance), options);
}

bool accepts(std::string_view schema, std::string_view instance, const JsonSchemaOptions& options = {}) {
  RegexCache regexes;
  JsonSchemas schemas(regexes);
  Budget budget({.steps = 2'000'000});
  return schemas.compile(json(schema), options, budget)->accepts(json(instance), budget);
}

// The code and message of the Error from compiling or validating.
std::string failure_of(std::string_view schema, std::string_view instance) {
  try {
    accepts(schema, instance);
  } catch (const Error& error) {
    return error.diagnostic.code + ": " + error.diagnostic.message;
  }
  return "none";
}

TEST(JsonSchema, SaysWhatIsWrongInJson) {
  EXPECT_EQ(errors_of(R"({"type": ["string", "null"]})", "1"), ": /type: 1 is not of type \"string\", \"null\"\n");
  EXPECT_EQ(errors_of(R"({"required": ["a"], "additionalProperties": false})", R"({"b": 1, "c": 2})"),
            ": /additionalProperties: Additional properties are not allowed (\"b\", \"c\" were unexpected)\n"
            ": /required: \"a\" is a required property\n");
  EXPECT_EQ(errors_of(R"({"oneOf": [{"type": "integer"}, {"minimum": 2}]})", "3"),
            ": /oneOf: 3 is valid under each of {\"type\":\"integer\"}, {\"minimum\":2}\n");
  EXPECT_EQ(errors_of(R"({"items": false})", "[1]"), ": /items: Expected at most 0 items, but found 1\n");
}

TEST(JsonSchema, KnowsMembersByNameWhateverKeysItMetBefore) {
  RegexCache regexes;
  JsonSchemas schemas(regexes);
  Budget budget;
  const auto schema =
      schemas.compile(json(R"({"properties": {"a": {"type": "integer"}}, "required": ["a"]})"), {}, budget);
  // More keys than are cached, each with its own text, then known keys in another order.
  for (int round = 0; round < 3; ++round) {
    Map map;
    for (int number = 0; number < 100; ++number) map.set("b" + std::to_string(number), Value::null());
    EXPECT_FALSE(schema->accepts(Value::map(map), budget));
    map.set("a", Value::integer(1));
    EXPECT_TRUE(schema->accepts(Value::map(map), budget));
    map.set("a", Value::string("1"));
    EXPECT_FALSE(schema->accepts(Value::map(map), budget));
  }
}

TEST(JsonSchema, GoesOnAfterTheFirstMemberThatIsUnusual) {
  constexpr std::string_view schema =
      R"({"properties": {"a": {"type": "integer"}, "80": {"type": "integer"}, "no": false, "o": {"required": ["p"]}},
          "required": ["a", "81"], "additionalProperties": false})";
  Sources sources;
  Budget budget;
  const Value object =
      load_yaml(sources, sources.add_file("main.yaml", "o: {}\na: x\nb: 1\n80: y\nno: 1\nc: 2\n"), budget);
  EXPECT_EQ(errors_of(schema, object),
            "/o: /properties/o/required: \"p\" is a required property\n"
            "/a: /properties/a/type: \"x\" is not of type \"integer\"\n"
            "/80: /properties/80/type: \"y\" is not of type \"integer\"\n"
            "/no: /properties/no: False schema does not allow 1\n"
            ": /additionalProperties: Additional properties are not allowed (\"b\", \"c\" were unexpected)\n"
            ": /required: \"81\" is a required property\n");
}

TEST(JsonSchema, AsksForNamesAloneWhateverTheirKeys) {
  Sources sources;
  Budget budget;
  constexpr std::string_view schema = R"({"oneOf": [{"required": ["80", "a"]}, {"required": ["81"]}]})";
  const auto load = [&](const std::string& text) {
    return load_yaml(sources, sources.add_file("a.yaml", text), budget);
  };
  EXPECT_EQ(errors_of(schema, load("80: x\na: y\n")), "");
  EXPECT_EQ(errors_of(schema, load("a: y\n\"81\": z\n")), "");
  EXPECT_EQ(errors_of(schema, load("80: x\n\"80\": y\n")),
            ": /oneOf: {\"80\":\"x\",\"80\":\"y\"} is not valid under any of the given schemas\n");
  EXPECT_EQ(errors_of(schema, load("80: x\na: y\n81: z\n")),
            ": /oneOf: {\"80\":\"x\",\"a\":\"y\",\"81\":\"z\"} is valid under each of "
            "{\"required\":[\"80\",\"a\"]}, {\"required\":[\"81\"]}\n");
}

TEST(JsonSchema, ListsAllErrorsOfAssertionsInTheOrderOfTheSchema) {
  EXPECT_EQ(errors_of(R"({"maximum": 3, "type": "string", "multipleOf": 2, "enum": [1]})", "5"),
            ": /maximum: 5 is greater than the maximum of 3\n"
            ": /type: 5 is not of type \"string\"\n"
            ": /multipleOf: 5 is not a multiple of 2\n"
            ": /enum: 5 is not one of [1]\n");
  EXPECT_EQ(errors_of(R"({"minItems": 3, "type": "object", "items": {"type": "null"}})", "[1]"),
            ": /minItems: [1] is too short\n"
            ": /type: [1] is not of type \"object\"\n"
            "/0: /items/type: 1 is not of type \"null\"\n");
}

TEST(JsonSchema, WritesPointersWithEscapes) {
  EXPECT_EQ(errors_of(R"({"properties": {"a/b~": {"items": {"type": "null"}}}})",
                      R"({"a/b~": [null, null, null, null, null, null, null, null, null, null, 1]})"),
            "/a~1b~0/10: /properties/a~1b~0/items/type: 1 is not of type \"null\"\n");
  EXPECT_EQ(
      errors_of(R"({"propertyNames": {"maxLength": 1}, "properties": {"": {"type": "null"}}})", R"({"ab": 1, "": 2})"),
      ": /propertyNames/maxLength: \"ab\" is too long\n"
      "/: /properties//type: 2 is not of type \"null\"\n");
}

TEST(JsonSchema, TellsAReferenceToFalseFromFalse) {
  EXPECT_EQ(errors_of(R"({"additionalProperties": {"$ref": "#/$defs/no"}, "$defs": {"no": false}})", R"({"a": 1})"),
            "/a: /additionalProperties: False schema does not allow 1\n");
  EXPECT_EQ(errors_of(R"({"items": {"$ref": "#/$defs/no"}, "$defs": {"no": false}})", "[1]"),
            "/0: /items: False schema does not allow 1\n");
}

TEST(JsonSchema, CountsCodePoints) {
  EXPECT_TRUE(accepts(R"({"maxLength": 2, "minLength": 2})", R"("\ud83d\ude00\u00e9")"));
  EXPECT_FALSE(accepts(R"({"minLength": 3})", R"("\ud83d\ude00\u00e9")"));
  EXPECT_FALSE(accepts(R"({"maxLength": 1})", R"("\ud83d\ude00\u00e9")"));
  EXPECT_TRUE(accepts(R"({"minLength": 0, "maxLength": 0})", R"("")"));
}

TEST(JsonSchema, ComparesTheItemsOfShortAndLongListsAlike) {
  for (const int count : {3, 20}) {
    std::string items = "1";
    for (int number = 2; number <= count; ++number) items += ", " + std::to_string(number);
    EXPECT_TRUE(accepts(R"({"uniqueItems": true})", "[" + items + "]"));
    EXPECT_FALSE(accepts(R"({"uniqueItems": true})", "[" + items + ", 2.0]"));
    EXPECT_TRUE(accepts("{\"enum\": [" + items + "]}", "2.0"));
    EXPECT_FALSE(accepts("{\"enum\": [" + items + "]}", "true"));
  }
}

TEST(JsonSchema, CutsLongValuesInMessages) {
  const std::string text = errors_of(R"({"type": "integer"})", "[\"" + std::string(5000, 'x') + "\", 1]");
  EXPECT_LT(text.size(), 300U);
  EXPECT_NE(text.find("…"), std::string::npos);
}

TEST(JsonSchema, RedactsWhatIsSensitive) {
  const Value secret = Value::map({{"a", Value::string("hush")}});
  EXPECT_EQ(errors_of(R"({"properties": {"a": {"type": "integer"}}})", secret.with_sensitive()),
            "/a: /properties/a/type: <<REDACTED>> is not of type \"integer\"\n");
  const Value part = Value::map({{"a", Value::string("hush").with_sensitive()}});
  EXPECT_EQ(errors_of(R"({"maxProperties": 0})", part),
            ": /maxProperties: {\"a\":<<REDACTED>>} has too many properties\n");
}

TEST(JsonSchema, KnowsTheOriginsOfValueAndRule) {
  Sources sources;
  Budget budget;
  const Value schema =
      load_yaml(sources, sources.add_file("schema.yaml", "properties: {port: {maximum: 80}}\n"), budget);
  const Value instance = load_yaml(sources, sources.add_file("main.yaml", "port: 443\n"), budget);
  RegexCache regexes;
  JsonSchemas schemas(regexes);
  const auto errors = schemas.compile(schema, {}, budget)->errors(instance, budget);
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(sources.text_of(errors[0].where), "443");
  EXPECT_EQ(sources.text_of(errors[0].rule), "80");
}

TEST(JsonSchema, KeepsTheErrorsOfBranches) {
  RegexCache regexes;
  JsonSchemas schemas(regexes);
  Budget budget;
  const auto schema = schemas.compile(
      json(R"({"anyOf": [{"required": ["a"]}, {"properties": {"b": {"type": "string"}}}]})"), {}, budget);
  const auto errors = schema->errors(json(R"({"b": 1})"), budget);
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].branches.size(), 2U);
  EXPECT_EQ(best_error(errors)->message(), "1 is not of type \"string\"");
  EXPECT_EQ(best_error(errors)->schema(), "/anyOf/1/properties/b/type");
}

TEST(JsonSchema, TakesKeysThatAreNoTextByTheirText) {
  Sources sources;
  Budget budget;
  const Value ports = load_yaml(sources, sources.add_file("main.yaml", "80: web\ntrue: x\n"), budget);
  EXPECT_EQ(errors_of(R"({"properties": {"80": {"type": "integer"}}, "required": ["true"]})", ports),
            "/80: /properties/80/type: \"web\" is not of type \"integer\"\n");
  const Value both = load_yaml(sources, sources.add_file("both.yaml", "80: web\n\"80\": web\n"), budget);
  EXPECT_EQ(errors_of(R"({"required": ["80", "81"]})", both), ": /required: \"81\" is a required property\n");
  EXPECT_EQ(errors_of(R"({"dependentRequired": {"80": ["81"]}})", ports),
            ": /dependentRequired: \"81\" is a dependency of \"80\"\n");
}

TEST(JsonSchema, CountsLongIntegersAmongNumbers) {
  EXPECT_TRUE(accepts(R"({"type": "integer", "minimum": 1e20, "multipleOf": 10})", "100000000000000000000"));
  EXPECT_FALSE(accepts(R"({"maximum": 99999999999999999999})", "100000000000000000000"));
  EXPECT_TRUE(accepts(R"({"enum": [1e22]})", "10000000000000000000000"));
}

TEST(JsonSchema, IsExactAboutMultiplesOfDecimals) {
  EXPECT_TRUE(accepts(R"({"multipleOf": 0.0001})", "0.0075"));
  EXPECT_TRUE(accepts(R"({"multipleOf": 0.1})", "0.3"));
  EXPECT_FALSE(accepts(R"({"multipleOf": 0.1})", "0.35"));
  EXPECT_TRUE(accepts(R"({"multipleOf": 0.5})", "1e308"));
}

TEST(JsonSchema, AssertsFormatsOnlyWhenAsked) {
  JsonSchemaOptions options;
  EXPECT_TRUE(accepts(R"({"format": "ipv4"})", "\"x\"", options));
  options.asserts_formats = true;
  EXPECT_FALSE(accepts(R"({"format": "ipv4"})", "\"x\"", options));
  EXPECT_TRUE(accepts(R"({"format": "unknown"})", "\"x\"", options));
  EXPECT_TRUE(accepts(R"({"format": "ipv4"})", "1", options));
}

TEST(JsonSchema, ReadsByOneDraftWhenToldTo) {
  JsonSchemaOptions options;
  options.only = JsonSchemaDraft::draft_7;
  constexpr std::string_view schema =
      R"({"$schema": "https://json-schema.org/draft/2020-12/schema", "items": [{"type": "string"}]})";
  EXPECT_FALSE(accepts(schema, "[1]", options));
  EXPECT_EQ(failure_of(schema, "[1]").substr(0, 15), "invalid-schema:");
}

TEST(JsonSchema, RefusesASchemaThatIsNoneAtItsPlace) {
  EXPECT_EQ(failure_of(R"({"properties": {"a": {"type": "nope"}}})", "1"),
            "invalid-schema: The JSON Schema is not valid at /properties/a/type: \"nope\" is not valid under any of "
            "the given schemas.");
  EXPECT_EQ(failure_of(R"({"minLength": -1})", "1"),
            "invalid-schema: The JSON Schema is not valid at /minLength: -1 is less than the minimum of 0.");
}

TEST(JsonSchema, FailsAtAReferenceThatLeadsNowhereOnceItIsFollowed) {
  constexpr std::string_view schema = R"({"properties": {"a": {"$ref": "other.json"}}})";
  EXPECT_EQ(failure_of(schema, R"({"b": 1})"), "none");
  EXPECT_EQ(failure_of(schema, R"({"a": 1})"),
            "unresolved-reference: The reference \"other.json\" leads to no schema that is known here.");
}

TEST(JsonSchema, FailsAtAPatternThatIsNoneOnceItIsUsed) {
  EXPECT_EQ(failure_of(R"({"pattern": "("})", "1"), "none");
  EXPECT_EQ(failure_of(R"({"pattern": "("})", "\"a\""),
            "invalid-pattern: The pattern \"(\" is no regular expression: Unterminated group.");
}

TEST(JsonSchema, RefersToDocumentsThatWereAdded) {
  RegexCache regexes;
  JsonSchemas schemas(regexes);
  Budget budget;
  schemas.add("types/port.json", json(R"({"$ref": "number.json", "maximum": 65535})"));
  schemas.add("types/number.json", json(R"({"type": "integer"})"));
  const auto schema = schemas.compile(json(R"({"$ref": "types/port.json"})"), {}, budget);
  EXPECT_TRUE(schema->accepts(json("80"), budget));
  EXPECT_FALSE(schema->accepts(json("70000"), budget));
  EXPECT_FALSE(schema->accepts(json("\"x\""), budget));
}

TEST(JsonSchema, NoticesWhenItRefersToItselfWithoutEnd) {
  constexpr std::string_view sentence =
      "endless-schema: The schema refers to itself without looking at another part of the value.";
  EXPECT_EQ(failure_of(R"({"$ref": "#"})", "1"), sentence);
  EXPECT_EQ(failure_of(R"({"allOf": [{"$ref": "#"}]})", "1"), sentence);
  EXPECT_EQ(
      failure_of(R"({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}})", "1"),
      sentence);
  EXPECT_EQ(failure_of(R"({"items": {"$ref": "#/$defs/in"},
                           "$defs": {"in": {"$ref": "#/$defs/a"}, "a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}})",
                       "[1]"),
            sentence);
  EXPECT_EQ(failure_of(R"({"properties": {"a": {"$ref": "#"}}})", R"({"a": {"a": {"a": 1}}})"), "none");
}

TEST(JsonSchema, FollowsALongChainOfReferences) {
  std::string schema = R"({"$ref": "#/$defs/0", "$defs": {)";
  for (int number = 0; number < 5000; ++number) {
    schema += "\"" + std::to_string(number) + "\": {\"$ref\": \"#/$defs/" + std::to_string(number + 1) + "\"}, ";
  }
  EXPECT_FALSE(accepts(schema + R"("5000": {"type": "string"}}})", "1"));
}

TEST(JsonSchema, EndsHostileSchemasByTheBudget) {
  std::string schema = R"({"$ref": "#/$defs/0", "$defs": {"40": {"type": "integer"})";
  for (int number = 0; number < 40; ++number) {
    const std::string next = R"({"$ref": "#/$defs/)" + std::to_string(number + 1) + "\"}";
    schema += ", \"" + std::to_string(number) + "\": {\"allOf\": [" + next + ", " + next + "]}";
  }
  EXPECT_THROW(accepts(schema + "}}", "1"), LimitError);
  EXPECT_THROW(accepts(R"({"pattern": "(a+)+$"})", "\"" + std::string(60, 'a') + "b\""), LimitError);
}

// The cache for each object of a schema, after a value has been validated against all of them.
TEST(JsonSchema, CountsTheMemoryOfEachObject) {
  std::string schema = R"({"properties": {"a0": true)", value = R"({"a0": 1)";
  for (int i = 1; i < 20'000; ++i) {
    const std::string name = ", \"a" + std::to_string(i) + "\": ";
    schema += name + R"({"properties": {"port": {"type": "integer"}}})";
    value += name + R"({"port": 1})";
  }
  schema += "}}";
  value += "}";
  EXPECT_TRUE(accepts(schema, value));
  MemoryAccount account(48 << 20);
  EXPECT_THROW(accepts(schema, value), LimitError);
}

TEST(JsonSchema, ComparesItemsInLinearTime) {
  List items;
  for (int number = 0; number < 100'000; ++number) items.push_back(Value::map({{"id", Value::integer(number)}}));
  RegexCache regexes;
  JsonSchemas schemas(regexes);
  Budget budget({.steps = 1'000'000});
  EXPECT_TRUE(schemas.compile(json(R"({"uniqueItems": true})"), {}, budget)->accepts(Value::list(items), budget));
  items.push_back(Value::map({{"id", Value::real(7)}}));
  EXPECT_FALSE(schemas.compile(json(R"({"uniqueItems": true})"), {}, budget)->accepts(Value::list(items), budget));
}

}  // namespace
}  // namespace evalground
