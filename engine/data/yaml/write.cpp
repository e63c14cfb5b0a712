// Values as YAML that reads back equal, by the rules of both YAML 1.1 and 1.2. Text that either would read differently
// (`no`, `1_000`, `0o7`, `2024-01-01`) is quoted. The form is ruamel.yaml's: block style, a literal block for text of
// several lines, "? " before a long key.
#include "data/yaml/write.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "base/text/any_of.hpp"
#include "base/text/encoding.hpp"
#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "data/yaml/schema.hpp"
#include "source/diagnostic.hpp"
#include "value/big_integer.hpp"
#include "value/map.hpp"
#include "value/object.hpp"

namespace evalground {
namespace {

// A longer key follows "? ". YAML allows simple keys of up to 1024 characters, but ruamel.yaml writes only shorter ones
// than 128.
constexpr std::size_t longest_simple_key = 128;

// Characters that may appear unescaped in a document. Tabs and line breaks are handled separately.
bool is_yaml_printable(char32_t point) {
  return (point >= 0x20 && point < 0x7F) || (point >= 0xA0 && point < 0xD800 && point != 0x2028 && point != 0x2029) ||
         (point >= 0xE000 && point <= 0xFFFD && point != 0xFEFF) || point >= 0x10000;
}

bool all_printable(std::string_view text, std::string_view also_allowed) {
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    const bool is_allowed = point.size == 1 && also_allowed.find(text[at]) != std::string_view::npos;
    if (!is_allowed && (!is_yaml_printable(point.value) || !point.valid())) return false;
    at += point.size;
  }
  return true;
}

// True when printable text without line breaks needs no quotes in block style.
// Tested by reading, not by a list of words: whatever plain_type() of either version would not take as text is quoted.
bool reads_back_plain(std::string_view text) {
  if (text.empty() || text.front() == ' ' || text.back() == ' ' || text.back() == ':') return false;
  if (text.starts_with("---") || text.starts_with("...")) return false;
  const char first = text[0];
  if (is_any_of(first, ",[]{}#&*!|>'\"%@`")) return false;
  if (is_any_of(first, "-?:") && (text.size() == 1 || text[1] == ' ')) return false;
  if (text.find(": ") != std::string_view::npos || text.find(" #") != std::string_view::npos) return false;
  return text != "=" && plain_type(text, YamlRules::yaml_1_1) == PlainType::text &&
         plain_type(text, YamlRules::yaml_1_2) == PlainType::text;
}

// True when the text reads back from a literal block: its first line shows the indentation, and no line is only spaces.
bool reads_back_literal(std::string_view text) {
  if (text.find('\n') == std::string_view::npos || ascii_whitespace.find(text[0]) != std::string_view::npos)
    return false;
  for (const std::string_view line : Split(text, "\n")) {
    if (!line.empty() && trim(line).empty()) return false;
  }
  return all_printable(text, "\n\t");
}

// YAML's own letters, of which JSON lacks most: \e, \N, \L, \P.
std::string escape_of(char32_t point) {
  switch (point) {
    case 0: return "\\0";
    case '\a': return "\\a";
    case '\b': return "\\b";
    case '\t': return "\\t";
    case '\n': return "\\n";
    case '\v': return "\\v";
    case '\f': return "\\f";
    case '\r': return "\\r";
    case 0x1B: return "\\e";
    case '"': return "\\\"";
    case '\\': return "\\\\";
    case 0x85: return "\\N";
    case 0x2028: return "\\L";
    case 0x2029: return "\\P";
    default: break;
  }
  const int digits = point <= 0xFF ? 2 : point <= 0xFFFF ? 4 : 8;
  std::string result = digits == 2 ? "\\x" : digits == 4 ? "\\u" : "\\U";
  for (int digit = digits - 1; digit >= 0; --digit) result += "0123456789ABCDEF"[(point >> (4 * digit)) & 0xFU];
  return result;
}

std::string double_quoted(std::string_view text) {
  std::string result = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    if (is_yaml_printable(point.value) && point.value != '"' && point.value != '\\') {
      append_code_point(result, point.value);
    } else {
      result += escape_of(point.value);
    }
    at += point.size;
  }
  return result + "\"";
}

// Single quotes if possible: only double quotes have escapes.
std::string quoted(std::string_view text) {
  return all_printable(text, "") ? "'" + replace_all(text, "'", "''") + "'" : double_quoted(text);
}

std::string yaml_binary(std::string_view bytes) {
  return "!!binary \"" + encode_base64(bytes, Base64Alphabet::standard, Padding::present) + "\"";
}

bool is_collection(const Value& value) {
  return value.kind() == Kind::list || value.kind() == Kind::tuple || value.is_map() || value.kind() == Kind::set;
}

bool is_empty_collection(const Value& value) {
  return value.is_map() || value.kind() == Kind::set ? value.as_map().empty() : value.as_list().empty();
}

// A scalar on one line, in block style. Handles null.
// Numbers are written as they read back: 1e16 needs a point for YAML 1.1, see yaml_real_text().
std::string scalar_text(const Value& value) {
  switch (value.kind()) {
    case Kind::undefined:
    case Kind::null: return "null";
    case Kind::boolean: return value.as_boolean() ? "true" : "false";
    case Kind::integer: return std::to_string(value.as_integer());
    case Kind::real: return yaml_real_text(value.as_real());
    case Kind::bytes: return yaml_binary(value.as_bytes());
    case Kind::string: {
      const std::string_view text = value.as_string();
      return all_printable(text, "") && reads_back_plain(text) ? std::string(text) : quoted(text);
    }
    case Kind::object:
      if (const auto* integer = object_cast<BigInteger>(value)) return integer->number.text();
      break;
    default: break;
  }
  const std::string_view name = value.is_object() ? value.as_object().type_name() : kind_name(value.kind());
  throw Error("yaml-unwritable", "A " + std::string(name) + " cannot be written here as YAML.", value.origin());
}

class YamlWriter {
 public:
  YamlWriter(Budget& budget, const YamlLayout& layout) : budget_(budget), layout_(layout) {}

  // A document that is only a plain scalar ends in "...", as ruamel.yaml writes it.
  std::string write(const Value& value) {
    if (is_collection(value)) {
      add_collection(value, 0);
    } else {
      add_scalar(value, 0);
      const bool is_plain = !is_any_of(text_[0], "\"'|!");
      if (is_plain) add("...\n");
    }
    return std::move(text_);
  }

 private:
  void add(std::string_view text) {
    budget_.output(text.size());
    text_ += text;
  }

  void add_indent(std::size_t indent) { add(std::string(indent, ' ')); }

  // Adds the rest of a line, and the lines of a literal block below a parent at `indent`.
  // An object that has a tag, such as a vault, keeps it: `!vault |` and its text.
  void add_scalar(const Value& value, std::size_t indent) {
    const auto tagged = value.is_object() ? value.as_object().tagged_text() : std::nullopt;
    if (tagged) {
      add(tagged->tag);
      add(" ");
      return add_scalar(Value::string(tagged->text), indent);
    }
    if (value.is_string() && reads_back_literal(value.as_string())) {
      add_literal(value.as_string(), indent + layout_.indent);
    } else {
      add(scalar_text(value));
      add("\n");
    }
  }

  // The header says how many line breaks the text ends in: `|-` none, `|` one, `|+` all of them. An empty line has no
  // indentation, or it would end in blanks.
  void add_literal(std::string_view text, std::size_t indent) {
    add(!text.ends_with('\n') ? "|-\n" : text.ends_with("\n\n") ? "|+\n" : "|\n");
    if (text.ends_with('\n')) text.remove_suffix(1);
    for (const std::string_view line : Split(text, "\n")) {
      budget_.step();
      if (!line.empty()) add_indent(indent);
      add(line);
      add("\n");
    }
  }

  // Adds a collection after "- ", ": " or at the start. The first entry continues the line, which is at `indent`.
  void add_collection(const Value& value, std::size_t indent) {
    const Depth depth = budget_.enter();
    if (value.kind() == Kind::set) {
      add(value.as_map().empty() ? "!!set {}\n" : "!!set\n");
      for (const auto& entry : value.as_map()) {
        budget_.step();
        add_indent(indent);
        add("? ");
        add_key(entry.key);
        add("\n");
      }
    } else if (is_empty_collection(value)) {
      add(value.is_map() ? "{}\n" : "[]\n");
    } else if (value.is_map()) {
      bool is_first = true;
      for (const auto& [key, item] : value.as_map()) {
        budget_.step();
        if (!std::exchange(is_first, false)) add_indent(indent);
        add_entry(key, item, indent);
      }
    } else {
      bool is_first = true;
      for (const Value& item : value.as_list()) {
        budget_.step();
        if (!std::exchange(is_first, false)) add_indent(indent);
        add("-");
        add_behind_indicator(item, indent);
      }
    }
  }

  // Only the written key shows whether it is too long, so its question mark is inserted afterwards.
  void add_entry(const Value& key, const Value& value, std::size_t indent) {
    const std::size_t before = text_.size();
    const bool is_tuple = key.kind() == Kind::tuple;
    if (is_tuple) add("? ");
    add_key(key);
    if (is_tuple || text_.size() - before > longest_simple_key) {
      if (!is_tuple) {
        text_.insert(before, "? ");
        budget_.output(2);
      }
      add("\n");
      add_indent(indent);
      add(":");
      add_behind_indicator(value, indent);
    } else {
      add(":");
      add_behind_key(value, indent);
    }
  }

  // On the same line: an item of a list, or the value of a key after "?".
  // `- a: 1` puts the first entry of a map on the line of the dash, which is why a collection begins in the middle of a
  // line. Null has no text here: `a:` reads back as null.
  void add_behind_indicator(const Value& value, std::size_t indent) {
    if (value.is_null() || value.is_undefined()) return add("\n");
    add(" ");
    if (is_collection(value)) {
      add_collection(value, indent + 2);
    } else {
      add_scalar(value, indent);
    }
  }

  void add_behind_key(const Value& value, std::size_t indent) {
    if (is_collection(value) && value.kind() != Kind::set && !is_empty_collection(value)) {
      const std::size_t inner = indent + (value.is_map() ? layout_.indent : layout_.dash);
      add("\n");
      add_indent(inner);
      add_collection(value, inner);
    } else {
      add_behind_indicator(value, indent);
    }
  }

  // A key on one line. A tuple has the form `[a, 1]`.
  void add_key(const Value& key) {
    if (key.kind() != Kind::tuple) return add(scalar_text(key));
    const Depth depth = budget_.enter();
    add("[");
    bool is_first = true;
    for (const Value& item : key.as_list()) {
      budget_.step();
      if (!std::exchange(is_first, false)) add(", ");
      if (item.is_string()) {
        add(double_quoted(item.as_string()));  // in flow style, more texts would not read back plain
      } else {
        add_key(item);
      }
    }
    add("]");
  }

  Budget& budget_;
  YamlLayout layout_;
  std::string text_;
};

// `{a: [1, 2], "b:c": x}` on one line, for a part of a flow collection.
class FlowWriter {
 public:
  explicit FlowWriter(Budget& budget) : budget_(budget) {}

  std::string write(const Value& value) {
    add_value(value);
    budget_.output(text_.size());
    return std::move(text_);
  }

 private:
  void add_value(const Value& value) {
    budget_.step();
    if (!is_collection(value) || value.kind() == Kind::set) return add_scalar(value);
    const Depth depth = budget_.enter();
    bool is_first = true;
    if (value.is_map()) {
      text_ += '{';
      for (const auto& [key, member] : value.as_map()) {
        if (!std::exchange(is_first, false)) text_ += ", ";
        add_value(key);
        text_ += ": ";
        add_value(member);
      }
      text_ += '}';
    } else {
      text_ += '[';
      for (const Value& item : value.as_list()) {
        if (!std::exchange(is_first, false)) text_ += ", ";
        add_value(item);
      }
      text_ += ']';
    }
  }

  // More texts than in block style need quotes to read back.
  void add_scalar(const Value& value) {
    const bool is_plain = !value.is_string() || value.as_string().find_first_of(",[]{}:?") == std::string_view::npos;
    text_ += is_plain ? scalar_text(value) : quoted(value.as_string());
  }

  Budget& budget_;
  std::string text_;
};

}  // namespace

std::string yaml_real_text(double number) {
  if (std::isnan(number)) return ".nan";
  if (std::isinf(number)) return number > 0 ? ".inf" : "-.inf";
  std::string text = real_text(number);
  const std::size_t exponent = text.find('e');
  if (exponent != std::string::npos && text.find('.') == std::string::npos) text.insert(exponent, ".0");
  return text;
}

std::string write_yaml(const Value& value, Budget& budget, const YamlLayout& layout) {
  return YamlWriter(budget, layout).write(value);
}

std::string write_flow_yaml(const Value& value, Budget& budget) {
  return FlowWriter(budget).write(value);
}

std::string quoted_yaml(std::string_view text, YamlStyle style) {
  return style == YamlStyle::single_quoted ? quoted(text) : double_quoted(text);
}

}  // namespace evalground
