#include "data/json_schema_values.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "base/hash.hpp"
#include "base/number.hpp"
#include "base/utf8.hpp"
#include "value/big_integer.hpp"
#include "value/compare.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

constexpr std::string_view redacted = "<<REDACTED>>";

std::uint8_t bit(JsonType type) {
  return static_cast<std::uint8_t>(type);
}

bool is_array(const Value& value) {
  return value.is_list() || value.kind() == Kind::tuple || value.kind() == Kind::set;
}

// A value as a message shows it: JSON, cut where it is long, without what is sensitive.
class ValueWriter {
 public:
  std::string write(const Value& value, bool is_sensitive) {
    add(value, is_sensitive, 0);
    return std::move(text_);
  }

 private:
  void add(const Value& value, bool is_sensitive, int depth) {
    if (text_.size() > longest_shown) return;
    if (is_sensitive || value.sensitive()) {
      text_ += redacted;
    } else if (is_array(value)) {
      text_ += '[';
      for (std::size_t index = 0; index < item_count(value) && text_.size() <= longest_shown; ++index) {
        if (index != 0) text_ += ',';
        if (depth == most_depth) return cut();
        add(item_at(value, index), false, depth + 1);
      }
      close(']');
    } else if (value.is_map()) {
      text_ += '{';
      bool is_first = true;
      for (const auto& [key, member] : value.as_map()) {
        if (text_.size() > longest_shown) break;
        if (depth == most_depth) return cut();
        if (!is_first) text_ += ',';
        is_first = false;
        add_scalar(Value::string(member_name(key)));
        text_ += ':';
        add(member, false, depth + 1);
      }
      close('}');
    } else if (value.is_object() && !is_integer(value)) {
      text_ += value.as_object().type_name();
    } else {
      add_scalar(value);
    }
  }

  void add_scalar(const Value& value) {
    Budget budget;
    if (!value.is_string() || value.as_string().size() <= longest_shown) {
      text_ += write_json(value, budget);
      return;
    }
    const std::string_view start = slice_code_points(value.as_string(), 0, longest_shown);
    text_ += write_json(Value::string(start), budget);
    if (start.size() < value.as_string().size()) text_.insert(text_.size() - 1, "…");
  }

  void close(char bracket) {
    if (text_.size() > longest_shown) return cut();
    text_ += bracket;
  }

  void cut() {
    if (!text_.ends_with("…")) text_ += "…";
  }

  static constexpr int most_depth = 8;
  std::string text_;
};

// A decimal number as its shortest text has it: digits * 10^exponent.
struct Decimal {
  BigInt digits;
  int exponent = 0;
};

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

std::uint8_t json_types_of_number(const Value& value) {
  const std::uint8_t whole = bit(JsonType::integer) | bit(JsonType::number);
  if (value.kind() == Kind::integer || is_integer(value)) return whole;
  if (value.kind() != Kind::real) return bit(JsonType::other);
  const double real = value.as_real();
  return std::isfinite(real) && real == std::floor(real) ? whole : bit(JsonType::number);
}

std::size_t item_count(const Value& array) {
  return array.kind() == Kind::set ? array.as_map().size() : array.as_list().size();
}

const Value& item_at(const Value& array, std::size_t index) {
  return array.kind() == Kind::set ? array.as_map().entry(index).key : array.as_list()[index];
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
  return ValueWriter().write(value, is_sensitive);
}

}  // namespace evalground
