#include "cli/candidates.hpp"

#include <algorithm>
#include <vector>

#include "base/alignment.hpp"
#include "cli/differences.hpp"
#include "cli/outcome_of.hpp"
#include "cli/report.hpp"
#include "cli/utf16_cursor.hpp"
#include "value/members.hpp"

namespace evalground::cli {
namespace {

constexpr std::size_t most_others_shown = 10;

std::string text_of(const Map& workspace, const std::string& file) {
  const List path = path_of_text(workspace, file);
  const Value* value = workspace.find(path[0]);
  if (value != nullptr && path.size() == 2) value = value->as_map().find(path[1]);
  return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

std::string others_text(const Map& candidate) {
  std::string text;
  const List& others = list_member(candidate, "others");
  for (std::size_t at = 0; at < others.size() && at < most_others_shown; ++at) {
    const Map& other = others[at].as_map();
    const auto value = [&](std::string_view key) { return other.contains(key) ? *other.find(key) : Value(); };
    const Difference difference{list_member(other, "path"), value("before"), value("after")};
    text += "   also changes " + path_text(difference.path) + ": " + change_text(difference) + "\n";
  }
  if (others.size() > most_others_shown) {
    text += "   and " + std::to_string(others.size() - most_others_shown) + " other values\n";
  }
  return text;
}

}  // namespace

std::string asked_path(std::string path, const Map& workspace) {
  // A line of a file: "site.yml:6".
  if (map_member(workspace, "files").contains(path.substr(0, path.find(':')))) return path;
  // A variable of a host is a map of its value and where that comes from.
  const bool is_host = text_at(workspace, "operation") == "host" && !path.starts_with('/') && !path.starts_with('$') &&
                       !path.starts_with("variables.");
  if (is_host) {
    const std::size_t end = std::min(path.find_first_of(".["), path.size());
    path = "variables." + path.substr(0, end) + ".value" + path.substr(end);
  }
  return path;
}

List path_of_text(const Map& workspace, const std::string& file) {
  const Value* files = workspace.find("files");
  if (files != nullptr && files->is_map() && files->as_map().contains(file)) {
    return {Value::string("files"), Value::string(file)};
  }
  return {Value::string(file == "<expression>" ? "expression" : "main")};
}

Edited edited(const Map& workspace, const Map& edit) {
  Edited result{.file = std::string(text_at(edit, "file")), .is_new = edit.contains("creates")};
  if (!result.is_new) result.before = text_of(workspace, result.file);
  Utf16Cursor cursor(result.before);
  const std::size_t from = cursor.byte_at(count_member(edit, "from"));
  const std::size_t to = cursor.byte_at(count_member(edit, "to"));
  result.after = result.before.substr(0, from) + std::string(text_at(edit, "text")) + result.before.substr(to);
  return result;
}

std::string hunk(const Edited& text, std::size_t context, std::string_view indent, bool has_header) {
  const auto before = lines_of(text.before);
  const auto after = lines_of(text.after);
  const CommonEnds ends =
      common_ends(before.size(), after.size(), [&](std::size_t a, std::size_t b) { return before[a] == after[b]; });
  const std::size_t begin = ends.head - std::min(ends.head, context);
  const std::size_t tail = std::min(ends.tail, context);
  std::string result;
  const auto add = [&](char mark, std::string_view line) {
    result.append(indent) += mark;
    result.append(line);
    if (!line.ends_with('\n')) result += has_header ? "\n\\ No newline at end of file\n" : "\n";
  };
  if (has_header) {
    const auto range = [&](std::size_t count) {
      return std::to_string(count == 0 ? begin : begin + 1) + "," + std::to_string(count);
    };
    const std::size_t removed = before.size() - ends.tail - begin + tail;
    const std::size_t added = after.size() - ends.tail - begin + tail;
    result += (text.is_new ? "--- /dev/null\n" : "--- a/" + text.file + "\n") + "+++ b/" + text.file + "\n@@ -" +
              range(removed) + " +" + range(added) + " @@\n";
  }
  for (std::size_t at = begin; at < ends.head; ++at) add(' ', before[at]);
  for (std::size_t at = ends.head; at < before.size() - ends.tail; ++at) add('-', before[at]);
  for (std::size_t at = ends.head; at < after.size() - ends.tail; ++at) add('+', after[at]);
  for (std::size_t at = before.size() - ends.tail; at < before.size() - ends.tail + tail; ++at) add(' ', before[at]);
  return result;
}

std::string candidate_text(std::size_t number, const Map& candidate, const Map& workspace, bool shows_lines) {
  std::string text = "\n" + std::to_string(number) + ". " + std::string(text_at(candidate, "title")) + ". " +
                     std::string(text_at(candidate, "reason")) + "\n";
  for (const Value& edit : list_member(candidate, "edits")) {
    if (shows_lines) text += hunk(edited(workspace, edit.as_map()), 0, "   ", false);
  }
  for (const Value& one : list_member(candidate, "changes")) {
    text += "   " + std::string(text_at(one.as_map(), "path")) + ": " + short_json(*one.as_map().find("value")) + "\n";
  }
  return text + others_text(candidate);
}

std::string bound_text(const Map& answer) {
  std::string notes;
  for (const Value& note : list_member(answer, "notes")) notes += "\n" + std::string(note.as_string()) + "\n";
  const std::string_view bound = text_at(answer, "bound");
  if (bound.empty()) return notes;
  const std::string_view reason = bound == "time"     ? "by its time; --time gives more"
                                  : bound == "trials" ? "by its number of evaluations; --trials gives more"
                                                      : "because it was interrupted";
  return notes + "\nThe search ended " + std::string(reason) +
         ". Changes that were not tried: " + std::to_string(count_member(answer, "untried")) + ".\n";
}

}  // namespace evalground::cli
