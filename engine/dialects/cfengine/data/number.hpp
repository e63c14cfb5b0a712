// The language's numbers: always text, with suffixes, stored in expanded form.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace evalground::cfengine {

// An integer as C's scanf reads it, with an optional suffix: "2k" is 2000, "2K" 2048, "7%" -7 (the reference's mark for
// a percentage), "inf" 999999999. Surrounding whitespace and one other character after it are ignored: " 5", "5x".
// Nothing for other text ("5 k", "1.5") and for numbers beyond 64 bits.
std::optional<std::int64_t> int_of(std::string_view text);

// Like int_of(), but `now` stands for the second when the run began.
std::optional<std::int64_t> int_at(std::string_view text, std::int64_t now);

// Like int_of() for a decimal number with exponent, or a hexadecimal one: "1.5k" is 1500, "0x1F" 31.
std::optional<double> real_of(std::string_view text);

// True when a text begins with a decimal number, whatever follows: "1.5.2", "2024-01-02".
bool begins_number(std::string_view text);

// The number that the text begins with, as C's strtod reads it, or 0 without one: "1k" is 1, "0x1F" 31, "x" 0.
double leading_real(std::string_view text);

// The integer that the text begins with, as C's strtol reads it: "3.99" is 3, "x" is 0; cut to 64 bits.
std::int64_t leading_int(std::string_view text);

// The number with that many decimals, as C's "%.*f" writes it.
std::string fixed_text(double number, int decimals = 6);

}  // namespace evalground::cfengine
