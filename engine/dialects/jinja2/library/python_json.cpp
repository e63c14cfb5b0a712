#include "dialects/jinja2/library/python_json.hpp"

#include <algorithm>
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
      case Kind::null: return "null";
      case Kind::boolean: return key.as_boolean() ? "true" : "false";
      case Kind::integer: return std::to_string(key.as_integer());
      case Kind::real: return real(key.as_real());
      default:
        evaluator_.fail("type-error", "keys must be str, int, float, bool or None, not " + evaluator_.type_name(key));
    }
  }

  // Keys that are all text need no order but that of their bytes, and no two of them are equal.
  void sort_by_keys(std::vector<const Map::Entry*>& entries) {
    const auto is_text = [](const Map::Entry* entry) { return entry->key.is_string(); };
    if (!std::all_of(entries.begin(), entries.end(), is_text)) {
      std::stable_sort(entries.begin(), entries.end(),
                       [&](const Map::Entry* a, const Map::Entry* b) { return evaluator_.less(a->key, b->key); });
      return;
    }
    if (entries.size() > 1) {
      for (const Map::Entry* entry : entries) evaluator_.note_sensitive(entry->key);
    }
    std::sort(entries.begin(), entries.end(),
              [](const Map::Entry* a, const Map::Entry* b) { return a->key.as_string() < b->key.as_string(); });
  }

  void add_map(const Map& map, std::size_t level) {
    if (map.empty()) {
      text_ += "{}";
      return;
    }
    std::vector<const Map::Entry*> entries;
    entries.reserve(map.size());
    for (const Map::Entry& entry : map) entries.push_back(&entry);
    if (style_.sorts_keys) sort_by_keys(entries);
    text_ += '{';
    bool is_first = true;
    for (const Map::Entry* entry : entries) {
      if (!is_first) text_ += style_.item_separator;
      is_first = false;
      new_line(level + 1);
      if (entry->key.is_string()) {
        append_string(text_, entry->key.as_string(), style_.is_ascii);
      } else {
        append_string(text_, key_text(entry->key), style_.is_ascii);
      }
      text_ += style_.key_separator;
      add(entry->value, level + 1);
    }
    new_line(level);
    text_ += '}';
  }

  Evaluator& evaluator_;
  const JsonStyle& style_;
  std::string text_;
};

}  // namespace

std::string python_json(Evaluator& evaluator, const Value& value, const JsonStyle& style) {
  return JsonWriter(evaluator, style).write(value);
}

}  // namespace evalground::jinja2
