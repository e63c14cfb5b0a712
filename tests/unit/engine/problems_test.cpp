// docs/problems.md: each example has one of the problems that its section explains. scripts/check-problems checks that
// no code is missing there.
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

#include "base/text/text.hpp"
#include "engine.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

struct Section {
  std::string title;
  std::set<std::string> codes;
  std::vector<std::string> examples;
};

std::vector<Section> sections() {
  std::ifstream file("docs/problems.md");
  std::vector<Section> found;
  bool is_example = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) {
      found.push_back({line, {}, {}});
      continue;
    }
    if (line.starts_with("```")) {
      is_example = line.find("{.evalground}") != std::string::npos;
      if (is_example) found.back().examples.emplace_back();
      continue;
    }
    if (is_example) found.back().examples.back() += line + "\n";
    constexpr std::string_view anchor = "<a id=\"";
    for (std::size_t at = line.find(anchor); at != std::string::npos; at = line.find(anchor, at + 1)) {
      const std::size_t begin = at + anchor.size();
      found.back().codes.insert(line.substr(begin, line.find('"', begin) - begin));
    }
  }
  return found;
}

// True when a list of diagnostics has one of these codes.
bool has_one(const Value* diagnostics, const std::set<std::string>& codes) {
  if (diagnostics == nullptr || !diagnostics->is_list()) return false;
  for (const Value& one : diagnostics->as_list()) {
    if (codes.contains(std::string(one.as_map().find("code")->as_string()))) return true;
  }
  return false;
}

// The answer to a request of language services, as a map.
Map asked(Map request) {
  Budget budget({.steps = 1ULL << 32});
  return parse_json(assist(write_json(Value::map(std::move(request)), budget)), budget).as_map();
}

TEST(Problems, HaveExamplesThatShowThem) {
  std::size_t count = 0;
  for (const Section& section : sections()) {
    for (const std::string& example : section.examples) {
      ++count;
      ClosedHost host;
      Budget budget({.steps = 1ULL << 32});
      const std::string outcome = evaluate(example, "", host);
      if (has_one(parse_json(outcome, budget).as_map().find("diagnostics"), section.codes)) continue;
      const Map workspace = asked(
          {{"ask", Value::string("parse")}, {"key", Value::string("workspace")}, {"text", Value::string(example)}});
      const Map hints = asked({{"ask", Value::string("hints")}, {"workspace", *workspace.find("value")}});
      EXPECT_TRUE(has_one(hints.find("value"), section.codes)) << section.title << "\n" << example << outcome;
    }
  }
  EXPECT_GT(count, 40U) << "the document is read from the repository's root";
}

}  // namespace
}  // namespace evalground
