// Python's arithmetic on values: booleans, integers of any size and floats.
//
// A failure throws Error. Its code names the exception and its message is Python's own, such as "zero-division" and
// "division by zero", "type-error", "value-error" or "overflow-error". Integer results beyond BigInt's cap throw
// LimitError (digits). Work on long integers spends steps. The operands' origins and sensitivity do not carry over to
// the result.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/budget.hpp"
#include "value/number_order.hpp"

namespace evalground {

// The name of the value's type in Python: "int", "NoneType", "dict", …; for an object its own.
std::string python_type_name(const Value& value);

enum class PythonOperator : std::uint8_t {
  add,
  subtract,
  multiply,
  true_divide,   // always a float
  floor_divide,  // rounds down
  modulo,        // with the sign of the right operand
  power,         // a float for a negative exponent
  bit_and,
  bit_or,
  bit_xor,
  shift_left,
  shift_right
};

// The operator's spelling: "+", "//", "**", …
std::string_view python_operator_text(PythonOperator operation);

// left OP right of two numbers. Other operands (and floats, for bit operations) throw "type-error": "unsupported
// operand type(s) for +: 'int' and 'str'".
Value python_calculate(PythonOperator operation, const Value& left, const Value& right, Budget& budget);

// The unary operators. Throw "type-error": "bad operand type for unary -: 'str'".
Value python_negate(const Value& value);
Value python_plus(const Value& value);    // converts a boolean to its integer
Value python_invert(const Value& value);  // ~
Value python_absolute(const Value& value);

// int(value): a number loses its fraction, text is parsed in base 10. Throws "value-error" for text that is not an
// integer, "overflow-error" for infinity, "type-error" for any other value.
Value python_int(const Value& value, Budget& budget);
// int(text, base): base 2 to 36, or 0 to use the prefix. Sign, prefix, underscores, surrounding whitespace and the
// decimal digits of every script as in Python.
Value python_int(std::string_view text, std::int64_t base, Budget& budget);

// float(value) for a number or text ("1_0.5", " inf "). Throws like python_int, and "overflow-error" for integers that
// are too large.
Value python_float(const Value& value);

// round(value) to an integer, or round(value, digits) to the value's own type. Halves go to the even digit.
Value python_round(const Value& value, std::optional<std::int64_t> digits, Budget& budget);

}  // namespace evalground
