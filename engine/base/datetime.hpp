// Instants as microseconds since 1970-01-01T00:00:00Z, without leap seconds, and their text by RFC 3339. For
// the civil calendar itself use std::chrono::year_month_day.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace evalground {

// Reads "2024-02-29T12:00:00.5+01:00" or the same with "Z": all fields must be there and exist in the
// calendar. Digits beyond microseconds are dropped. A second of 60 is refused, as instants know none.
std::optional<std::int64_t> parse_instant(std::string_view text);

// Writes the instant in UTC, "2024-02-29T11:00:00.500000Z", without the fraction when it is zero; nothing
// outside the years 0 to 9999, which the format cannot name.
std::optional<std::string> instant_text(std::int64_t microseconds);

}  // namespace evalground
