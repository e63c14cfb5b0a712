// Which value of a result is shown at a place of a text, for editors: the reverse of where a value comes from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/budget.hpp"
#include "value/map.hpp"

namespace evalground::changing {

// The path of the value, as a wish names it, whose text is on the line of that offset (UTF-16 units) of the file. Of
// several it is the one at the offset, or else the next one. A line of a rendered text counts as a value. Empty where
// the result shows nothing of the line.
List shown_at(const Map& outcome, std::string_view file, std::string_view text, std::uint64_t offset, Budget& budget);

}  // namespace evalground::changing
