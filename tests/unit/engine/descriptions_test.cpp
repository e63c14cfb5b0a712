// The description of every dialect must be complete and usable: the page, the command and the documents show it
// verbatim.
#include <gtest/gtest.h>
#include <set>

#include "base/budget.hpp"
#include "base/regex/regex.hpp"
#include "engine.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

List descriptions() {
  Budget budget;
  return parse_json(catalogue(""), budget).as_list();
}

std::string text(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  return value != nullptr ? std::string(value->as_string()) : std::string();
}

List list(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  return value != nullptr ? value->as_list() : List();
}

bool holds(const List& list, std::string_view word) {
  for (const Value& item : list) {
    if (item.as_string() == word) return true;
  }
  return false;
}

// JavaScript reads it in the page, PCRE2 everywhere else.
void expect_pattern(const std::string& pattern) {
  for (const RegexSyntax syntax : {RegexSyntax::ecmascript, RegexSyntax::pcre}) {
    EXPECT_TRUE(Regex::compile(syntax, pattern, {.multi_line = true})) << pattern;
  }
}

TEST(Descriptions, say_what_a_chooser_shows) {
  std::set<std::string> ids, monograms;
  for (const Value& item : descriptions()) {
    const Map& dialect = item.as_map();
    EXPECT_TRUE(ids.insert(text(dialect, "id")).second);
    EXPECT_TRUE(monograms.insert(text(dialect, "monogram")).second) << text(dialect, "id");
    for (const char* key : {"name", "monogram", "about", "tree"}) EXPECT_NE(text(dialect, key), "") << key;
    EXPECT_EQ(list(dialect, "operations")[0].as_string(), "evaluate");
  }
  EXPECT_GE(ids.size(), 6u);
}

TEST(Descriptions, have_a_sentence_for_each_input_and_option) {
  for (const Value& item : descriptions()) {
    for (const Value& input : list(item.as_map(), "inputs")) {
      EXPECT_NE(text(input.as_map(), "label"), "");
      EXPECT_TRUE(text(input.as_map(), "help").ends_with('.')) << text(input.as_map(), "key");
    }
    for (const Value& option : list(item.as_map(), "options")) {
      EXPECT_TRUE(text(option.as_map(), "about").ends_with('.')) << text(option.as_map(), "name");
    }
  }
}

TEST(Descriptions, name_a_usual_value_that_the_option_may_have) {
  for (const Value& item : descriptions()) {
    for (const Value& one : list(item.as_map(), "options")) {
      const Map& option = one.as_map();
      const std::string type = text(option, "type");
      const Value& usual = *option.find("usual");
      if (type == "boolean") {
        EXPECT_EQ(usual.kind(), Kind::boolean);
      }
      if (type == "text") {
        EXPECT_TRUE(usual.is_string());
      }
      if (type == "choice") {
        EXPECT_TRUE(holds(list(option, "choices"), usual.as_string())) << text(option, "name");
      }
      if (type == "choices") {
        EXPECT_FALSE(list(option, "choices").empty()) << text(option, "name");
      }
    }
  }
}

TEST(Descriptions, give_patterns_that_can_be_read) {
  for (const Value& item : descriptions()) {
    const Map& dialect = item.as_map();
    for (const Value& mark : list(dialect, "marks")) {
      expect_pattern(text(mark.as_map(), "pattern"));
      EXPECT_GT(mark.as_map().find("weight")->as_integer(), 0);
    }
    if (const Value* embedding = dialect.find("embedding")) {
      for (const auto& [key, pattern] : embedding->as_map()) expect_pattern(std::string(pattern.as_string()));
    }
    if (const Value* notation = dialect.find("notation")) expect_pattern(text(notation->as_map(), "plainKey"));
  }
}

TEST(Descriptions, give_patterns_of_repositories_and_of_outputs_that_can_be_read) {
  std::size_t intakes = 0;
  const auto expect_intakes = [&](const Map& choice) {
    for (const Value& intake : list(choice, "intakes")) {
      EXPECT_NE(text(intake.as_map(), "form"), "");
      expect_pattern(text(intake.as_map(), "pattern"));
      ++intakes;
    }
  };
  for (const Value& item : descriptions()) {
    expect_intakes(item.as_map());
    for (const Value& flavor : list(item.as_map(), "flavors")) {
      expect_intakes(flavor.as_map());
      const Value* repository = flavor.as_map().find("repository");
      if (repository == nullptr) continue;
      expect_pattern(text(repository->as_map(), "files"));
      for (const Value& guess : list(repository->as_map(), "guesses")) {
        for (const Value& path : list(guess.as_map(), "paths")) expect_pattern(std::string(path.as_string()));
        for (const char* key : {"text", "unless", "says"}) expect_pattern(text(guess.as_map(), key));
      }
    }
  }
  EXPECT_GE(intakes, 14u);
}

TEST(Descriptions, warn_of_an_option_that_the_dialect_does_not_have) {
  ClosedHost host;
  for (const Value& item : descriptions()) {
    const std::string id = text(item.as_map(), "id");
    const std::string outcome =
        evaluate(R"({"dialect": ")" + id + R"(", "main": "a: 1", "options": {"quirk": true}})", "", host);
    EXPECT_NE(outcome.find(R"(The option \"quirk\" is unknown. Did you mean \"quirks\"?)"), std::string::npos)
        << id << outcome;
  }
}

}  // namespace
}  // namespace evalground
