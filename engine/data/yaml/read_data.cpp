// Data in whatever format a user pastes it: JSON, JSON lines, YAML, YAML with several documents, or a table (CSV).
//
// Only the content decides. YAML accepts nearly every text, so the other formats are recognized by what they need: JSON
// lines have a JSON value on every line, a table has a row of names, and as many cells in each row.
#include "data/yaml/read_data.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "base/text/text.hpp"
#include "data/yaml/load.hpp"
#include "data/yaml/parse.hpp"
#include "source/diagnostic.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

// A JSON value on each of at least two lines; undefined for any other text.
// One line alone is ordinary JSON.
Value read_json_lines(std::string_view text, Budget& budget) {
  if (!text.starts_with('{') && !text.starts_with('[')) return {};
  List items;
  for (const std::string_view line : Split(text, "\n")) {
    budget.step();
    if (trim(line).empty()) continue;
    try {
      items.push_back(parse_json(trim(line), budget));
    } catch (const Error&) {
      return {};
    }
  }
  return items.size() < 2 ? Value() : Value::list(std::move(items));
}

// Reads the cells of the next row of a table, with quotes removed. Returns false at the end, or when a quote is never
// closed.
class TableRows {
 public:
  TableRows(std::string_view text, char separator) : rest_(text), separator_(separator) {}

  struct Cell {
    std::string text;
    bool is_quoted = false;
  };

  bool next(std::vector<Cell>& cells) {
    cells.clear();
    if (rest_.empty()) return false;
    while (true) {
      Cell& cell = cells.emplace_back();
      if (rest_.starts_with('"')) {
        if (!take_quoted(cell)) return fail();
      } else {
        const std::size_t end = rest_.find_first_of(ends());
        cell.text = trim(rest_.substr(0, end));
        rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end);
      }
      if (rest_.starts_with(separator_)) {
        rest_.remove_prefix(1);
        continue;
      }
      if (rest_.starts_with("\r\n")) rest_.remove_prefix(1);
      if (!rest_.empty() && rest_[0] != '\n' && rest_[0] != '\r') return fail();
      if (!rest_.empty()) rest_.remove_prefix(1);
      return true;
    }
  }

  bool is_wrong = false;

 private:
  bool fail() {
    is_wrong = true;
    return false;
  }
  const char* ends() const { return separator_ == ',' ? ",\r\n" : separator_ == ';' ? ";\r\n" : "\t\r\n"; }

  bool take_quoted(Cell& cell) {
    cell.is_quoted = true;
    rest_.remove_prefix(1);
    while (true) {
      const std::size_t end = rest_.find('"');
      if (end == std::string_view::npos) return false;
      cell.text += rest_.substr(0, end);
      rest_.remove_prefix(end + 1);
      if (!rest_.starts_with('"')) return true;
      cell.text += '"';
      rest_.remove_prefix(1);
    }
  }

  std::string_view rest_;
  char separator_;
};

// `12` and `true` are values, as in JSON. `007` stays text, and so does everything in quotes.
Value cell_value(const TableRows::Cell& cell, Budget& budget) {
  const std::string_view text = cell.text;
  const bool may_be_json = !cell.is_quoted && !text.empty() &&
                           (text == "true" || text == "false" || text.find_first_of("0123456789") != std::string::npos);
  if (may_be_json && text[0] != '"' && text[0] != '[' && text[0] != '{') {
    try {
      return parse_json(text, budget);
    } catch (const Error&) {
      return Value::string(text);  // 2024-01-01, 007
    }
  }
  return Value::string(text);
}

// A table of at least two columns and two rows, with names in the first row; undefined for any other text.
Value read_table(std::string_view text, char separator, Budget& budget) {
  TableRows rows(text, separator);
  std::vector<TableRows::Cell> names;
  if (!rows.next(names) || names.size() < 2) return {};
  List items;
  std::vector<TableRows::Cell> cells;
  while (rows.next(cells)) {
    budget.step(cells.size());
    if (cells.size() == 1 && cells[0].text.empty() && !cells[0].is_quoted) continue;  // an empty line
    if (cells.size() != names.size()) return {};
    Map item;
    for (std::size_t at = 0; at < cells.size(); ++at) {
      item.set(Value::string(names[at].text), cell_value(cells[at], budget));
    }
    items.push_back(Value::map(std::move(item)));
  }
  return rows.is_wrong || items.empty() ? Value() : Value::list(std::move(items));
}

// The first separator that makes a table of the whole text is taken.
Value read_table(std::string_view text, Budget& budget) {
  const std::string_view first = text.substr(0, text.find('\n'));
  for (const char separator : {',', '\t', ';'}) {
    if (first.find(separator) == std::string_view::npos) continue;
    Value table = read_table(text, separator, budget);
    if (!table.is_undefined()) return table;
  }
  return {};
}

}  // namespace

Value read_data(Sources& sources, std::uint32_t file, Budget& budget, YamlRules rules) {
  const std::string_view text = trim(sources.text(file));
  if (Value lines = read_json_lines(text, budget); !lines.is_undefined()) return lines;
  YamlLoadOptions options;
  options.rules = rules;
  options.last_duplicate_wins = rules != YamlRules::yaml_1_2;
  try {
    const std::vector<Document> documents = parse_yaml_stream(sources, file, budget);
    if (documents.empty()) return Value::null();
    if (documents.size() == 1) {
      Value value = load_yaml(documents[0], sources, budget, options);
      // A table is also valid YAML: one plain scalar of several lines.
      if (!value.is_string() || !documents[0].root->is_plain_scalar()) return value;
      Value table = read_table(text, budget);
      return table.is_undefined() ? value : table;
    }
    List items;
    for (const Document& document : documents) {
      Value value = load_yaml(document, sources, budget, options);
      if (!value.is_null()) items.push_back(std::move(value));
    }
    return Value::list(std::move(items));
  } catch (const Error&) {
    // Quotes or a colon in a table make it invalid YAML.
    Value table = read_table(text, budget);
    if (table.is_undefined()) throw;
    return table;
  }
}

}  // namespace evalground
