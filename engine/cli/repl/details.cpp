// What the prompt shows about a value after it was evaluated: where it came from, its type, the outline.
#include "cli/repl/details.hpp"

#include <map>
#include <string>
#include <vector>

#include "base/generous_budget.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "cli/outcome_of.hpp"
#include "cli/utf16_cursor.hpp"
#include "data/paths/json_pointer.hpp"
#include "runtime/context.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

// The lines of a workspace's files, by the names in an outcome. Each file is split once.
class Lines {
 public:
  explicit Lines(const Map& workspace) : workspace_(workspace) {}

  // A line by its number from 1; empty when absent.
  std::string_view at(std::string_view file, std::int64_t number) {
    const auto [known, is_new] = files_.try_emplace(std::string(file));
    std::vector<std::string_view>& lines = known->second;
    if (is_new) {
      for (const std::string_view line : Split(text_of(file), "\n")) lines.push_back(line);
    }
    const auto index = static_cast<std::size_t>(number - 1);
    return index < lines.size() ? lines[index] : std::string_view();
  }

 private:
  std::string_view text_of(std::string_view file) const {
    if (file == expression_path) return text_at(workspace_, "expression");
    const Value* files = workspace_.find("files");
    if (files != nullptr && files->is_map() && files->as_map().contains(file)) return text_at(files->as_map(), file);
    return text_at(workspace_, "main");  // a document given in place
  }

  const Map& workspace_;
  std::map<std::string, std::vector<std::string_view>> files_;
};

std::string reads_of(const Value* reads) {
  if (reads == nullptr || !reads->is_list() || reads->as_list().empty()) return {};
  std::string text = ", reads ";
  bool is_first = true;
  for (const Value& one : reads->as_list()) {
    if (!is_first) text += ", ";
    is_first = false;
    text += one.as_string();
  }
  return text;
}

// From the value backwards: one origin after the other.
//   main.yaml:4:9  expression, reads vars.port
//     4 | url: "http://{{ port }}"
//   var vars.port
//
// `reads` belong to the first origin only, when they come from a map of a text.
std::string chain_text(const Value& chain, const Value* reads, Lines& lines, std::string_view indent) {
  std::string text;
  for (const Value& item : chain.as_list()) {
    const Map& origin = item.as_map();
    const Value* span = origin.find("span");
    text += indent;
    if (span != nullptr) {
      const std::string_view file = text_at(span->as_map(), "file");
      const std::int64_t line = span->as_map().find("line")->as_integer();
      text += std::string(file) + ":" + std::to_string(line) + ":" +
              std::to_string(span->as_map().find("column")->as_integer()) + "  ";
    }
    text += text_at(origin, "via");
    if (const std::string_view name = text_at(origin, "name"); !name.empty()) text += " " + std::string(name);
    text += reads_of(origin.contains("reads") ? origin.find("reads") : reads) + "\n";
    reads = nullptr;
    if (span == nullptr) continue;
    const std::int64_t line = span->as_map().find("line")->as_integer();
    text += std::string(indent) + "  " + std::to_string(line) + " | " +
            std::string(lines.at(text_at(span->as_map(), "file"), line)) + "\n";
  }
  return text;
}

const Value* item_at(const Map& map, std::string_view key, std::int64_t index) {
  const List& list = map.find(key)->as_list();
  return index >= 0 && static_cast<std::size_t>(index) < list.size() ? &list[static_cast<std::size_t>(index)] : nullptr;
}

// "textMap": four numbers for each stretch.
// A template has no value with parts but a text, so each piece of it is shown with its own origin.
std::string stretches_text(const Map& outcome, Lines& lines) {
  const Map& map = outcome.find("textMap")->as_map();
  const List& numbers = map.find("stretches")->as_list();
  const std::string_view whole = text_at(outcome, "text");
  Utf16Cursor cursor(whole);
  std::string result;
  for (std::size_t at = 0; at + 3 < numbers.size(); at += 4) {
    const Value* chain = item_at(map, "origins", numbers[at + 2].as_integer());
    if (chain == nullptr) continue;
    const std::size_t from = cursor.byte_at(numbers[at].as_integer());
    const std::string_view part = whole.substr(from, cursor.byte_at(numbers[at + 1].as_integer()) - from);
    result += quote(part) + "\n" + chain_text(*chain, item_at(map, "reads", numbers[at + 3].as_integer()), lines, "  ");
  }
  return result;
}

void add_outline(const Value& nodes, std::size_t depth, Budget& budget, std::string& text) {
  const Depth level = budget.enter();
  for (const Value& item : nodes.as_list()) {
    const Map& node = item.as_map();
    text += std::string(depth * 2, ' ') + std::string(text_at(node, "name"));
    if (const std::string_view type = text_at(node, "type"); !type.empty()) text += "  " + std::string(type);
    if (const std::string_view value = text_at(node, "value"); !value.empty()) text += " = " + std::string(value);
    text += "\n";
    if (const Value* children = node.find("children")) add_outline(*children, depth + 1, budget, text);
  }
}

std::string counted(std::size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

}  // namespace

// Several origins have the same lines, so each file is split into lines once.
std::string origins_text(const Map& outcome, const Map& workspace) {
  Lines lines(workspace);
  if (outcome.contains("textMap") && !outcome.contains("value")) return stretches_text(outcome, lines);
  const Value* origins = outcome.find("origins");
  const Value* value = outcome.find("value");
  if (origins == nullptr || value == nullptr) return {};
  std::string text;
  const auto add = [&](std::string_view pointer, const Value& chain) {
    const Value* part = resolve_pointer(*value, parse_pointer(pointer));
    if (!pointer.empty()) text += std::string(pointer) + (part == nullptr ? "" : " = " + short_json(*part, 60)) + "\n";
    text += chain_text(chain, nullptr, lines, pointer.empty() ? "" : "  ");
  };
  // The whole value first, then its parts.
  if (const Value* whole = origins->as_map().find("")) add("", *whole);
  for (const auto& [pointer, chain] : origins->as_map()) {
    if (!pointer.as_string().empty()) add(pointer.as_string(), chain);
  }
  return text;
}

std::string outline_text(const Map& outcome) {
  std::string text;
  Budget budget = generous_budget();
  if (const Value* outline = outcome.find("outline")) add_outline(*outline, 0, budget, text);
  return text;
}

std::string type_text(const Value& value) {
  if (value.is_list()) return "a list of " + counted(value.as_list().size(), "item");
  if (value.is_map()) return "a map of " + counted(value.as_map().size(), "key");
  if (value.is_string()) return "a string of " + counted(count_code_points(value.as_string()), "character");
  return value.is_null() ? "null" : with_article(kind_name(value.kind()));
}

}  // namespace evalground::cli
