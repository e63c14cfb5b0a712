// Ansible's documentation shows values of templates in comments:
//
//   # list1: [1, 2, 2]           a variable, in a comment or as YAML
//   {{ list1 | unique }}         a template, alone or as the value of a key
//   # => [1, 2]                  its value; deeper comments below continue it
//
// Each value is an example of its own.

#include <algorithm>
#include <optional>

#include "base/text/text.hpp"
#include "cli/check_docs/example.hpp"
#include "cli/check_docs/lines.hpp"
#include "data/yaml/load.hpp"
#include "data/yaml/parse.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

constexpr std::string_view arrow = "=>";

std::optional<Value> value_of_yaml(const std::string& text) {
  try {
    Budget budget;
    Sources sources;
    return load_yaml(parse_yaml(sources, sources.add_file("value", text), budget), sources, budget);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

// Variables that only a run has. Many functions accept them undefined.
bool names_host(std::string_view text) {
  constexpr std::string_view names[] = {"inventory_hostname", "hostvars", "ansible_facts", "groups["};
  return std::any_of(std::begin(names), std::end(names),
                     [&](std::string_view name) { return text.find(name) != std::string_view::npos; });
}

bool is_identifier(std::string_view name) {
  return !name.empty() && name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
                              std::string_view::npos;
}

// Reads the lines of a block from top to bottom: what was read since the last value belongs to the next one.
class ValueReader {
 public:
  ValueReader(std::string_view file, const Block& block) : file_(file), block_(block), lines_(lines_of(block.text)) {}

  std::vector<Example> read() {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const std::string_view line = trim(lines_[i].text);
      if (!line.starts_with('#')) {
        pending_.append(lines_[i].text).append("\n");
        continue;
      }
      const std::string_view comment = trim(trim_start(line, "#"));
      if (comment.starts_with(arrow)) {
        i = read_answer(i);
      } else {
        add_variable(comment);
      }
    }
    place_answers();
    return std::move(examples_);
  }

 private:
  // "list1: [1, 2]"; anything else is prose.
  void add_variable(std::string_view text) {
    const std::size_t colon = text.find(": ");
    if (colon == std::string_view::npos || !is_identifier(text.substr(0, colon))) return;
    const auto value = value_of_yaml(std::string(text.substr(colon + 2)));
    const bool is_prose = value && value->is_string() && value->as_string().find(' ') != std::string_view::npos;
    if (value && !is_prose) vars_.set(text.substr(0, colon), *value);
  }

  // Returns the last line of the answer.
  std::size_t read_answer(std::size_t at) {
    const std::string_view text = block_.text;
    const std::size_t first = text.find(arrow, lines_[at].begin) + arrow.size();
    std::size_t begin = std::min(text.find_first_not_of(" \t", first), text.size());
    begin = std::min(begin, lines_[at].begin + lines_[at].text.size());
    std::size_t last = at;
    const std::size_t hash = lines_[at].text.find('#');
    while (last + 1 < lines_.size() && continues(lines_[last + 1].text, hash)) ++last;
    std::size_t end = lines_[last].begin + trim_end(lines_[last].text, " \t").size();
    std::string shown(text.substr(begin, end - begin));
    if (last > at) shown = without_comment_marks(shown);
    // 'text' and "text" are texts; the place is between the quotes.
    const char quote = shown.empty() ? '\0' : shown.front();
    if (last == at && shown.size() > 1 && (quote == '"' || quote == '\'') && shown.find(quote, 1) == shown.size() - 1) {
      shown = without_escapes(shown.substr(1, shown.size() - 2));
      ++begin;
      --end;
    }
    add_example(shown, begin, end, last == at);
    return last;
  }

  // "#      more", with the "#" in the same column and more space than a comment has.
  static bool continues(std::string_view line, std::size_t hash) {
    if (line.find('#') != hash) return false;
    const std::string_view rest = line.substr(hash + 1);
    return rest.starts_with("  ") && !trim(rest).starts_with(arrow);
  }

  // "a\\nb" as Python writes it.
  static std::string without_escapes(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '\\' || i + 1 == text.size()) {
        result += text[i];
        continue;
      }
      const char escape = text[++i];
      if (escape != 'n' && escape != 't' && escape != '\\' && escape != '\'' && escape != '"') result += '\\';
      result += escape == 'n' ? '\n' : escape == 't' ? '\t' : escape;
    }
    return result;
  }

  static std::string without_comment_marks(std::string_view text) {
    std::string result;
    for (const std::string_view line : Split(text, "\n")) {
      const std::string_view shown = trim_start(line, " \t");
      result.append(shown.starts_with('#') ? shown.substr(1) : line).append("\n");
    }
    return result;
  }

  void add_example(const std::string& shown, std::size_t begin, std::size_t end, bool is_one_line) {
    Example example;
    example.at = block_.at;
    example.shown = Shown{{}, shown, is_one_line ? "" : "yaml", ""};
    example.is_own = false;
    const std::string main = take_template();
    if (main.empty()) {
      example.skipped = "its template is a part of a task or a longer document";
    } else if (names_host(main)) {
      example.skipped = "it needs a host";
    } else if (shown.empty()) {
      example.skipped = "no value is shown";
    }
    example.workspace = {{"dialect", Value::string("jinja2")},
                         {"options", Value::map({{"flavor", Value::string("ansible")}})},
                         {"main", Value::string(main)},
                         {"vars", Value::map(vars_)}};
    ranges_.emplace_back(begin, end);
    examples_.push_back(std::move(example));
  }

  // The template that was read: alone, or as the only value of a map, whose other values are variables.
  std::string take_template() {
    const std::string text(trim(pending_));
    pending_.clear();
    if (text.starts_with("{{") || text.starts_with("{%")) return text;
    const auto value = value_of_yaml(text);
    if (!value) return {};
    if (value->is_string()) return std::string(value->as_string());
    if (!value->is_map()) return {};
    std::string found;
    for (const auto& [key, part] : value->as_map()) {
      const bool is_template = part.is_string() && part.as_string().find("{{") != std::string_view::npos;
      if (!is_template && key.is_string()) vars_.set(key.as_string(), part);
      if (is_template) found = found.empty() ? std::string(part.as_string()) : " ";
    }
    return found == " " ? std::string() : found;
  }

  void place_answers() {
    const std::vector<Place> places = places_within(file_, block_, ranges_);
    for (std::size_t i = 0; i < examples_.size(); ++i) {
      examples_[i].shown->place = places[i];
      examples_[i].shown->place.prefix += "#    ";
    }
  }

  std::string_view file_;
  const Block& block_;
  std::vector<Line> lines_;
  std::string pending_;
  Map vars_;
  std::vector<Example> examples_;
  std::vector<std::pair<std::size_t, std::size_t>> ranges_;  // of the answers, in the block's text
};

}  // namespace

bool has_ansible_values(const Block& block) {
  constexpr std::string_view languages[] = {"yaml+jinja", "jinja", "jinja2", "yaml", "html+jinja"};
  if (std::find(std::begin(languages), std::end(languages), block.language) == std::end(languages)) return false;
  return block.text.find("# =>") != std::string::npos && block.text.find("{{") != std::string::npos;
}

std::vector<Example> ansible_values(std::string_view file, const Block& block) {
  return ValueReader(file, block).read();
}

}  // namespace evalground::cli
