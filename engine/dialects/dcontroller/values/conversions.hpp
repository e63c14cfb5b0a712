// The conversions of the language of 2026: what an operator makes of a value of another type.
//
//   from      to bool            to int               to float            to text
//   null      false              -                    -                   ""
//   boolean   itself             0, 1                 0, 1                true, false
//   integer   not 0              itself               itself              decimal
//   float     not 0              cut off              itself              decimal without exponent
//   text      true, false, …     decimal digits       Go's ParseFloat     itself
//   list      -                  -                    -                   [a 1 true], as Go prints it
//
// Nothing where there is no conversion.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground::dcontroller {

std::optional<bool> to_bool(const Value& value);
std::optional<std::int64_t> to_int(const Value& value);
std::optional<double> to_float(const Value& value);
// Every value has a text. Throws LimitError (memory).
std::string to_text(const Value& value, Budget& budget);

// The same value with floats for its integers, as from Go's JSON parser. Beyond 2^53 digits are lost.
Value with_floats(const Value& value, Budget& budget);
// The same value with integers for floats without a fraction, as a cluster reads the JSON of an object.
Value with_integers(const Value& value, Budget& budget);
// The integer of a number without a fraction that fits 64 bits, else a float.
Value integer_if_whole(double number);

// Go's ToUpper and ToLower: one character for one.
enum class Case : std::uint8_t { upper, lower };
std::string to_case(std::string_view text, Case wanted);

}  // namespace evalground::dcontroller
