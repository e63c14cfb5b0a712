#include "workspaces/recognise.hpp"

#include <algorithm>

#include "base/regex/regex.hpp"
#include "base/text/path.hpp"
#include "workspaces/descriptions.hpp"

namespace evalground {
namespace {

std::string id_of(const Map& description) {
  return std::string(description.find("id")->as_string());
}

bool lists(const Map& description, std::string_view key, std::string_view word) {
  const Value* words = description.find(key);
  return words != nullptr && std::any_of(words->as_list().begin(), words->as_list().end(),
                                         [&](const Value& each) { return each.as_string() == word; });
}

// True when a dialect has that name: its id, a name in highlighters, or a file suffix. Several dialects share YAML's
// suffix, so it does not count.
bool is_called(const Map& description, std::string_view name) {
  if (name.empty()) return false;
  const Value* fence = description.find("fence");
  const bool is_yaml = fence != nullptr && fence->as_string() == "yaml";
  return id_of(description) == name || lists(description, "aliases", name) ||
         (!is_yaml && lists(description, "extensions", name));
}

// The total weight of a dialect's marks in the text.
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
  const std::string_view extension = path_extension(path);
  const std::string_view ending = extension.substr(extension.empty() ? 0 : 1);
  const std::string_view family = language.substr(0, language.find('-'));  // jinja-html
  for (const std::string_view name : {ending, language, family}) {
    for (const Value& dialect : descriptions().as_list()) {
      if (is_called(dialect.as_map(), name)) return id_of(dialect.as_map());
    }
  }
  Budget budget({.steps = 20'000'000});
  RegexCache regexes;
  std::optional<std::string> best;
  std::int64_t most = 0;
  for (const Value& dialect : descriptions().as_list()) {
    const std::int64_t weight = weight_of(dialect.as_map(), text, budget, regexes);
    if (weight <= most) continue;
    most = weight;
    best = id_of(dialect.as_map());
  }
  return best;
}

}  // namespace evalground
