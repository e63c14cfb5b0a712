// Writes values as Python's json.dumps() does, for the filter tojson (see python_json.hpp).
//
// Large documents decide its speed: thousands of maps with the same keys, and short strings without escapes. So strings
// are scanned once and copied whole if nothing in them needs an escape. The keys of the previous map at each level are
// kept in the form in which they are written (see Shape).
#include "dialects/jinja2/library/python_json.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <memory>
#include <utility>

#include "base/text/number.hpp"
#include "base/text/utf8.hpp"
#include "dialects/jinja2/runtime/objects.hpp"
#include "value/big_integer.hpp"

namespace evalground::jinja2 {
namespace {

// The bytes of strings that are written unchanged.
std::array<bool, 256> plain_bytes(const JsonStyle& style) {
  std::array<bool, 256> plain{};
  for (std::size_t byte = ' '; byte <= (style.is_ascii ? 0x7EU : 0xFFU); ++byte) plain[byte] = true;
  for (const char c : std::string_view(style.is_html_safe ? "\"\\<>&'" : "\"\\")) {
    plain[static_cast<unsigned char>(c)] = false;
  }
  return plain;
}

// As TextBuffer::copy(): most pieces are short, and calling memcpy would take longer.
inline void copy_piece(char* to, std::string_view piece) {
  const std::size_t size = piece.size();
  if (size > 16) {
    std::memcpy(to, piece.data(), size);
  } else if (size >= 8) {
    std::memcpy(to, piece.data(), 8);
    std::memcpy(to + size - 8, piece.data() + size - 8, 8);
  } else if (size >= 4) {
    std::memcpy(to, piece.data(), 4);
    std::memcpy(to + size - 4, piece.data() + size - 4, 4);
  } else if (size != 0) {
    to[0] = piece.front();
    to[size / 2] = piece[size / 2];
    to[size - 1] = piece.back();
  }
}

// A text that grows at its end.
class GrowingText {
 public:
  // A buffer for that many more bytes.
  char* room(std::size_t size) {
    if (capacity_ - size_ < size) grow(size);
    return bytes_.get() + size_;
  }
  // That many bytes have been written to it.
  void used(std::size_t size) { size_ += size; }
  void put(std::string_view piece) {
    copy_piece(room(piece.size()), piece);
    used(piece.size());
  }
  std::size_t size() const { return size_; }
  std::string_view view() const { return {bytes_.get(), size_}; }
  // Removes and returns everything after that many bytes.
  std::string cut(std::size_t size) {
    std::string taken(view().substr(size));
    size_ = size;
    return taken;
  }

 private:
  void grow(std::size_t by) {
    constexpr std::size_t least = 64;
    const std::size_t capacity = std::max({least, capacity_ * 2, size_ + by});
    std::unique_ptr<char[]> larger(new char[capacity]);
    if (size_ != 0) std::memcpy(larger.get(), bytes_.get(), size_);
    bytes_ = std::move(larger);
    capacity_ = capacity;
  }

  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

class JsonWriter {
 public:
  JsonWriter(Evaluator& evaluator, const JsonStyle& style)
      : evaluator_(evaluator),
        style_(style),
        plain_(plain_bytes(style)),
        most_bytes_(evaluator.context.budget.limits().output) {}

  Value write(const Value& value) {
    add(value, 0);
    return Value::string(text_.view());
  }

 private:
  void put(std::string_view piece) { text_.put(piece); }

  void put_integer(std::int64_t number) {
    constexpr std::size_t most_digits = 24;
    char* begin = text_.room(most_digits);
    text_.used(static_cast<std::size_t>(std::to_chars(begin, begin + most_digits, number).ptr - begin));
  }

  // One UTF-16 code unit: 0xe9 -> \u00e9. Characters beyond 16 bits need two of them.
  void put_unit(char32_t unit) {
    char escaped[] = "\\u0000";
    for (std::size_t at = 0; at < 4; ++at) escaped[5 - at] = "0123456789abcdef"[(unit >> (4 * at)) & 0xFU];
    put({escaped, 6});
  }

  // The first position from `at` on that needs an escape.
  std::size_t plain_end(std::string_view text, std::size_t at) const {
    while (at < text.size() && plain_[static_cast<unsigned char>(text[at])]) ++at;
    return at;
  }

  // The usual case: the quotes and the string go into the buffer without any check for room in between.
  void put_string(std::string_view string) {
    if (plain_end(string, 0) != string.size()) return put_other_string(string);
    char* begin = text_.room(string.size() + 2);
    *begin = '"';
    copy_piece(begin + 1, string);
    begin[string.size() + 1] = '"';
    text_.used(string.size() + 2);
  }

  void put_other_string(std::string_view string) {
    put("\"");
    for (std::size_t at = 0;;) {
      const std::size_t end = plain_end(string, at);
      put(string.substr(at, end - at));
      if (end == string.size()) break;
      const CodePoint point = decode_code_point(string, end);
      put_escaped(point.value);
      at = end + point.size;
    }
    put("\"");
  }

  // JSON's short escapes, and \u for everything else, such as `<` for HTML.
  void put_escaped(char32_t c) {
    switch (c) {
      case '"': return put("\\\"");
      case '\\': return put("\\\\");
      case '\n': return put("\\n");
      case '\r': return put("\\r");
      case '\t': return put("\\t");
      case '\b': return put("\\b");
      case '\f': return put("\\f");
      default: break;
    }
    if (c > 0xFFFF) {
      put_unit(0xD800 + ((c - 0x10000) >> 10));
      put_unit(0xDC00 + ((c - 0x10000) & 0x3FF));
    } else {
      put_unit(c);
    }
  }

  // The size is checked before each value. What one value may add between two checks is limited by its own size.
  void add(const Value& value, std::size_t level) {
    Budget& budget = evaluator_.context.budget;
    budget.step();
    evaluator_.note_sensitive(value);
    if (text_.size() > most_bytes_) throw LimitError(Limit::output, most_bytes_);
    switch (value.kind()) {
      case Kind::null: return put("null");
      case Kind::boolean: return put(value.as_boolean() ? "true" : "false");
      case Kind::integer: return put_integer(value.as_integer());
      case Kind::real: return put(real(value.as_real()));
      case Kind::string: return put_string(value.as_string());
      default: return add_other(value, level);
    }
  }

  // A group of groupby is a tuple, and so a list in JSON. An undefined value fails under Ansible with its own message,
  // otherwise as an object that cannot be written.
  void add_other(const Value& value, std::size_t level) {
    const Depth depth = evaluator_.context.budget.enter();
    switch (value.kind()) {
      case Kind::list:
      case Kind::tuple: return add_list(value.as_list(), level);
      case Kind::map: return add_map(value.as_map(), level);
      case Kind::undefined:
        if (evaluator_.options.undefined == Leniency::ansible) evaluator_.fail_undefined(value);
        break;
      case Kind::object:
        if (is_integer(value)) return put(value.as_object().python_repr());
        if (const auto* group = object_cast<Group>(value)) return add(*group->as_tuple(), level);
        if (template_object(value) == nullptr) return add(value.as_object().resolve(evaluator_.context), level);
        break;
      default: break;
    }
    evaluator_.fail("type-error", "Object of type " + evaluator_.type_name(value) + " is not JSON serializable");
  }

  static std::string real(double number) {
    if (std::isnan(number)) return "NaN";
    if (std::isinf(number)) return number < 0 ? "-Infinity" : "Infinity";
    return real_text(number);
  }

  // With a deep nesting and a wide indent most of the output is whitespace, so it is charged before it is written.
  void new_line(std::size_t level) {
    if (!style_.is_indented) return;
    const std::uint64_t size = text_.size() + 1 + std::uint64_t{level} * style_.indent.size();
    if (size > most_bytes_) throw LimitError(Limit::output, most_bytes_);
    evaluator_.context.budget.step((size - text_.size()) / 256);
    put("\n");
    for (std::size_t count = 0; count < level; ++count) put(style_.indent);
  }

  void add_list(const List& list, std::size_t level) {
    if (list.empty()) return put("[]");
    put("[");
    bool is_first = true;
    for (const Value& item : list) {
      if (!is_first) put(style_.item_separator);
      is_first = false;
      new_line(level + 1);
      add(item, level + 1);
    }
    new_line(level);
    put("]");
  }

  // Python writes keys of other types as text: {1: 2} -> {"1": 2}.
  std::string key_text(const Value& key) {
    switch (key.kind()) {
      case Kind::string: return std::string(key.as_string());
      case Kind::null: return "null";
      case Kind::boolean: return key.as_boolean() ? "true" : "false";
      case Kind::integer: return std::to_string(key.as_integer());
      case Kind::real: return real(key.as_real());
      default:
        evaluator_.fail("type-error", "keys must be str, int, float, bool or None, not " + evaluator_.type_name(key));
    }
  }

  // An entry in the order of output. The written key includes the text before it on its line, so the next map with the
  // same keys copies it.
  struct Member {
    std::size_t place;
    std::string key;
  };
  struct Shape {
    List keys;  // in the order of the map
    std::vector<Member> members;
  };

  // Rows of a table have the same keys. `shape` describes the previous map and remains valid while the keys are the
  // same.
  void update(Shape& shape, const Map& map) {
    const auto has_key = [](const Map::Entry& entry, const Value& key) {
      return entry.key.same_as(key) && !entry.key.sensitive();
    };
    if (std::equal(map.begin(), map.end(), shape.keys.begin(), shape.keys.end(), has_key)) return;
    shape = {};
    std::vector<const Map::Entry*> entries;
    entries.reserve(map.size());
    bool are_texts = true;
    for (const Map::Entry& entry : map) {
      entries.push_back(&entry);
      are_texts = are_texts && entry.key.is_string() && !entry.key.sensitive();
    }
    if (style_.sorts_keys) {
      std::stable_sort(entries.begin(), entries.end(), [&](const Map::Entry* a, const Map::Entry* b) {
        return are_texts ? a->key.as_string() < b->key.as_string() : evaluator_.less(a->key, b->key);
      });
    }
    for (const Map::Entry* entry : entries) {
      // The key is written at the end of the output and moved from there.
      const std::size_t begin = text_.size();
      if (!style_.is_indented) put(shape.members.empty() ? "{" : style_.item_separator);
      put_string(key_text(entry->key));
      put(style_.key_separator);
      shape.members.push_back({static_cast<std::size_t>(entry - &*map.begin()), text_.cut(begin)});
    }
    if (!are_texts) return;
    for (const Map::Entry& entry : map) shape.keys.push_back(entry.key);
  }

  // Levels beyond the kept ones use a shape of their own, which is built for each map.
  void add_map(const Map& map, std::size_t level) {
    if (map.empty()) return put("{}");
    Shape own;
    Shape& shape = level < shapes_.size() ? shapes_[level] : own;
    update(shape, map);
    if (style_.is_indented) put("{");
    bool is_first = true;
    for (const Member& member : shape.members) {
      if (style_.is_indented) {
        if (!is_first) put(style_.item_separator);
        is_first = false;
        new_line(level + 1);
      }
      put(member.key);
      add(map.entry(member.place).value, level + 1);
    }
    new_line(level);
    put("}");
  }

  Evaluator& evaluator_;
  const JsonStyle& style_;
  const std::array<bool, 256> plain_;
  const std::uint64_t most_bytes_;
  GrowingText text_;
  std::array<Shape, 8> shapes_;  // the last map of each level
};

}  // namespace

Value python_json(Evaluator& evaluator, const Value& value, const JsonStyle& style) {
  return JsonWriter(evaluator, style).write(value);
}

}  // namespace evalground::jinja2
