// Places in a text: bytes here, lines and UTF-16 units in the protocol, UTF-16 units from the start in outcomes.
#pragma once

#include <cstdint>
#include <string_view>

#include "value/map.hpp"

namespace evalground::language_server {

Value position(std::int64_t line, std::int64_t character);
Value range(const Value& start, const Value& end);
// The line and character of a byte.
Value position_in(std::string_view text, std::size_t byte);
// The line and character of an offset in UTF-16 units.
Value position_of_units(std::string_view text, std::int64_t units);
// The byte of a line and character. Beyond the end of a line it is its end.
std::size_t byte_at(std::string_view text, const Map& position);

}  // namespace evalground::language_server
