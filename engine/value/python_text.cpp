// Python's str() and repr() of values: ['a', 1.0, None]. Output is charged piece by piece, before it is appended.
#include "value/python_text.hpp"

#include <string_view>

#include "base/text/number.hpp"
#include "base/text/utf8.hpp"
#include "value/map.hpp"
#include "value/object.hpp"

namespace evalground {
namespace {

// repr() prefers single quotes, and uses double quotes only if that avoids escaping.
char quote_for(std::string_view text) {
  const bool only_single = text.find('\'') != std::string_view::npos && text.find('"') == std::string_view::npos;
  return only_single ? '"' : '\'';
}

void append_hex(std::string& text, std::uint32_t number, int digits) {
  for (int digit = digits - 1; digit >= 0; --digit) text += "0123456789abcdef"[(number >> (4 * digit)) & 0xFU];
}

// Appends an escape common to text and bytes. Returns false for any other character.
bool append_short_escape(std::string& text, char32_t character, char quote) {
  switch (character) {
    case '\\': text += "\\\\"; return true;
    case '\n': text += "\\n"; return true;
    case '\r': text += "\\r"; return true;
    case '\t': text += "\\t"; return true;
    default: break;
  }
  if (character != static_cast<unsigned char>(quote)) return false;
  text += '\\';
  text += quote;
  return true;
}

std::string repr_of_text(std::string_view text) {
  const char quote = quote_for(text);
  std::string result(1, quote);
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    at += point.size;
    if (append_short_escape(result, point.value, quote)) continue;
    if (is_printable(point.value)) {
      append_code_point(result, point.value);
    } else if (point.value <= 0xFF) {
      result += "\\x";
      append_hex(result, point.value, 2);
    } else if (point.value <= 0xFFFF) {
      result += "\\u";
      append_hex(result, point.value, 4);
    } else {
      result += "\\U";
      append_hex(result, point.value, 8);
    }
  }
  return result + quote;
}

std::string repr_of_bytes(std::string_view bytes) {
  const char quote = quote_for(bytes);
  std::string result = "b";
  result += quote;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (append_short_escape(result, byte, quote)) continue;
    if (byte >= 0x20 && byte < 0x7F) {
      result += c;
    } else {
      result += "\\x";
      append_hex(result, byte, 2);
    }
  }
  return result + quote;
}

class PythonWriter {
 public:
  explicit PythonWriter(Budget& budget) : budget_(budget) {}

  std::string write(const Value& value) {
    add(value);
    return std::move(text_);
  }

 private:
  void add_text(std::string_view text) {
    budget_.output(text.size());
    text_ += text;
  }

  template <class Items, class AddItem>
  void add_items(const Items& items, std::string_view opening, std::string_view closing, const AddItem& add_item) {
    add_text(opening);
    const Depth depth = budget_.enter();
    bool is_first = true;
    for (const auto& item : items) {
      budget_.step();
      if (!is_first) add_text(", ");
      is_first = false;
      add_item(item);
    }
    add_text(closing);
  }

  void add(const Value& value) {
    switch (value.kind()) {
      case Kind::undefined: return add_text("Undefined");
      case Kind::null: return add_text("None");
      case Kind::boolean: return add_text(value.as_boolean() ? "True" : "False");
      case Kind::integer: return add_text(std::to_string(value.as_integer()));
      case Kind::real: return add_text(real_text(value.as_real()));
      case Kind::string:
        if (!value.markup()) return add_text(repr_of_text(value.as_string()));
        add_text("Markup(");
        add_text(repr_of_text(value.as_string()));
        return add_text(")");
      case Kind::bytes: return add_text(repr_of_bytes(value.as_bytes()));
      case Kind::list: return add_items(value.as_list(), "[", "]", [&](const Value& item) { add(item); });
      // A tuple with one item has a comma, or it would be an expression in parentheses: (1,).
      case Kind::tuple:
        return add_items(value.as_list(), "(", value.as_list().size() == 1 ? ",)" : ")",
                         [&](const Value& item) { add(item); });
      case Kind::set:
        if (value.as_map().empty()) return add_text("set()");
        return add_items(value.as_map(), "{", "}", [&](const Map::Entry& entry) { add(entry.key); });
      case Kind::map:
        return add_items(value.as_map(), "{", "}", [&](const Map::Entry& entry) {
          add(entry.key);
          add_text(": ");
          add(entry.value);
        });
      case Kind::object: return add_text(value.as_object().python_repr());
    }
  }

  Budget& budget_;
  std::string text_;
};

}  // namespace

std::string python_str(const Value& value, Budget& budget) {
  if (value.is_undefined()) return {};
  if (!value.is_string()) return python_repr(value, budget);
  budget.output(value.text_size());
  return std::string(value.as_string());
}

std::string python_repr(const Value& value, Budget& budget) {
  return PythonWriter(budget).write(value);
}

}  // namespace evalground
