// Substring search in linear time.
#pragma once

#include <cstddef>
#include <string_view>

namespace evalground {

// The offset of `part` in the text at or after `from`; npos when absent. Linear for all texts, unlike
// string_view::find().
std::size_t find_text(std::string_view text, std::string_view part, std::size_t from = 0);

}  // namespace evalground
