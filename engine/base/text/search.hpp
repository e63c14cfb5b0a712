// Substring search that stays linear.
#pragma once

#include <cstddef>
#include <string_view>

namespace evalground {

// Where `part` begins in the text, at `from` or behind; npos when it does not. Linear, whatever the texts are, which
// string_view::find() is not.
std::size_t find_text(std::string_view text, std::string_view part, std::size_t from = 0);

}  // namespace evalground
