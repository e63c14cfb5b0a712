#include "data/paths/json_path_arithmetic.hpp"

#include <string>

namespace evalground {

Value path_arithmetic(json_path::Operator op, const Value& a, const Value& b) {
  if (op == json_path::Operator::add && a.is_string() && b.is_string()) {
    return Value::string(std::string(a.as_string()) + std::string(b.as_string()));
  }
  if (!a.is_number() || !b.is_number()) return {};
  if (a.kind() == Kind::integer && b.kind() == Kind::integer) {
    // As in Go: wraps around, and integer division truncates.
    const auto left = static_cast<std::uint64_t>(a.as_integer());
    const auto right = static_cast<std::uint64_t>(b.as_integer());
    switch (op) {
      case json_path::Operator::add: return Value::integer(static_cast<std::int64_t>(left + right));
      case json_path::Operator::subtract: return Value::integer(static_cast<std::int64_t>(left - right));
      case json_path::Operator::multiply: return Value::integer(static_cast<std::int64_t>(left * right));
      default:
        if (right == 0) return {};
        return Value::integer(b.as_integer() == -1 ? static_cast<std::int64_t>(0 - left)
                                                   : a.as_integer() / b.as_integer());
    }
  }
  switch (op) {
    case json_path::Operator::add: return Value::real(a.as_real() + b.as_real());
    case json_path::Operator::subtract: return Value::real(a.as_real() - b.as_real());
    case json_path::Operator::multiply: return Value::real(a.as_real() * b.as_real());
    default: return b.as_real() == 0 ? Value() : Value::real(a.as_real() / b.as_real());
  }
}

}  // namespace evalground
