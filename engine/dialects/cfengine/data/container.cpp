// Data containers: reading, storing and writing the JSON of the language. The agent's own parser (libntech's json.c) is
// more lenient than JSON, and so is this one:
//
//   { port: 80, "names": [ "a" "b", ] }     bare keys, a missing and an extra comma are accepted
//
// Numbers keep their digits as Number objects. A variable stores real numbers with four decimals, and a scalar
// reference shows two.
//
// Hot: compiled for speed in every module.
#include "dialects/cfengine/data/container.hpp"

#include <algorithm>

#include "base/text/number.hpp"
#include "base/text/scanner.hpp"
#include "base/text/text.hpp"
#include "dialects/cfengine/data/characters.hpp"
#include "dialects/cfengine/data/number.hpp"
#include "value/transform.hpp"

namespace evalground::cfengine {
namespace {

// True for bytes of a key, number or name without quotes.
bool is_bare_byte(char c) {
  return is_word_byte(c) || c == '.' || c == '-';
}

class JsonReader {
 public:
  JsonReader(std::string_view text, Budget& budget, const JsonReading& reading)
      : scanner_(text), budget_(budget), reading_(reading) {}

  Value read() {
    scanner_.skip_whitespace();
    Value value = read_value();
    scanner_.skip_whitespace();
    if (!reading_.may_trail && !scanner_.at_end()) fail("nothing more after the value");
    return value;
  }

 private:
  [[noreturn]] void fail(std::string_view expected) const {
    std::string message = "The JSON text has ";
    message += scanner_.at_end() ? "its end" : quote(scanner_.rest(), 12);
    message.append(" where ").append(expected).append(" is expected.");
    throw Error("json-syntax", std::move(message));
  }

  // enter() bounds the nesting, so a text of many brackets cannot exhaust the stack.
  Value read_value() {
    const Depth depth = budget_.enter();
    budget_.step();
    switch (scanner_.peek()) {
      case '{': return read_object();
      case '[': return read_array();
      case '"': return Value::string(read_string());
      default: return read_plain();
    }
  }

  // The colon after a quoted key and all commas are optional. One extra comma may end the object, but two in a row are
  // an error. A state machine over one character: `before` is the last sign seen, `key` tells whether a key or a value
  // comes next.
  Value read_object() {
    scanner_.skip();
    Map entries;
    std::optional<std::string> key;  // set while waiting for its value
    char before = '{';
    while (true) {
      scanner_.skip_whitespace();
      const char c = scanner_.peek();
      if (c == ':' || c == ',') {
        if (key.has_value() != (c == ':') || before == ':' || before == ',') fail(key ? "a value" : "a key");
        scanner_.skip();
      } else if (c == '}' && !key) {
        scanner_.skip();
        return Value::map(std::move(entries));
      } else if (!key && c == '"') {
        key = read_string();
      } else if (!key) {
        key = read_key();
        scanner_.skip_whitespace();
        if (scanner_.peek() != ':') fail("a \":\" after a key without quotes");
      } else {
        entries.set(*key, read_value());
        key.reset();
      }
      before = c;
    }
  }

  // The comma before a primitive is optional.
  Value read_array() {
    scanner_.skip();
    List items;
    char before = '[';
    while (true) {
      scanner_.skip_whitespace();
      const char c = scanner_.peek();
      if (scanner_.take(']')) return Value::list(std::move(items));
      const bool is_container = c == '[' || c == '{';
      if (is_container && !items.empty() && before != ',') fail("\",\" or \"]\"");
      if (c != ',') {
        items.push_back(read_value());
      } else if (items.empty() || before == ',') {
        fail("a value");
      } else {
        scanner_.skip();
      }
      before = c;
    }
  }

  // A bare key ends at a dot, unlike a number or a name.
  std::string read_key() {
    const std::string_view word = scanner_.take_while([](char c) { return is_bare_byte(c) && c != '.'; });
    if (word.empty()) fail("a key");
    return std::string(word);
  }

  // A number, a word of JSON, or a name with its indices: `other[1]`.
  Value read_plain() {
    const std::size_t begin = scanner_.offset();
    scanner_.take_while([](char c) { return is_bare_byte(c) || c == '+'; });
    std::string_view word = scanner_.between(begin, scanner_.offset());
    if (word.empty()) fail("a value");
    if (word == "true") return Value::boolean(true);
    if (word == "false") return Value::boolean(false);
    if (word == "null") return Value::null();
    // A number ends there; a name may have indices.
    const char after = scanner_.peek();
    const bool is_whole = scanner_.at_end() || std::string_view(",]} \t\r\n").find(after) != std::string_view::npos;
    const bool may_be_number = word[0] == '-' || ('0' <= word[0] && word[0] <= '9');
    if (!is_whole && (after != '[' || may_be_number)) fail("the end of a value");
    // A number beyond 64 bits, or one that is not an integer, keeps its digits as text.
    if (const ParsedNumber<std::int64_t> integer = parse_integer(word)) return Value::integer(integer.value);
    if (is_number(word)) {
      const bool is_real = word.find('.') != std::string_view::npos;
      return Value::object(make_ref<Number>(word, is_real));
    }
    while (scanner_.peek() == '[') take_index();
    word = scanner_.between(begin, scanner_.offset());
    Value found = reading_.word ? reading_.word(word) : Value();
    if (found.is_undefined()) {
      scanner_.rewind(begin);
      fail("a value");
    }
    return found;
  }

  // `[…]` behind a name, with the brackets within.
  void take_index() {
    int open = 0;
    while (!scanner_.at_end()) {
      const char c = scanner_.peek();
      scanner_.skip();
      if (c == '[') ++open;
      if (c == ']' && --open == 0) return;
    }
  }

  // As JSON has it: "-1.5e+3".
  static bool is_number(std::string_view word) {
    Scanner number(word);
    const auto is_digit = [](char c) { return '0' <= c && c <= '9'; };
    number.take('-');
    const std::string_view whole = number.take_while(is_digit);
    if (whole.empty() || (whole.size() > 1 && whole[0] == '0')) return false;
    if (number.take('.') && number.take_while(is_digit).empty()) return false;
    if (number.take('e') || number.take('E')) {
      if (!number.take('-')) number.take('+');
      if (number.take_while(is_digit).empty()) return false;
    }
    return number.at_end();
  }

  // Takes runs between escapes at once. An unknown escape keeps its backslash, unlike in JSON.
  std::string read_string() {
    scanner_.skip();
    std::string text;
    while (true) {
      if (scanner_.at_end()) fail("the end of a string");
      text += scanner_.take_while([](char c) { return c != '"' && c != '\\'; });
      if (scanner_.take('"')) break;
      if (scanner_.at_end()) continue;
      read_escape(text);
    }
    budget_.step(text.size() / 16);
    return text;
  }

  void read_escape(std::string& text) {
    scanner_.skip();
    const char c = scanner_.peek();
    scanner_.skip();
    switch (c) {
      case 'b': text += '\b'; return;
      case 'f': text += '\f'; return;
      case 'n': text += '\n'; return;
      case 'r': text += '\r'; return;
      case 't': text += '\t'; return;
      case '"':
      case '\\':
      case '/': text += c; return;
      case 'u': break;
      default:
        text += '\\';
        text += c;
        return;
    }
    // \uXXXX. Two halves of a surrogate pair make one character; a single half is an error.
    std::optional<std::uint32_t> unit = read_unit();
    if (!unit) fail("four hexadecimal digits after \"\\u\"");
    char32_t point = *unit;
    const std::size_t after = scanner_.offset();
    if (0xD800 <= point && point < 0xDC00 && scanner_.take("\\u")) {
      const std::optional<std::uint32_t> low = read_unit();
      if (low && 0xDC00 <= *low && *low < 0xE000) {
        point = 0x10000 + ((point - 0xD800) << 10) + (*low - 0xDC00);
      } else {
        scanner_.rewind(after);
      }
    }
    append_code_point(text, 0xD800 <= point && point < 0xE000 ? U'\uFFFD' : point);
  }

  std::optional<std::uint32_t> read_unit() {
    const std::string_view digits = scanner_.rest().substr(0, 4);
    if (digits.size() < 4) return std::nullopt;
    const ParsedNumber<std::int64_t> parsed = parse_digits(digits, 16, false);
    if (!parsed) return std::nullopt;
    scanner_.skip(4);
    return static_cast<std::uint32_t>(parsed.value);
  }

  Scanner scanner_;
  Budget& budget_;
  const JsonReading& reading_;
};

// Other control characters are written verbatim.
void append_json_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\b': out += "\\b"; break;
      case '\f': out += "\\f"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default: out += c;
    }
  }
}

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  append_json_escaped(out, text);
  out += '"';
}

// Objects are written with sorted keys, so objects with equal content have equal texts.
class JsonWriter {
 public:
  JsonWriter(Budget& budget, bool is_multi_line) : budget_(budget), is_multi_line_(is_multi_line) {}

  void write(const Value& value, std::size_t level) {
    const Depth depth = budget_.enter();
    budget_.step();
    const std::size_t before = out.size();
    if (value.is_map()) {
      write_map(value.as_map(), level);
    } else if (value.is_list()) {
      write_list(value.as_list(), level);
    } else if (value.is_string()) {
      append_json_string(out, value.as_string());
    } else {
      out += primitive_text(value);
    }
    if (!value.is_map() && !value.is_list()) budget_.step((out.size() - before) / 16);
  }

  std::string out;

 private:
  void line(std::size_t level) {
    if (!is_multi_line_) return;
    out += '\n';
    out.append(2 * level, ' ');
  }

  void write_map(const Map& map, std::size_t level) {
    std::vector<const Map::Entry*> entries;
    entries.reserve(map.size());
    for (const Map::Entry& entry : map) entries.push_back(&entry);
    std::sort(entries.begin(), entries.end(),
              [](const Map::Entry* a, const Map::Entry* b) { return a->key.as_string() < b->key.as_string(); });
    out += '{';
    bool is_first = true;
    for (const Map::Entry* entry : entries) {
      if (!is_first) out += ',';
      is_first = false;
      line(level + 1);
      append_json_string(out, entry->key.as_string());
      out += is_multi_line_ ? ": " : ":";
      write(entry->value, level + 1);
    }
    line(level);  // an empty object takes two lines
    out += '}';
  }

  void write_list(const List& list, std::size_t level) {
    out += '[';
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (i > 0) out += ',';
      line(level + 1);
      write(list[i], level + 1);
    }
    if (!list.empty()) line(level);
    out += ']';
  }

  Budget& budget_;
  bool is_multi_line_;
};

}  // namespace

// For other parts of the engine, which know numbers only as values.
Value Number::resolve(Context&) {
  const ParsedNumber<double> parsed = parse_real(text_);
  return parsed ? Value::real(parsed.value) : Value::string(text_);
}

// By digits: "1.0" and "1.00" are different in a policy.
bool Number::equals(const Object& other) const {
  const auto* number = dynamic_cast<const Number*>(&other);
  return number != nullptr && number->text_ == text_;
}

Value read_json(std::string_view text, Budget& budget, const JsonReading& reading) {
  return JsonReader(text, budget, reading).read();
}

// Turns a value of the workspace into a container: keys become text, and real numbers keep the digits that they print
// with.
Value container_of(const Value& value, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (value.is_list() || value.kind() == Kind::tuple) {
    List items;
    items.reserve(value.as_list().size());
    for (const Value& item : value.as_list()) items.push_back(container_of(item, budget));
    return Value::list(std::move(items));
  }
  if (value.is_map()) {
    Map entries;
    entries.reserve(value.as_map().size());
    for (const auto& [key, item] : value.as_map()) {
      entries.set(key.is_string() ? std::string(key.as_string()) : primitive_text(key), container_of(item, budget));
    }
    return Value::map(std::move(entries));
  }
  if (value.kind() == Kind::real) return Value::object(make_ref<Number>(real_text(value.as_real()), true));
  return value.with_origin(0);
}

// The form that a variable stores: real numbers have four decimals. Unchanged parts are shared, so no copy is made of a
// container without real numbers.
Value stored(const Value& container, Budget& budget) {
  return transform(container, budget, [](const Value& value) {
    if (const auto* number = object_cast<Number>(value); number != nullptr && number->is_real()) {
      std::string text = fixed_text(leading_real(number->text()), 4);
      if (text != number->text()) return Value::object(make_ref<Number>(text, true));
    }
    return value;
  });
}

// Null is not a primitive, so functions on the primitives of a container skip it.
bool is_primitive(const Value& value) {
  switch (value.kind()) {
    case Kind::boolean:
    case Kind::integer:
    case Kind::real:
    case Kind::string:
    case Kind::object: return true;
    default: return false;
  }
}

std::string primitive_text(const Value& value) {
  switch (value.kind()) {
    case Kind::boolean: return value.as_boolean() ? "true" : "false";
    case Kind::integer: return std::to_string(value.as_integer());
    case Kind::real: return real_text(value.as_real());
    case Kind::string: return std::string(value.as_string());
    case Kind::null: return "null";
    default: break;
  }
  const auto* number = object_cast<Number>(value);
  return number != nullptr ? number->text() : std::string();
}

// `$(d[x])` of 1.5 is "1.50": two decimals.
std::string scalar_text(const Value& value) {
  const auto* number = object_cast<Number>(value);
  if (number != nullptr && number->is_real()) return fixed_text(leading_real(number->text()), 2);
  return primitive_text(value);
}

std::string json_escaped(std::string_view text) {
  std::string escaped;
  append_json_escaped(escaped, text);
  return escaped;
}

std::string json_text(const Value& container, Budget& budget, bool is_multi_line) {
  JsonWriter writer(budget, is_multi_line);
  writer.write(container, 0);
  return std::move(writer.out);
}

Value with_sorted_keys(const Value& container, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  Value result = transform_items(container, [&](const Value& item) { return with_sorted_keys(item, budget); });
  if (!result.is_map()) return result;
  const Map& entries = result.as_map();
  const auto by_key = [](const Map::Entry& a, const Map::Entry& b) { return a.key.as_string() < b.key.as_string(); };
  if (std::is_sorted(entries.begin(), entries.end(), by_key)) return result;
  Map::Entries sorted(entries.begin(), entries.end());
  std::sort(sorted.begin(), sorted.end(), by_key);
  Map map;
  map.reserve(sorted.size());
  for (Map::Entry& entry : sorted) map.set(std::move(entry.key), std::move(entry.value));
  result.edit_map() = std::move(map);  // keeps the origin and the marks
  return result;
}

namespace {

// The position of an index of a list as text; leading zeros are allowed. Nothing when the list has no such item.
std::optional<std::size_t> position_of(const Value& list, std::string_view text) {
  const ParsedNumber<std::int64_t> index = parse_digits(text, 10, false);
  if (!index || index.value < 0 || static_cast<std::uint64_t>(index.value) >= list.as_list().size())
    return std::nullopt;
  return static_cast<std::size_t>(index.value);
}

}  // namespace

// The element at a key of an object or an index of a list, as text. Null if absent.
const Value* item_of(const Value& container, std::string_view key) {
  if (container.is_map()) return container.as_map().find(key);
  if (!container.is_list()) return nullptr;
  const std::optional<std::size_t> position = position_of(container, key);
  return position ? &container.as_list()[*position] : nullptr;
}

Value* item_for_edit(Value& container, std::string_view key) {
  if (container.is_map()) {
    return container.as_map().contains(key) ? container.edit_map().find_for_edit(Value::string(key)) : nullptr;
  }
  if (!container.is_list()) return nullptr;
  const std::optional<std::size_t> position = position_of(container, key);
  return position ? &container.edit_list()[*position] : nullptr;
}

}  // namespace evalground::cfengine
