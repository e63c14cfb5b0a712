#include "workspaces/recognise.hpp"

#include "base/regex/regex.hpp"
#include "engine.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

// How many of a dialect's marks are in the text, by their weight.
std::int64_t weight_of(const Map& description, std::string_view text, Budget& budget, RegexCache& regexes) {
  const Value* marks = description.find("marks");
  std::int64_t weight = 0;
  if (marks == nullptr || !marks->is_list()) return 0;
  for (const Value& mark : marks->as_list()) {
    if (!mark.is_map()) continue;
    const Value* pattern = mark.as_map().find("pattern");
    if (pattern == nullptr || !pattern->is_string()) continue;
    const CompiledRegex compiled =
        regexes.compile(RegexSyntax::python, std::string("(?m)") + std::string(pattern->as_string()), {});
    RegexMatch match;
    if (compiled && compiled.regex->find(text, 0, RegexAnchor::none, match, budget)) {
      const Value* given = mark.as_map().find("weight");
      weight += given != nullptr && given->kind() == Kind::integer ? given->as_integer() : 0;
    }
  }
  return weight;
}

}  // namespace

std::optional<std::string> recognised_dialect(std::string_view path, std::string_view language, std::string_view text) {
  if (path.ends_with(".cf") || language == "cfengine" || language == "cf3") return "cfengine";
  if (path.ends_with(".yaql") || language == "yaql") return "yaql";
  if (path.ends_with(".j2") || path.ends_with(".jinja") || path.ends_with(".jinja2") || language.starts_with("jinja")) {
    return "jinja2";
  }
  Budget budget({.steps = 20'000'000});
  RegexCache regexes;
  const Value all = parse_json(catalogue(""), budget);
  std::optional<std::string> best;
  std::int64_t most = 0;
  for (const Value& dialect : all.as_list()) {
    const std::int64_t weight = weight_of(dialect.as_map(), text, budget, regexes);
    if (weight <= most) continue;
    most = weight;
    best = std::string(dialect.as_map().find("id")->as_string());
  }
  return best;
}

}  // namespace evalground
