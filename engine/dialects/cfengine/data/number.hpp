// The language's numbers: always text, with suffixes, stored expanded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace evalground::cfengine {

// An integer with an optional sign and suffix: "2k" is 2000, "2K" 2048, "7%" 7, "inf" 999999999. Nothing when the text
// is something else or does not fit 64 bits.
std::optional<std::int64_t> int_of(std::string_view text);

// The same for a decimal number with exponent: "1.5k" is 1500.
std::optional<double> real_of(std::string_view text);

// As the function int() reads one: white space before it, and one character behind it that is no suffix, do not count;
// hexadecimal digits do: " 5", "5x", "0x1F".
std::optional<double> loose_real_of(std::string_view text);

// The number that the text begins with, as C's strtod reads it, and 0 when there is none: "1k" is 1, "x" is 0.
double leading_real(std::string_view text);

// The integer that the text begins with, as C's strtol reads it: "3.99" is 3, "x" is 0; cut to 64 bits.
std::int64_t leading_int(std::string_view text);

// The number with that many decimals, as C's "%.*f" writes it.
std::string fixed_text(double number, int decimals = 6);

}  // namespace evalground::cfengine
