#include "dialects/cfengine/data/documents.hpp"

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "data/yaml/parse.hpp"
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

Value plain_value(std::string_view text) {
  if (is_one_of(true_words, text)) return Value::boolean(true);
  if (is_one_of(false_words, text)) return Value::boolean(false);
  if (is_one_of(null_words, text)) return Value::null();
  if (const auto integer = parse_integer(text)) return Value::integer(integer.value);
  const bool may_be_real = text.find('.') != std::string_view::npos && !text.starts_with('+');
  if (may_be_real && parse_real(text)) return Value::object(make_ref<Number>(text, true));
  return Value::string(text);
}

Value yaml_value(const YamlNode& node, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (node.kind == YamlNode::Kind::scalar) {
    return node.is_plain_scalar() ? plain_value(node.text) : Value::string(node.text);
  }
  if (node.kind == YamlNode::Kind::sequence) {
    List items;
    for (const YamlNode* item : node.items) {
      if (item->kind != YamlNode::Kind::alias) items.push_back(yaml_value(*item, budget));
    }
    return Value::list(std::move(items));
  }
  Map entries;
  for (const YamlPair& pair : node.pairs) {
    if (pair.key->kind != YamlNode::Kind::scalar || pair.value->kind == YamlNode::Kind::alias) continue;
    entries.set(pair.key->text, yaml_value(*pair.value, budget));
  }
  return Value::map(std::move(entries));
}

// The value of a line `KEY=value`. Quotes at its begin end at the next same one, and what follows does not count;
// quotes that no other ends go to the end of the line. A backslash makes the next character plain. Nothing when a value
// without quotes holds one.
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

std::string_view without_single_line_end(std::string_view text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos || end + 1 != text.size()) return text;
  text.remove_suffix(1);
  return text;
}

std::string_view first_bytes(std::string_view text, std::int64_t most) {
  return most <= 0 ? text : text.substr(0, static_cast<std::size_t>(most));
}

Value read_yaml(Context& context, std::string_view text) {
  Sources sources;  // its places are in no file of the workspace
  const std::uint32_t file = sources.add_file("text", std::string(text));
  try {
    const Document document = parse_yaml(sources, file, context.budget);
    return document.root == nullptr ? Value::null() : yaml_value(*document.root, context.budget);
  } catch (const Error& error) {
    std::string message = "The YAML text is wrong: " + error.diagnostic.message;
    if (error.diagnostic.where != 0) {
      const Origin& origin = sources.origin(error.diagnostic.where);
      message = "In line " + std::to_string(sources.position(origin.file, origin.begin).line) +
                " of the YAML text: " + error.diagnostic.message;
    }
    throw Error("yaml-syntax", std::move(message));
  }
}

// Within quotes anything may stand; a quote within other text, and text behind quotes, spoil their record.
Value read_csv(std::string_view text, Budget& budget) {
  enum class Part { begin, plain, quoted, closed };  // of a field
  List rows;
  List row;
  std::string field;
  Part part = Part::begin;
  bool is_spoiled = false;
  bool has_record = false;  // something of the record has been read
  const auto end_field = [&] {
    row.push_back(Value::string(field));
    field.clear();
    part = Part::begin;
  };
  const auto end_record = [&] {
    end_field();
    if (!is_spoiled) rows.push_back(Value::list(std::move(row)));
    row = {};
    is_spoiled = has_record = false;
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (at % 64 == 0) budget.step();
    if (part == Part::quoted) {
      if (c != '"') {
        field += c;
      } else if (at + 1 < text.size() && text[at + 1] == '"') {
        field += text[++at];
      } else {
        part = Part::closed;
      }
      continue;
    }
    if (c == '\r' && at + 1 < text.size() && text[at + 1] == '\n') {
      ++at;
      end_record();
      continue;
    }
    has_record = true;
    if (c == '"') {
      if (part != Part::begin) is_spoiled = true;
      part = Part::quoted;
    } else if (c == ',') {
      end_field();
    } else {
      if (part == Part::closed) is_spoiled = true;
      if (part == Part::begin) part = Part::plain;
      field += c;
    }
  }
  // A last record may lack its line end; one cut off within quotes or a line end is none.
  if (has_record && part != Part::quoted && !text.ends_with('\r')) end_record();
  return Value::list(std::move(rows));
}

Value read_env(std::string_view text, Budget& budget) {
  Map entries;
  for (std::string_view line : lines_of(text)) {
    budget.step();
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
