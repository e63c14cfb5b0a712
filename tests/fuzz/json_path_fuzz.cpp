// Any text as a path of either grammar: it is refused or gives its matches within the budget, the first match is the
// first of all, and the normalised path of each match leads to just that value.
#include <string>

#include "data/paths/json_path.hpp"
#include "fuzz/target.hpp"
#include "value/json.hpp"

namespace {

using namespace evalground;

constexpr std::string_view document = R"({"a": [{"b": 1, "c": "x"}, {"b": 2.5, "c": "xy", "d": [1, 2, 3]}, null, true],
  "b-c": {"": {"'": {"\\": "\u0001"}}}, "é": "aaa", "n": {"n": {"n": 3}}, "e": [], "f": [[1, [2, [3]]], []]})";

[[noreturn]] void report(const char* what, std::string_view path) {
  evalground::report(std::string(what) + ": " + std::string(path));
}

void check(std::string_view text, const Value& root, const JsonPathRules& rules) {
  Budget budget({.steps = 50'000, .memory = 0, .output = 1U << 20U});
  RegexCache regexes;
  try {
    const JsonPath path(text, rules, budget);
    const std::vector<JsonPath::Match> matches = path.matches(root, budget, regexes);
    const Value* first = path.first(root, budget, regexes);
    if (matches.empty() ? first != nullptr : first != matches.front().value) report("another first match", text);
    for (const JsonPath::Match& match : matches) {
      Budget fresh;
      if (JsonPath(match.path, {}, fresh).first(root, fresh, regexes) != match.value) {
        report("a normalised path leads elsewhere", match.path);
      }
    }
  } catch (const JsonPathError& error) {
    if (error.offset > text.size()) report("an error lies outside of the path", text);
  } catch (const LimitError&) {
    return;
  }
}

}  // namespace

void fuzz(std::string_view text) {
  static Budget reading;
  static const Value root = parse_json(document, reading);
  check(text, root, {});
  check(text, root, {JsonPathSyntax::ojg, false, false});
  check(text, root, {JsonPathSyntax::ojg, true, true});
}
