// Reads the documents that policies use as data: YAML, CSV, and files of environment variables. JSON is in
// container.cpp.
//
// What the reference accepts differs from the standards, and policies rely on it. So the readers here follow its rules,
// and not those of the project's YAML loader.
#include "dialects/cfengine/data/documents.hpp"

#include "base/text/ascii.hpp"
#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "data/yaml/events.hpp"
#include "dialects/cfengine/data/container.hpp"

namespace evalground::cfengine {
namespace {

constexpr std::string_view true_words[] = {"true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON", "y", "Y"};
constexpr std::string_view false_words[] = {"false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF", "n", "N"};
constexpr std::string_view null_words[] = {"null", "Null", "NULL", "~", ""};

template <class Words>
bool is_one_of(const Words& words, std::string_view text) {
  for (const std::string_view word : words) {
    if (word == text) return true;
  }
  return false;
}

// Whether a character of a number of JSON may follow another, '\0' at its begin.
bool may_follow(char before, char c, bool has_point, bool has_exponent) {
  const bool is_behind_exponent = before == 'e' || before == 'E';
  switch (c) {
    case '-': return before == '\0' || is_behind_exponent;
    case '+': return is_behind_exponent;
    case '.': return is_ascii_digit(before) && !has_point && !has_exponent;
    case 'e':
    case 'E': return is_ascii_digit(before) && !has_exponent;
    default: return is_ascii_digit(c);
  }
}

// Whether a word is a number of JSON; zeros may lead behind a sign: -07.
bool is_number_word(std::string_view word, bool& is_real) {
  char before = '\0';
  bool has_exponent = false;
  for (const char c : word) {
    if (!may_follow(before, c, is_real, has_exponent)) return false;
    is_real = is_real || c == '.';
    has_exponent = has_exponent || c == 'e' || c == 'E';
    before = c;
  }
  const bool has_leading_zero = word.size() > 1 && word[0] == '0' && is_ascii_digit(word[1]);
  return is_ascii_digit(before) && !has_leading_zero && (is_real || !has_exponent);
}

// A number at the beginning of a plain text, ended by a blank, a comma or a closing bracket: `2 c` is 2. With a point
// it is a real number, otherwise an integer.
Value number_value(std::string_view text) {
  const std::string_view word = text.substr(0, text.find_first_of(" \t\r\n,]}"));
  bool is_real = false;
  if (!is_number_word(word, is_real)) return {};
  if (is_real) return Value::object(make_ref<Number>(word, true));
  const bool is_negative = word.starts_with('-');
  const ParsedNumber<std::int64_t> digits = parse_digits(word.substr(is_negative ? 1 : 0), 10, is_negative);
  return digits ? Value::integer(digits.value) : Value();
}

Value boolean_value(std::string_view text) {
  if (is_one_of(true_words, text)) return Value::boolean(true);
  if (is_one_of(false_words, text)) return Value::boolean(false);
  return {};
}

// A scalar without quotes. The order matters: `y` is true, `~` is null, `1` is a number, anything else is text.
Value plain_value(std::string_view text) {
  if (const Value boolean = boolean_value(text); !boolean.is_undefined()) return boolean;
  if (is_one_of(null_words, text)) return Value::null();
  const Value number = number_value(text);
  return number.is_undefined() ? Value::string(text) : number;
}

// The quotes of a tagged scalar are ignored: `!!int "3"` is a number, `!!int x` and `!!str 3` are texts.
Value scalar_value(const YamlEvent& event) {
  constexpr std::string_view core = "tag:yaml.org,2002:";
  if (event.tag.empty()) return event.style == YamlStyle::plain ? plain_value(event.text) : Value::string(event.text);
  if (event.tag == "!") return plain_value(event.text);
  const std::string_view type = event.tag.starts_with(core) ? event.tag.substr(core.size()) : std::string_view();
  Value value;
  if (type == "int" || type == "float") value = number_value(event.text);
  if (type == "bool") value = boolean_value(event.text);
  if (type == "null" && is_one_of(null_words, event.text)) value = Value::null();
  return value.is_undefined() ? Value::string(event.text) : value;
}

// Reads the first document of a YAML text. Keeps the part before an error: "a: [1, " gives {"a": [1]}.
class YamlReader {
 public:
  YamlReader(Sources& sources, std::uint32_t file, Budget& budget) : events_(sources, file), budget_(budget) {}

  // Throws Error "yaml-syntax". `root` then holds the part before the error.
  void read(Value& root) {
    while (next()) {
      if (event_.type == YamlEvent::Type::document_end) return;
      if (is_node()) read_node(root);
    }
  }

 private:
  bool next() {
    budget_.step();
    event_ = events_.next();
    return event_.type != YamlEvent::Type::stream_end;
  }

  // Aliases are not nodes: they are not followed.
  bool is_node() const {
    return event_.type == YamlEvent::Type::scalar || event_.type == YamlEvent::Type::sequence_start ||
           event_.type == YamlEvent::Type::mapping_start;
  }

  // Fills `value` in place, so that everything read so far is in the result when the parser throws.
  void read_node(Value& value) {
    if (event_.type == YamlEvent::Type::scalar) {
      value = scalar_value(event_);
      return;
    }
    const Depth depth = budget_.enter();
    if (event_.type == YamlEvent::Type::sequence_start) {
      value = Value::list();
      while (next() && event_.type != YamlEvent::Type::sequence_end) {
        if (is_node()) read_node(value.edit_list().emplace_back());
      }
      return;
    }
    value = Value::map();
    while (next() && event_.type != YamlEvent::Type::mapping_end) read_pair(value);
  }

  // Drops a pair if its key is an alias or a collection, or its value is an alias.
  void read_pair(Value& mapping) {
    const bool has_key = event_.type == YamlEvent::Type::scalar;
    const std::string key(has_key ? event_.text : std::string_view());
    Value ignored;
    if (!has_key && is_node()) read_node(ignored);
    next();
    if (!is_node()) return;
    if (!has_key) return read_node(ignored);
    Map& entries = mapping.edit_map();
    entries.set(key, Value::null());
    read_node(*entries.find_for_edit(Value::string(key)));
  }

  YamlEvents events_;
  Budget& budget_;
  YamlEvent event_{};
};

// The value of a line `KEY=value`. An opening quote ends at the next quote of the same kind, and the rest is ignored.
// Without a closing quote, the value goes to the end of the line. A backslash escapes the next character. Nothing when
// a value without quotes contains a quote.
std::optional<std::string> env_value(std::string_view text) {
  text = trim(text);
  const char mark = !text.empty() && (text[0] == '"' || text[0] == '\'') ? text[0] : '\0';
  if (mark != '\0') text.remove_prefix(1);
  std::string value;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\\') {
      if (++at < text.size()) value += text[at];
    } else if (mark != '\0' && c == mark) {
      break;
    } else if (mark == '\0' && (c == '"' || c == '\'')) {
      return std::nullopt;
    } else {
      value += c;
    }
  }
  return value;
}

}  // namespace

// Nothing for a relative path, a missing file, or a folder.
std::optional<std::string_view> file_text(const Context& context, std::string_view path) {
  if (!path.starts_with('/')) return std::nullopt;
  const std::optional<std::string> name = Files::resolve(path);
  const Value* content = name ? context.files.find(*name) : nullptr;
  if (content == nullptr) return std::nullopt;
  return content->is_string() ? content->as_string() : content->as_bytes();
}

bool is_folder(const Context& context, std::string_view path) {
  if (!path.starts_with('/')) return false;
  const std::optional<std::string> name = Files::resolve(path);
  return name && context.files.find(*name) == nullptr && context.files.is_directory(*name);
}

// "a\n" -> "a", but a text of several lines keeps its last line end.
std::string_view without_single_line_end(std::string_view text) {
  const std::size_t end = text.find_first_of("\r\n");  // a line that ends with \r\n is followed by an empty one
  if (end == std::string_view::npos || text.substr(end) != "\n") return text;
  text.remove_suffix(1);
  return text;
}

// Zero and negative numbers mean no limit.
std::string_view first_bytes(std::string_view text, std::int64_t most) {
  if (most <= 0 || static_cast<std::uint64_t>(most) >= text.size()) return text;
  return text.substr(0, static_cast<std::size_t>(most));
}

// A mistake is returned and not thrown, because the part before it is used.
YamlReading read_yaml(std::string_view text, Budget& budget) {
  Sources sources;  // its places are not in any file of the workspace
  const std::uint32_t file = sources.add_file("text", std::string(text));
  YamlReading reading;
  try {
    YamlReader(sources, file, budget).read(reading.value);
  } catch (const Error& error) {
    reading.mistake = "The YAML text is wrong: " + error.diagnostic.message;
    if (error.diagnostic.where != 0) {
      const Origin& origin = sources.origin(error.diagnostic.where);
      reading.mistake = "In line " + std::to_string(sources.position(origin.file, origin.begin).line) +
                        " of the YAML text: " + error.diagnostic.message;
    }
  }
  return reading;
}

namespace {

// Reads RFC 4180's form: records end with \r\n, quoted fields may contain any character, and two quotes are one. A line
// feed alone is part of a field.
// Within quotes anything may stand; a quote within other text, and text behind quotes, spoil their record.
class CsvReader {
 public:
  CsvReader(std::string_view text, Budget& budget, const CsvReading& reading)
      : text_(text), budget_(budget), reading_(reading) {}

  Value read() {
    for (std::size_t at = 0; at < text_.size(); ++at) {
      if (at % 64 == 0) budget_.step();
      if (part_ == Part::quoted) {
        at += take_quoted(at) - 1;
      } else if (text_[at] == '\r' && next_is(at, '\n')) {
        ++at;
        if (at >= reading_.most_bytes) return Value::list(std::move(rows_));
        end_record(at + 1);
      } else {
        take(text_[at]);
      }
    }
    // A last record may lack its line end; a record cut off within quotes or a line end is dropped.
    const bool is_whole = has_record_ && part_ != Part::quoted && !text_.ends_with('\r');
    if (is_whole && text_.size() <= reading_.most_bytes) end_record(text_.size());
    return Value::list(std::move(rows_));
  }

 private:
  enum class Part { begin, plain, quoted, closed };  // of a field

  bool next_is(std::size_t at, char c) const { return at + 1 < text_.size() && text_[at + 1] == c; }

  // How many characters were taken: two quotes within quotes are one.
  std::size_t take_quoted(std::size_t at) {
    if (text_[at] == '"' && !next_is(at, '"')) {
      part_ = Part::closed;
      return 1;
    }
    field_ += text_[at];
    return text_[at] == '"' ? 2 : 1;
  }

  void take(char c) {
    has_record_ = true;
    if (c == '"') {
      if (part_ != Part::begin) is_spoiled_ = true;
      part_ = Part::quoted;
    } else if (c == ',') {
      end_field();
    } else {
      if (part_ == Part::closed) is_spoiled_ = true;
      if (part_ == Part::begin) part_ = Part::plain;
      field_ += c;
    }
  }

  void end_field() {
    row_.push_back(Value::string(field_));
    field_.clear();
    part_ = Part::begin;
  }

  void end_record(std::size_t end) {
    end_field();
    const bool is_comment = reading_.has_comments && text_[begin_] == '#';
    if (!is_spoiled_ && !is_comment) rows_.push_back(Value::list(std::move(row_)));
    row_ = {};
    is_spoiled_ = has_record_ = false;
    begin_ = end;
  }

  std::string_view text_;
  Budget& budget_;
  const CsvReading& reading_;
  List rows_;
  List row_;
  std::string field_;
  Part part_ = Part::begin;
  bool is_spoiled_ = false;
  bool has_record_ = false;  // something of the record has been read
  std::size_t begin_ = 0;    // of the record
};

}  // namespace

// A list of records, each a list of texts. Spoiled records are left out without a message.
Value read_csv(std::string_view text, Budget& budget, const CsvReading& reading) {
  return CsvReader(text, budget, reading).read();
}

// `KEY=value` lines. Comments, and lines without "=", are skipped.
Value read_env(std::string_view text, Budget& budget, std::uint64_t most_bytes) {
  Map entries;
  std::uint64_t bytes = 0;  // without line ends
  for (std::string_view line : lines_of(text, LineEnd::newline)) {
    budget.step();
    bytes += line.size();
    if (bytes > most_bytes) break;
    line = trim(line);
    const std::size_t equals = line.find('=');
    if (line.empty() || line[0] == '#' || equals == std::string_view::npos) continue;
    const std::string_view key = trim(line.substr(0, equals));
    const std::optional<std::string> value = env_value(line.substr(equals + 1));
    if (!key.empty() && value) entries.set(key, Value::string(*value));
  }
  return Value::map(std::move(entries));
}

std::vector<std::string_view> lines_of(std::string_view text, LineEnd ends) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (ends == LineEnd::any && line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return lines;
}

}  // namespace evalground::cfengine
