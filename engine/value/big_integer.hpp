// Integers beyond 64 bits as values. An integer that fits 64 bits is always Kind::integer, never a BigInteger.
//
// compare.hpp orders, equates and hashes them as Python does. JSON and YAML readers create them from long digits,
// json.hpp and python_text.hpp write them digit by digit.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/bigint.hpp"
#include "value/object.hpp"

namespace evalground {

class BigInteger final : public Object {
 public:
  // Use integer_value(), which creates one only where needed.
  explicit BigInteger(BigInt number_) : number(std::move(number_)) {}

  std::string_view type_name() const override { return "int"; }
  // Returns itself, because it is as plain as other numbers.
  Value resolve(Context& context) override;
  bool equals(const Object& other) const override;
  std::string python_repr() const override { return number.text(); }
  std::size_t hash() const override { return static_cast<std::size_t>(number.hash()); }

  const BigInt number;
};

// The integer as a value: Kind::integer if it fits 64 bits.
Value integer_value(const BigInt& number);

// The value of digits in the base (2 to 36), by the rules of BigInt::parse; nothing for invalid or too many digits.
std::optional<Value> integer_value(std::string_view digits, unsigned base, bool is_negative);

// Kind::integer or a BigInteger.
bool is_integer(const Value& value);

// The number of an integer value. Throws Error "wrong-kind" for any other.
BigInt big_integer_of(const Value& value);

}  // namespace evalground
