// The language's numbers: always text, with suffixes, stored expanded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace evalground::cfengine {

// An integer as C's scanf reads it, with an optional suffix: "2k" is 2000, "2K" 2048, "7%" -7 (how the reference marks
// a share), "inf" 999999999. White space around it and one other character behind it do not count: " 5", "5x". Nothing
// when the text is something else ("5 k", "1.5") or does not fit 64 bits.
std::optional<std::int64_t> int_of(std::string_view text);

// The same where `now`, the second at which the run began, is an integer as well.
std::optional<std::int64_t> int_at(std::string_view text, std::int64_t now);

// The same for a decimal number with exponent, or a hexadecimal one: "1.5k" is 1500, "0x1F" 31.
std::optional<double> real_of(std::string_view text);

// Whether a text begins with a decimal number, whatever follows: "1.5.2", "2024-01-02".
bool begins_number(std::string_view text);

// The number that the text begins with, as C's strtod reads it, or 0 without one: "1k" is 1, "0x1F" 31, "x" 0.
double leading_real(std::string_view text);

// The integer that the text begins with, as C's strtol reads it: "3.99" is 3, "x" is 0; cut to 64 bits.
std::int64_t leading_int(std::string_view text);

// The number with that many decimals, as C's "%.*f" writes it.
std::string fixed_text(double number, int decimals = 6);

}  // namespace evalground::cfengine
