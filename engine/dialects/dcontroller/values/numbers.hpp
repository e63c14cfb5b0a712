// Numbers as the controller reads and prints them: Go's syntax, and the coercion of a list of arguments.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/memory.hpp"
#include "value/value.hpp"

namespace evalground::dcontroller {

// Go's ParseFloat: "1e3", ".5", "0x1p4", "1_0.5", "inf"; nothing for other text and for overflow.
std::optional<double> parse_go_float(std::string_view text);

// An integer, or text that is one ("007", "+5"); nothing for other values.
std::optional<std::int64_t> integer_of(const Value& value);

// A number, or text that is one.
std::optional<double> real_of(const Value& value);

// Arguments after coercion: all integers, or all reals if one of them is not an integer.
struct Numbers {
  bool are_integers = true;
  std::vector<std::int64_t, CountingAllocator<std::int64_t>> integers;
  std::vector<double, CountingAllocator<double>> reals;
};

// Nothing when an item is not a number. `wrong` is then its index.
std::optional<Numbers> coerce(const List& items, std::size_t& wrong);

// The shortest text of a finite number, in the format of Go's JSON: "2", "1.5", "1e-7", "1e+21".
std::string json_number(double number);

// The same without an exponent: "2", "0.000001", "1000000000000000000000"; not finite: "+Inf", "-Inf", "NaN".
std::string plain_number(double number);

// The same in the format of Go's %v: "2", "1e+06", "0.0001"; not finite: "+Inf", "-Inf", "NaN".
std::string go_number(double number);

}  // namespace evalground::dcontroller
