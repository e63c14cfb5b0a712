#include "cli/repl/details.hpp"

#include <algorithm>
#include <optional>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "cli/generous_budget.hpp"
#include "cli/repro/outcome_of.hpp"
#include "runtime/context.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

// The text of a file as an outcome names it.
std::string_view file_text(const Map& workspace, std::string_view file) {
  if (file == expression_path) return text_at(workspace, "expression");
  const Value* files = workspace.find("files");
  if (files != nullptr && files->is_map() && files->as_map().contains(file)) return text_at(files->as_map(), file);
  return text_at(workspace, "main");  // a document given in place
}

std::string_view line_of(std::string_view text, std::int64_t number) {
  std::int64_t line = 0;
  for (const std::string_view one : Split(text, "\n")) {
    if (++line == number) return one;
  }
  return {};
}

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

// From the value backwards: what it came through, one origin after the other.
std::string chain_text(const Value& chain, const Value* reads, const Map& workspace, std::string_view indent) {
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
            std::string(line_of(file_text(workspace, text_at(span->as_map(), "file")), line)) + "\n";
  }
  return text;
}

// The bytes of a text that lie between two UTF-16 units.
std::string_view slice_units(std::string_view text, std::int64_t from, std::int64_t to) {
  std::size_t begin = 0;
  std::size_t at = 0;
  for (std::int64_t units = 0; at < text.size() && units < to;) {
    const CodePoint point = decode_code_point(text, at);
    units += point.value > 0xFFFF ? 2 : 1;
    at += point.size;
    if (units <= from) begin = at;
  }
  return text.substr(begin, at - begin);
}

const Value* item_at(const Map& map, std::string_view key, std::int64_t index) {
  const List& list = map.find(key)->as_list();
  return index >= 0 && static_cast<std::size_t>(index) < list.size() ? &list[static_cast<std::size_t>(index)] : nullptr;
}

// "textMap": four numbers for each stretch.
std::string stretches_text(const Map& outcome, const Map& workspace) {
  const Map& map = outcome.find("textMap")->as_map();
  const List& numbers = map.find("stretches")->as_list();
  std::string result;
  for (std::size_t at = 0; at + 3 < numbers.size(); at += 4) {
    const Value* chain = item_at(map, "origins", numbers[at + 2].as_integer());
    if (chain == nullptr) continue;
    const std::string_view part =
        slice_units(text_at(outcome, "text"), numbers[at].as_integer(), numbers[at + 1].as_integer());
    result +=
        quote(part) + "\n" + chain_text(*chain, item_at(map, "reads", numbers[at + 3].as_integer()), workspace, "  ");
  }
  return result;
}

// The part of a value that a JSON Pointer names.
const Value* part_at(const Value& whole, std::string_view pointer) {
  const Value* part = &whole;
  bool is_first = true;
  for (const std::string_view piece : Split(pointer, "/")) {
    if (is_first) {
      is_first = false;
      continue;
    }
    const std::string name = replace_all(replace_all(piece, "~1", "/"), "~0", "~");
    if (part->is_map()) {
      part = part->as_map().find(name);
    } else if (part->is_list()) {
      const List& items = part->as_list();
      std::size_t index = 0;
      for (const char digit : name) index = index * 10 + static_cast<std::size_t>(digit - '0');
      part = index < items.size() ? &items[index] : nullptr;
    } else {
      part = nullptr;
    }
    if (part == nullptr) return nullptr;
  }
  return part;
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

std::string origins_text(const Map& outcome, const Map& workspace) {
  if (outcome.contains("textMap") && !outcome.contains("value")) return stretches_text(outcome, workspace);
  const Value* origins = outcome.find("origins");
  const Value* value = outcome.find("value");
  if (origins == nullptr || value == nullptr) return {};
  std::string text;
  const auto add = [&](std::string_view pointer, const Value& chain) {
    const Value* part = part_at(*value, pointer);
    if (!pointer.empty()) text += std::string(pointer) + (part == nullptr ? "" : " = " + short_json(*part, 60)) + "\n";
    text += chain_text(chain, nullptr, workspace, pointer.empty() ? "" : "  ");
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
