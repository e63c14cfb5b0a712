// Programs are searched as text, because nothing here runs or parses Python. The names of filters and tests are keys of
// a map, as in `return {'to_kube': to_kube}`.
#include "language_server/plugin_places.hpp"

#include <algorithm>
#include <array>

#include "base/text/path.hpp"
#include "base/text/text.hpp"

namespace evalground::language_server {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// What kind of plugin a word names, by the text around it: the folders in which such plugins are kept.
using Folders = std::array<std::string_view, 2>;
constexpr Folders filters = {"filter_plugins/", "plugins/filter/"};
constexpr Folders tests = {"test_plugins/", "plugins/test/"};
constexpr Folders lookups = {"lookup_plugins/", "plugins/lookup/"};
constexpr Folders modules = {"library/", "plugins/modules/"};

struct Word {
  std::string_view text;
  std::string_view before;  // on its line, without blanks at the end
  std::string_view after;
};

Word word_at(std::string_view text, std::size_t offset) {
  std::size_t begin = std::min(offset, text.size());
  std::size_t end = begin;
  while (begin > 0 && is_letter(text[begin - 1])) --begin;
  while (end < text.size() && is_letter(text[end])) ++end;
  const std::size_t line = begin == 0 ? std::string_view::npos : text.rfind('\n', begin - 1);
  const std::size_t from = line == std::string_view::npos ? 0 : line + 1;
  return {text.substr(begin, end - begin), trim(text.substr(from, begin - from)), text.substr(end)};
}

// Without the name of a collection: `| acme.tools.`
std::string_view without_collection(std::string_view before) {
  while (before.ends_with('.')) {
    before.remove_suffix(1);
    while (!before.empty() && is_letter(before.back())) before.remove_suffix(1);
  }
  return trim(before);
}

bool ends_with_word(std::string_view text, std::string_view word) {
  return text.ends_with(word) && (text.size() == word.size() || !is_letter(text[text.size() - word.size() - 1]));
}

const Folders* folders_for(const Word& word) {
  const std::string_view before = without_collection(word.before);
  if (before.ends_with('|')) return &filters;
  if (ends_with_word(before, "is") || (ends_with_word(before, "not") && before.find("is ") != std::string_view::npos)) {
    return &tests;
  }
  for (const std::string_view call : {"lookup(", "query(", "q("}) {
    if (before.size() > call.size() && before.substr(0, before.size() - 1).ends_with(call)) return &lookups;
  }
  const bool is_key = word.after.starts_with(':') && (before.empty() || before == "-");
  return is_key ? &modules : nullptr;
}

bool is_kept_in(std::string_view path, const Folders& folders) {
  for (const std::string_view folder : folders) {
    if (path.starts_with(folder) || path.find("/" + std::string(folder)) != std::string_view::npos) return true;
  }
  return false;
}

// The name of the function behind the key at `end`; empty when the value is something else.
std::string_view function_behind(std::string_view program, std::size_t end) {
  const std::size_t colon = program.find_first_not_of(" \t", end);
  if (colon == std::string_view::npos || program[colon] != ':') return {};
  std::size_t begin = program.find_first_not_of(" \t\r\n", colon + 1);
  if (begin == std::string_view::npos) return {};
  if (program.substr(begin).starts_with("self.")) begin += 5;
  std::size_t last = begin;
  while (last < program.size() && is_letter(program[last])) ++last;
  return program.substr(begin, last - begin);
}

std::optional<PluginPlace> place_in(std::string_view path, std::string_view program, std::string_view name) {
  for (const char quote : {'\'', '"'}) {
    const std::string key = quote + std::string(name) + quote;
    const std::size_t found = program.find(key);
    if (found == std::string_view::npos) continue;
    std::size_t begin = found + 1;
    std::size_t size = name.size();
    const std::string_view function = function_behind(program, found + key.size());
    const std::size_t definition = program.find("def " + std::string(function) + "(");
    if (!function.empty() && definition != std::string_view::npos) {
      begin = definition + 4;
      size = function.size();
    }
    return PluginPlace{std::string(path), static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + size)};
  }
  return std::nullopt;
}

}  // namespace

std::optional<PluginPlace> plugin_at(std::string_view text, std::size_t offset, const Map& programs) {
  const Word word = word_at(text, offset);
  const Folders* folders = word.text.empty() ? nullptr : folders_for(word);
  if (folders == nullptr) return std::nullopt;
  const bool is_in_map = folders == &filters || folders == &tests;
  for (const auto& [name, program] : programs) {
    const std::string_view path = name.as_string();
    if (!is_kept_in(path, *folders)) continue;
    if (!is_in_map) {
      if (base_name(path) == std::string(word.text) + ".py") return PluginPlace{std::string(path)};
    } else if (auto found = place_in(path, program.as_string(), word.text)) {
      return found;
    }
  }
  return std::nullopt;
}

}  // namespace evalground::language_server
