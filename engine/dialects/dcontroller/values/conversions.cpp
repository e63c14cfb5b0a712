#include "dialects/dcontroller/values/conversions.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <vector>

#include "base/memory.hpp"
#include "base/text/utf8.hpp"
#include "dialects/dcontroller/values/numbers.hpp"
#include "value/map.hpp"
#include "value/transform.hpp"

namespace evalground::dcontroller {
namespace {

constexpr double two_to_63 = 9223372036854775808.0;

constexpr std::string_view true_words[] = {"1", "t", "T", "TRUE", "true", "True"};
constexpr std::string_view false_words[] = {"", "0", "f", "F", "FALSE", "false", "False"};

template <class Words>
bool is_one_of(std::string_view text, const Words& words) {
  return std::find(std::begin(words), std::end(words), text) != std::end(words);
}

// Writes values as Go's formatter does with %v.
// The text may be far longer than the value, whose parts may be shared, so its growth is charged until it is returned.
class Printer {
 public:
  explicit Printer(Budget& budget) : budget_(budget) {}
  ~Printer() { MemoryAccount::release(charged_); }
  Printer(const Printer&) = delete;
  Printer& operator=(const Printer&) = delete;

  std::string print(const Value& value) {
    add(value);
    return std::move(text_);
  }

 private:
  void add(const Value& value) {
    budget_.step();
    switch (value.kind()) {
      case Kind::list: return add_list(value.as_list());
      case Kind::map: return add_map(value.as_map());
      case Kind::string: return append(value.as_string());
      case Kind::boolean: return append(value.as_boolean() ? "true" : "false");
      case Kind::integer: return append(std::to_string(value.as_integer()));
      case Kind::real: return append(go_number(value.as_real()));
      default: append("<nil>");
    }
  }

  void append(std::string_view piece) {
    budget_.step(piece.size() / 64);
    MemoryAccount::charge(piece.size());
    charged_ += piece.size();
    text_ += piece;
  }

  void add_list(const List& items) {
    const Depth depth = budget_.enter();
    append("[");
    for (std::size_t index = 0; index < items.size(); ++index) {
      if (index != 0) append(" ");
      add(items[index]);
    }
    append("]");
  }

  void add_map(const Map& map) {
    const Depth depth = budget_.enter();
    std::vector<const Map::Entry*> sorted;
    sorted.reserve(map.size());
    for (const Map::Entry& entry : map) sorted.push_back(&entry);
    std::sort(sorted.begin(), sorted.end(),
              [](const Map::Entry* a, const Map::Entry* b) { return a->key.as_string() < b->key.as_string(); });
    append("map[");
    for (const Map::Entry* entry : sorted) {
      if (entry != sorted.front()) append(" ");
      append(entry->key.as_string());
      append(":");
      add(entry->value);
    }
    append("]");
  }

  Budget& budget_;
  std::string text_;
  std::size_t charged_ = 0;  // in bytes
};

// Characters that have a mapping to one character beside a longer one, which Python prefers.
char32_t simple_case(char32_t c, Case wanted) {
  if (wanted == Case::lower) return c == 0x130 ? U'i' : c;
  if (c >= 0x1F80 && c < 0x1FB0 && (c & 8U) == 0) return c + 8;
  if (c == 0x1FB3 || c == 0x1FC3 || c == 0x1FF3) return c + 9;
  return c;
}

}  // namespace

std::optional<bool> to_bool(const Value& value) {
  switch (value.kind()) {
    case Kind::null: return false;
    case Kind::boolean: return value.as_boolean();
    case Kind::integer: return value.as_integer() != 0;
    case Kind::real: return value.as_real() != 0;
    case Kind::string:
      if (is_one_of(value.as_string(), true_words)) return true;
      if (is_one_of(value.as_string(), false_words)) return false;
      return std::nullopt;
    default: return std::nullopt;
  }
}

// A float that does not fit, and NaN, give the least integer, as Go does on x86.
std::optional<std::int64_t> to_int(const Value& value) {
  if (value.kind() == Kind::boolean) return value.as_boolean() ? 1 : 0;
  if (value.kind() != Kind::real) return integer_of(value);
  const double number = value.as_real();
  if (!(number >= -two_to_63 && number < two_to_63)) return std::numeric_limits<std::int64_t>::min();
  return static_cast<std::int64_t>(number);
}

std::optional<double> to_float(const Value& value) {
  if (value.kind() == Kind::boolean) return value.as_boolean() ? 1.0 : 0.0;
  return real_of(value);
}

std::string to_text(const Value& value, Budget& budget) {
  if (value.is_null()) return "";
  if (value.is_string()) return std::string(value.as_string());
  if (value.kind() == Kind::real) return plain_number(value.as_real());
  return Printer(budget).print(value);
}

Value with_floats(const Value& value, Budget& budget) {
  return transform(value, budget, [](const Value& part) {
    if (part.kind() != Kind::integer) return part;
    return Value::real(static_cast<double>(part.as_integer())).with_origin(part.origin());
  });
}

Value with_integers(const Value& value, Budget& budget) {
  return transform(value, budget, [](const Value& part) {
    return part.kind() == Kind::real ? integer_if_whole(part.as_real()).with_origin(part.origin()) : part;
  });
}

Value integer_if_whole(double number) {
  const bool fits = number >= -two_to_63 && number < two_to_63 && std::trunc(number) == number;
  return fits ? Value::integer(static_cast<std::int64_t>(number)) : Value::real(number);
}

std::string to_case(std::string_view text, Case wanted) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    const std::string_view one = text.substr(at, point.size);
    at += point.size;
    const char32_t simple = simple_case(point.value, wanted);
    if (simple != point.value || !point.valid()) {
      append_code_point(result, simple);
      continue;
    }
    const std::string mapped = wanted == Case::upper ? to_upper(one) : to_lower(one);
    result += count_code_points(mapped) == 1 ? std::string_view(mapped) : one;
  }
  return result;
}

}  // namespace evalground::dcontroller
