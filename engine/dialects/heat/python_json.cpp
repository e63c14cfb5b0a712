// JSON as Python's json.dumps() writes it: keys sorted, a blank after commas and colons, and everything beyond ASCII
// escaped. Heat puts such text into strings, so templates depend on each character.
#include "dialects/heat/python_json.hpp"

#include <algorithm>
#include <vector>

#include "base/text/number.hpp"
#include "base/text/utf8.hpp"
#include "value/json.hpp"
#include "value/map.hpp"
#include "value/object.hpp"

namespace evalground::heat {
namespace {

class JsonWriter {
 public:
  explicit JsonWriter(Budget& budget) : budget_(budget) {}

  // Numbers keep Python's form: 1.0 stays "1.0".
  void add(const Value& value) {
    const Depth depth = budget_.enter();
    budget_.step();
    switch (value.kind()) {
      case Kind::string: return add_string(value.as_string());
      case Kind::boolean: text += value.as_boolean() ? "true" : "false"; return;
      case Kind::integer: text += std::to_string(value.as_integer()); return;
      case Kind::real: text += real_text(value.as_real()); return;
      case Kind::list:
      case Kind::tuple: {
        text += '[';
        bool is_first = true;
        for (const Value& item : value.as_list()) {
          if (!is_first) text += ", ";
          is_first = false;
          add(item);
        }
        text += ']';
        return;
      }
      case Kind::map: {
        std::vector<const Map::Entry*> entries;
        for (const Map::Entry& entry : value.as_map()) entries.push_back(&entry);
        std::stable_sort(entries.begin(), entries.end(), [this](const Map::Entry* a, const Map::Entry* b) {
          return key_text(a->key) < key_text(b->key);
        });
        text += '{';
        bool is_first = true;
        for (const Map::Entry* entry : entries) {
          if (!is_first) text += ", ";
          is_first = false;
          add_string(key_text(entry->key));
          text += ": ";
          add(entry->value);
        }
        text += '}';
        return;
      }
      case Kind::object: text += value.as_object().python_repr(); return;
      default: text += "null"; return;
    }
  }

  std::string text;

 private:
  // Keys that are not text are written as JSON writes the value.
  std::string key_text(const Value& key) {
    if (key.is_string()) return std::string(key.as_string());
    return write_json(key, budget_);
  }

  void add_string(std::string_view string) {
    budget_.output(string.size());
    text += '"';
    for (std::size_t at = 0; at < string.size();) {
      const CodePoint point = decode_code_point(string, at);
      at += point.size;
      switch (point.value) {
        case '"': text += "\\\""; break;
        case '\\': text += "\\\\"; break;
        case '\n': text += "\\n"; break;
        case '\r': text += "\\r"; break;
        case '\t': text += "\\t"; break;
        case '\b': text += "\\b"; break;
        case '\f': text += "\\f"; break;
        default: add_character(point.value);
      }
    }
    text += '"';
  }

  // A character beyond 16 bits becomes two escapes, a surrogate pair. DEL is escaped as well.
  void add_character(char32_t character) {
    const auto add_unit = [&](char32_t unit) {
      text += "\\u";
      for (int shift = 12; shift >= 0; shift -= 4) text += "0123456789abcdef"[(unit >> shift) & 0xFU];
    };
    if (character >= 0x20 && character < 0x7F) {
      text += static_cast<char>(character);
    } else if (character < 0x10000) {
      add_unit(character);
    } else {
      add_unit(0xD800 + ((character - 0x10000) >> 10U));
      add_unit(0xDC00 + ((character - 0x10000) & 0x3FFU));
    }
  }

  Budget& budget_;
};

}  // namespace

// Output is charged by strings, the only parts of unlimited size.
std::string python_json(const Value& value, Budget& budget) {
  JsonWriter writer(budget);
  writer.add(value);
  return std::move(writer.text);
}

}  // namespace evalground::heat
