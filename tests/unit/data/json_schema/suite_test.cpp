// The JSON Schema Test Suite and the recorded error lists, if present: they are not part of the repository.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <set>
#include <string>
#include <tuple>

#include "data/json_schema/json_schema.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

namespace fs = std::filesystem;

// The folder of the recorded cases: beside the repository, unless EVG_CONFORMANCE_DIR names another.
fs::path suite_folder() {
  const char* folder = std::getenv("EVG_CONFORMANCE_DIR");
  return fs::path(folder == nullptr ? "../shared/conformance" : folder) / "json-schema";
}

Value read(const fs::path& path) {
  std::ifstream stream(path);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  Budget budget;
  return parse_json(text, budget);
}

bool is_json(const fs::path& path) {
  return path.extension() == ".json";
}

// Adds what tests refer to: remotes/<path> is http://localhost:1234/<path>.
void add_remotes(JsonSchemas& schemas) {
  const fs::path folder = suite_folder() / "remotes";
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!is_json(entry.path())) continue;
    schemas.add("http://localhost:1234/" + entry.path().lexically_relative(folder).generic_string(),
                read(entry.path()));
  }
}

std::string text_of(const Map& map, std::string_view key) {
  return std::string(map.find(key)->as_string());
}

void run_draft(std::string_view folder, JsonSchemaDraft draft, std::size_t expected) {
  const fs::path path = suite_folder() / folder;
  if (!fs::exists(path)) GTEST_SKIP() << "the suite is not part of the repository; it is looked for in " << path;
  std::size_t passed = 0;
  for (const auto& file : fs::directory_iterator(path)) {
    if (!is_json(file.path())) continue;
    const Value groups = read(file.path());
    for (const Value& group : groups.as_list()) {
      const std::string name = file.path().stem().string() + ": " + text_of(group.as_map(), "description");
      RegexCache regexes;
      JsonSchemas schemas(regexes);
      add_remotes(schemas);
      try {
        Budget budget;
        JsonSchemaOptions options;
        options.otherwise = draft;
        const auto schema = schemas.compile(*group.as_map().find("schema"), options, budget);
        for (const Value& test : group.as_map().find("tests")->as_list()) {
          const Value& data = *test.as_map().find("data");
          const bool is_valid = test.as_map().find("valid")->as_boolean();
          const std::string id = name + ": " + text_of(test.as_map(), "description");
          EXPECT_EQ(schema->accepts(data, budget), is_valid) << id;
          EXPECT_EQ(schema->errors(data, budget).empty(), is_valid) << id;
          ++passed;
        }
      } catch (const Error& error) {
        ADD_FAILURE() << name << ": " << error.what();
      }
    }
  }
  EXPECT_EQ(passed, expected);
}

TEST(JsonSchemaSuite, PassesDraft7) {
  run_draft("draft7", JsonSchemaDraft::draft_7, 927);
}

TEST(JsonSchemaSuite, PassesDraft2020_12) {
  run_draft("draft2020-12", JsonSchemaDraft::draft_2020_12, 1299);
}

using ErrorKey = std::tuple<std::string, std::string, std::string>;  // instance, schema, keyword

TEST(JsonSchemaSuite, FindsTheRecordedErrors) {
  const fs::path path = suite_folder() / "errors.json";
  if (!fs::exists(path))
    GTEST_SKIP() << "the recorded errors are not part of the repository; they are looked for in " << path;
  const Value recorded = read(path);
  const List& cases = recorded.as_map().find("cases")->as_list();
  EXPECT_EQ(cases.size(), 77U);
  for (const Value& value : cases) {
    const Map& one = value.as_map();
    const std::string id = text_of(one, "id");
    RegexCache regexes;
    JsonSchemas schemas(regexes);
    JsonSchemaOptions options;
    options.only = text_of(one, "draft") == "7" ? JsonSchemaDraft::draft_7 : JsonSchemaDraft::draft_2020_12;
    Budget budget;
    if (one.contains("schema_error")) {
      EXPECT_THROW(schemas.compile(*one.find("schema"), options, budget), Error) << id;
      continue;
    }
    const auto schema = schemas.compile(*one.find("schema"), options, budget);
    if (one.contains("failure")) {
      EXPECT_THROW(schema->errors(*one.find("instance"), budget), Error) << id;
      continue;
    }
    const std::vector<JsonSchemaError> errors = schema->errors(*one.find("instance"), budget);
    std::multiset<ErrorKey> actual, expected;
    for (const JsonSchemaError& error : errors) actual.emplace(error.instance(), error.schema(), error.keyword);
    if (!one.find("valid")->as_boolean()) {
      for (const Value& error : one.find("errors")->as_list()) {
        const Value& keyword = *error.as_map().find("keyword");
        expected.emplace(text_of(error.as_map(), "instance"), text_of(error.as_map(), "schema"),
                         keyword.is_null() ? "" : std::string(keyword.as_string()));
      }
      const Map& best = one.find("best")->as_map();
      ASSERT_FALSE(errors.empty()) << id;
      EXPECT_EQ(best_error(errors)->instance(), text_of(best, "instance"))
          << id << " " << best_error(errors)->message();
    }
    EXPECT_EQ(actual, expected) << id;
  }
}

}  // namespace
}  // namespace evalground
