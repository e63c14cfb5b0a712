#include "dialects/jinja2/library/python_json.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text/number.hpp"
#include "base/text/utf8.hpp"
#include "dialects/jinja2/runtime/objects.hpp"
#include "value/big_integer.hpp"

namespace evalground::jinja2 {
namespace {

void append_unit(std::string& text, char32_t unit) {
  text += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) text += "0123456789abcdef"[(unit >> shift) & 0xFU];
}

void append_string(std::string& text, std::string_view string, bool is_ascii) {
  text += '"';
  std::size_t plain = 0;  // where what is written as it stands begins
  for (std::size_t at = 0; at < string.size();) {
    const auto byte = static_cast<unsigned char>(string[at]);
    if (byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\') {
      ++at;
      continue;
    }
    const CodePoint point = decode_code_point(string, at);
    if (point.value >= 0x80 && !is_ascii) {
      at += point.size;
      continue;
    }
    text += string.substr(plain, at - plain);
    at += point.size;
    plain = at;
    switch (const char32_t c = point.value) {
      case '"': text += "\\\""; break;
      case '\\': text += "\\\\"; break;
      case '\n': text += "\\n"; break;
      case '\r': text += "\\r"; break;
      case '\t': text += "\\t"; break;
      case '\b': text += "\\b"; break;
      case '\f': text += "\\f"; break;
      default:
        if (c > 0xFFFF) {
          append_unit(text, 0xD800 + ((c - 0x10000) >> 10));
          append_unit(text, 0xDC00 + ((c - 0x10000) & 0x3FF));
        } else {
          append_unit(text, c);
        }
    }
  }
  text += string.substr(plain);
  text += '"';
}

class JsonWriter {
 public:
  JsonWriter(Evaluator& evaluator, const JsonStyle& style) : evaluator_(evaluator), style_(style) {}

  std::string write(const Value& value) {
    add(value, 0);
    return std::move(text_);
  }

 private:
  void add(const Value& value, std::size_t level) {
    Budget& budget = evaluator_.context.budget;
    const Depth depth = budget.enter();
    budget.step();
    evaluator_.note_sensitive(value);
    if (text_.size() > budget.limits().output) throw LimitError(Limit::output, budget.limits().output);
    switch (value.kind()) {
      case Kind::null: text_ += "null"; return;
      case Kind::boolean: text_ += value.as_boolean() ? "true" : "false"; return;
      case Kind::integer: text_ += std::to_string(value.as_integer()); return;
      case Kind::real: text_ += real(value.as_real()); return;
      case Kind::string: append_string(text_, value.as_string(), style_.is_ascii); return;
      case Kind::list:
      case Kind::tuple: return add_list(value.as_list(), level);
      case Kind::map: return add_map(value.as_map(), level);
      case Kind::undefined:
        if (evaluator_.options.undefined == Leniency::ansible) evaluator_.fail_undefined(value);
        break;
      case Kind::object:
        if (is_integer(value)) {
          text_ += value.as_object().python_repr();
          return;
        }
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

  void new_line(std::size_t level) {
    if (!style_.is_indented) return;
    const std::uint64_t limit = evaluator_.context.budget.limits().output;
    const std::uint64_t size = text_.size() + 1 + std::uint64_t{level} * style_.indent.size();
    if (size > limit) throw LimitError(Limit::output, limit);
    evaluator_.context.budget.step((size - text_.size()) / 256);
    text_ += '\n';
    for (std::size_t count = 0; count < level; ++count) text_ += style_.indent;
  }

  void add_list(const List& list, std::size_t level) {
    if (list.empty()) {
      text_ += "[]";
      return;
    }
    text_ += '[';
    bool is_first = true;
    for (const Value& item : list) {
      if (!is_first) text_ += style_.item_separator;
      is_first = false;
      new_line(level + 1);
      add(item, level + 1);
    }
    new_line(level);
    text_ += ']';
  }

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

  // The entries of a map in their order, each with its key as it is written.
  struct Member {
    std::size_t place;
    std::string key;
  };
  struct Shape {
    List keys;  // in the map's order
    std::vector<Member> members;
  };

  // The rows of a table share their keys: `shape` is that of the map before, and stays it where the keys are the same
  // texts.
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
      std::string key;
      append_string(key, key_text(entry->key), style_.is_ascii);
      shape.members.push_back({static_cast<std::size_t>(entry - &*map.begin()), key += style_.key_separator});
    }
    if (!are_texts) return;
    for (const Map::Entry& entry : map) shape.keys.push_back(entry.key);
  }

  void add_map(const Map& map, std::size_t level) {
    if (map.empty()) {
      text_ += "{}";
      return;
    }
    Shape own;
    Shape& shape = level < shapes_.size() ? shapes_[level] : own;
    update(shape, map);
    text_ += '{';
    bool is_first = true;
    for (const Member& member : shape.members) {
      if (!is_first) text_ += style_.item_separator;
      is_first = false;
      new_line(level + 1);
      text_ += member.key;
      add(map.entry(member.place).value, level + 1);
    }
    new_line(level);
    text_ += '}';
  }

  Evaluator& evaluator_;
  const JsonStyle& style_;
  std::string text_;
  std::array<Shape, 8> shapes_;  // of the last map on each level
};

}  // namespace

std::string python_json(Evaluator& evaluator, const Value& value, const JsonStyle& style) {
  return JsonWriter(evaluator, style).write(value);
}

}  // namespace evalground::jinja2
