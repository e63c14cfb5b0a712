// Warm: the rules of a schema are applied to each value of an instance.
// Values as JSON Schema sees them: types, names of members, hashes, and what a message shows. A schema is for JSON, but
// is applied to values of YAML and Python as well: tuples and sets are arrays, and keys that are not text have a text.
//
// Warm: compiled for speed where a module has room.
#include "data/json_schema/values.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "base/hash.hpp"
#include "base/text/number.hpp"
#include "base/text/utf8.hpp"
#include "value/big_integer.hpp"
#include "value/compare.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

constexpr std::string_view redacted = "<<REDACTED>>";

bool is_array(const Value& value) {
  return value.is_list() || value.kind() == Kind::tuple || value.kind() == Kind::set;
}

// A value as messages show it: JSON, cut if long, without sensitive parts.
class ValueWriter {
 public:
  explicit ValueWriter(std::string& text) : text_(text), begin_(text.size()) {}

  void add(const Value& value, bool is_sensitive, int depth) {
    if (is_long()) return;
    if (is_sensitive || value.sensitive()) {
      text_ += redacted;
    } else if (is_array(value)) {
      text_ += '[';
      for (std::size_t index = 0; index < item_count(value) && !is_long(); ++index) {
        if (index != 0) text_ += ',';
        if (depth == most_depth) return cut();
        add(item_at(value, index), false, depth + 1);
      }
      close(']');
    } else if (value.is_map()) {
      text_ += '{';
      bool is_first = true;
      for (const auto& [key, member] : value.as_map()) {
        if (is_long()) break;
        if (depth == most_depth) return cut();
        if (!is_first) text_ += ',';
        is_first = false;
        key.is_string() ? add_string(key.as_string()) : add_string(member_name(key));
        text_ += ':';
        add(member, false, depth + 1);
      }
      close('}');
    } else if (value.is_object() && !is_integer(value)) {
      text_ += value.as_object().type_name();
    } else if (value.is_string()) {
      add_string(value.as_string());
    } else {
      add_plain(value);
    }
  }

 private:
  void add_plain(const Value& value) {
    switch (value.kind()) {
      case Kind::boolean: text_ += value.as_boolean() ? "true" : "false"; break;
      case Kind::integer: text_ += std::to_string(value.as_integer()); break;
      default: {
        Budget budget;
        text_ += write_json(value, budget);
      }
    }
  }

  bool is_long() const { return text_.size() - begin_ > longest_shown; }

  void add_string(std::string_view text) {
    const bool is_short = text.size() <= longest_shown;
    const std::string_view start = is_short ? text : slice_code_points(text, 0, longest_shown);
    append_json_string(text_, start);
    if (start.size() < text.size()) text_.insert(text_.size() - 1, "…");
  }

  void close(char bracket) {
    if (is_long()) return cut();
    text_ += bracket;
  }

  void cut() {
    if (!text_.ends_with("…")) text_ += "…";
  }

  static constexpr int most_depth = 8;
  std::string& text_;
  const std::size_t begin_;
};

// A decimal number by its shortest text: digits * 10^exponent.
struct Decimal {
  BigInt digits;
  int exponent = 0;
};

// "12.5e3" is 125 * 10^2. Nothing for infinity and NaN.
std::optional<Decimal> decimal_of(const Value& number) {
  if (number.kind() != Kind::real) return Decimal{big_integer_of(number), 0};
  if (!std::isfinite(number.as_real())) return std::nullopt;
  const std::string text = real_text(std::fabs(number.as_real()));
  Decimal decimal;
  std::string digits;
  bool is_after_point = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == 'e') {
      decimal.exponent += static_cast<int>(parse_loose_integer(std::string_view(text).substr(at + 1)).value);
      break;
    }
    if (text[at] == '.') {
      is_after_point = true;
      continue;
    }
    digits += text[at];
    if (is_after_point) --decimal.exponent;
  }
  decimal.digits = *BigInt::parse(digits);
  return decimal;
}

}  // namespace

// 1.0 is an integer, as the specification says since draft 6.
std::uint8_t json_types_of_number(const Value& value) {
  if (is_integer(value)) return json_number_types;
  if (value.kind() != Kind::real) return type_bits({JsonType::other});
  const double real = value.as_real();
  return std::isfinite(real) && real == std::floor(real) ? json_number_types : type_bits({JsonType::number});
}

std::string member_name(const Value& key) {
  switch (key.kind()) {
    case Kind::string: return std::string(key.as_string());
    case Kind::boolean: return key.as_boolean() ? "true" : "false";
    case Kind::integer: return std::to_string(key.as_integer());
    case Kind::real: return real_text(key.as_real());
    case Kind::null: return "null";
    default: return is_integer(key) ? big_integer_of(key).text() : std::string(kind_name(key.kind()));
  }
}

// In decimals: 0.3 is a multiple of 0.1, though not as a double. The shortest text of a double is what its author
// wrote.
bool is_multiple(const Value& number, const Value& of) {
  if (number.kind() == Kind::integer && of.kind() == Kind::integer) {
    return of.as_integer() == 0 || of.as_integer() == -1 || number.as_integer() % of.as_integer() == 0;
  }
  const auto a = decimal_of(number);
  const auto b = decimal_of(of);
  if (!a || !b || b->digits.is_zero()) return false;
  const int shared = std::min(a->exponent, b->exponent);
  const BigInt dividend = a->digits * BigInt(10).power(static_cast<std::uint64_t>(a->exponent - shared));
  const BigInt divisor = b->digits * BigInt(10).power(static_cast<std::uint64_t>(b->exponent - shared));
  return BigInt::divide(dividend, divisor)->second.is_zero();
}

// Equal values have equal hashes: 1 and 1.0, and maps in any order, whose entries are summed up.
std::uint64_t json_hash(const Value& value, Budget& budget) {
  budget.step();
  switch (value.kind()) {
    case Kind::boolean: return hash_integer(value.as_boolean() ? 0xB001 : 0xB000);
    case Kind::list:
    case Kind::tuple: {
      const Depth depth = budget.enter();
      std::uint64_t hash = 0xA77A;
      for (const Value& item : value.as_list()) hash = hash_integer(hash ^ json_hash(item, budget));
      return hash;
    }
    case Kind::map: {
      const Depth depth = budget.enter();
      std::uint64_t hash = 0x0B7E;
      for (const auto& [key, member] : value.as_map()) hash += hash_integer(hash_key(key) ^ json_hash(member, budget));
      return hash_integer(hash);
    }
    default: return hash_key(value);
  }
}

std::string shown_value(const Value& value, bool is_sensitive) {
  std::string text;
  append_shown(text, value, is_sensitive);
  return text;
}

void append_shown(std::string& text, const Value& value, bool is_sensitive) {
  ValueWriter(text).add(value, is_sensitive, 0);
}

}  // namespace evalground
