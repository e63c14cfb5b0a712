// Python's json.dumps(): its separators, escapes and words for what JSON lacks, `NaN` and `Infinity`. value/json.cpp
// writes JSON for programs; this writer is for languages in which a document calls json.dumps.
//
// Output is charged at every value, so a large result stops early.
#include "value/python_json.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/text/number.hpp"
#include "base/text/utf8.hpp"
#include "source/diagnostic.hpp"
#include "value/big_integer.hpp"
#include "value/compare.hpp"
#include "value/map.hpp"
#include "value/python_number.hpp"

namespace evalground {
namespace {

void append_unit(std::string& text, std::uint32_t unit) {
  text += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) text += "0123456789abcdef"[unit >> shift & 15U];
}

class Writer {
 public:
  Writer(Budget& budget, const PythonJsonStyle& style) : budget_(budget), style_(style) {}

  std::string write(const Value& value) {
    add(value, 0);
    charge();
    return std::move(text_);
  }

 private:
  // Charges text that was not charged yet.
  void charge() {
    budget_.output(text_.size() - charged_);
    charged_ = text_.size();
  }

  [[noreturn]] void fail(std::string message) const { throw Error("type-error", std::move(message)); }

  // Python's indent may be any text, a tab for example.
  void add_line(std::size_t level) {
    if (!style_.indent) return;
    text_ += '\n';
    for (std::size_t i = 0; i < level; ++i) text_ += *style_.indent;
  }

  // With ensure_ascii, everything else is escaped in UTF-16: an emoji is two escapes.
  void add_text(std::string_view text) {
    text_ += '"';
    for (std::size_t at = 0; at < text.size();) {
      const CodePoint point = decode_code_point(text, at);
      at += point.size;
      switch (point.value) {
        case '"': text_ += "\\\""; continue;
        case '\\': text_ += "\\\\"; continue;
        case '\n': text_ += "\\n"; continue;
        case '\r': text_ += "\\r"; continue;
        case '\t': text_ += "\\t"; continue;
        case '\f': text_ += "\\f"; continue;
        case '\b': text_ += "\\b"; continue;
        default: break;
      }
      if (point.value >= 0x20 && (point.value < 0x7F || !style_.ensure_ascii)) {
        append_code_point(text_, point.value);
      } else if (point.value < 0x10000) {
        append_unit(text_, static_cast<std::uint32_t>(point.value));
      } else {
        const auto rest = static_cast<std::uint32_t>(point.value) - 0x10000;
        append_unit(text_, 0xD800 + (rest >> 10));
        append_unit(text_, 0xDC00 + (rest & 0x3FFU));
      }
    }
    text_ += '"';
  }

  static std::string real(double number) {
    if (std::isnan(number)) return "NaN";
    if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
    return real_text(number);
  }

  // Adds a scalar other than text. Returns false for any other value.
  bool add_scalar(const Value& value) {
    switch (value.kind()) {
      case Kind::undefined:
      case Kind::null: text_ += "null"; return true;
      case Kind::boolean: text_ += value.as_boolean() ? "true" : "false"; return true;
      case Kind::integer: text_ += std::to_string(value.as_integer()); return true;
      case Kind::real: text_ += real(value.as_real()); return true;
      default: break;
    }
    if (!is_integer(value)) return false;
    text_ += value.as_object().python_repr();
    return true;
  }

  // Numbers, booleans and None become text: {1: 2} is {"1": 2}. A tuple is refused, as in Python.
  void add_key(const Value& key) {
    if (key.is_string()) return add_text(key.as_string());
    text_ += '"';
    if (!add_scalar(key)) fail("keys must be str, int, float, bool or None, not " + python_type_name(key));
    text_ += '"';
  }

  // Sorted by the keys themselves, before they become text: 2 comes before 10, and mixed types fail.
  std::vector<std::size_t> order_of(const Map& entries) {
    std::vector<std::size_t> order(entries.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (style_.sort_keys) {
      std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        budget_.step();
        return python_order(entries.entry(a).key, entries.entry(b).key, budget_) == Order::less;
      });
    }
    return order;
  }

  void add_items(const List& items, std::size_t level) {
    if (items.empty()) {
      text_ += "[]";
      return;
    }
    text_ += '[';
    bool is_first = true;
    for (const Value& item : items) {
      if (!is_first) text_ += style_.item_separator;
      is_first = false;
      add_line(level + 1);
      add(item, level + 1);
    }
    add_line(level);
    text_ += ']';
  }

  void add_entries(const Map& entries, std::size_t level) {
    if (entries.empty()) {
      text_ += "{}";
      return;
    }
    text_ += '{';
    bool is_first = true;
    for (const std::size_t index : order_of(entries)) {
      if (!is_first) text_ += style_.item_separator;
      is_first = false;
      add_line(level + 1);
      add_key(entries.entry(index).key);
      text_ += style_.key_separator;
      add(entries.entry(index).value, level + 1);
    }
    add_line(level);
    text_ += '}';
  }

  // An object may have a plain form in the caller's language (style.plain), such as a date.
  void add(const Value& value, std::size_t level) {
    budget_.step();
    const Depth depth = budget_.enter();
    charge();
    if (value.is_string()) return add_text(value.as_string());
    if (add_scalar(value)) return;
    if (value.is_list() || value.kind() == Kind::tuple) return add_items(value.as_list(), level);
    if (value.is_map()) return add_entries(value.as_map(), level);
    const std::optional<Value> plain = value.is_object() && style_.plain ? style_.plain(value) : std::nullopt;
    if (!plain) fail("Object of type " + python_type_name(value) + " is not JSON serializable");
    add(*plain, level);
  }

  Budget& budget_;
  const PythonJsonStyle& style_;
  std::string text_;
  std::size_t charged_ = 0;
};

}  // namespace

std::string python_json(const Value& value, Budget& budget, const PythonJsonStyle& style) {
  return Writer(budget, style).write(value);
}

}  // namespace evalground
