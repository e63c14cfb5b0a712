// A dialect that exists only in tests: its description is all that the page, the command and the documents need.
#include "toy/toy.hpp"

#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

#include "engine.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

Value parsed(std::string_view json) {
  Budget budget;
  return parse_json(json, budget);
}

TEST(Toy, is_offered_last_with_all_that_it_says_of_itself) {
  const Value all = parsed(catalogue(""));
  Budget budget;
  std::ostringstream recorded;
  recorded << std::ifstream("web/test/fake/toy.json").rdbuf();
  // The page's tests read this. To update it, run `tests/evalground_toy functions --format json` in a build.
  EXPECT_EQ(write_json(all.as_list()[all.as_list().size() - 1], budget), write_json(parsed(recorded.str()), budget));
}

TEST(Toy, lists_its_function) {
  const Value functions = parsed(catalogue("toy"));
  EXPECT_EQ(functions.as_list()[0].as_map().find("name")->as_string(), "upper");
}

TEST(Toy, gives_a_document_in_place_its_name) {
  ClosedHost host;
  const Value outcome = parsed(evaluate(R"({"dialect": "toy", "main": "uper x"})", "", host));
  EXPECT_FALSE(outcome.as_map().find("ok")->as_boolean());
  std::vector<Diagnostic> diagnostics;
  const Value workspace = parsed(R"({"dialect": "toy", "main": "upper x"})");
  EXPECT_EQ(read_workspace(workspace, &toy::dialect().description(), diagnostics).main, "main.toy");
}

std::string answer_to(std::string_view request) {
  return assist(request);
}

TEST(Toy, has_what_editors_ask_for) {
  EXPECT_NE(answer_to(R"({"ask": "complete", "workspace": {"dialect": "toy", "expression": "up"},
                         "at": {"expression": 2}})")
                .find(R"("label":"upper")"),
            std::string::npos);
  EXPECT_NE(answer_to(R"({"ask": "hover", "workspace": {"dialect": "toy", "expression": "upper x"},
                         "at": {"expression": 2}})")
                .find("upper"),
            std::string::npos);
}

TEST(Toy, keeps_its_own_words_in_a_disguise) {
  ClosedHost host;
  const std::string shown = shrink(R"({"disguise": {"dialect": "toy", "expression": "uper teddy-Rosalind"}})", host);
  EXPECT_EQ(shown.find("Rosalind"), std::string::npos) << shown;
  EXPECT_NE(shown.find("teddy"), std::string::npos) << shown;
}

}  // namespace
}  // namespace evalground
