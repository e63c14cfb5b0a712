#include "value/big_integer.hpp"

namespace evalground {

Value BigInteger::resolve(Context&) {
  return Value::object(Ref<Object>(this));
}

bool BigInteger::equals(const Object& other) const {
  const auto* integer = dynamic_cast<const BigInteger*>(&other);
  return integer != nullptr && integer->number == number;
}

Value integer_value(const BigInt& number) {
  if (const auto small = number.to_int64()) return Value::integer(*small);
  return Value::object(make_ref<BigInteger>(number));
}

std::optional<Value> integer_value(std::string_view digits, unsigned base, bool is_negative) {
  const auto number = BigInt::parse(digits, base, is_negative);
  if (!number) return std::nullopt;
  return integer_value(*number);
}

bool is_integer(const Value& value) {
  return value.kind() == Kind::integer || object_cast<BigInteger>(value) != nullptr;
}

BigInt big_integer_of(const Value& value) {
  if (const auto* integer = object_cast<BigInteger>(value)) return integer->number;
  return BigInt(value.as_integer());
}

}  // namespace evalground
