// What HTML writes by other characters.
#pragma once

#include <string>
#include <string_view>

namespace evalground::cli {

// The text with the references `&lt;`, `&#39;`, … as what they stand for; unknown ones stay.
std::string without_references(std::string_view text);

}  // namespace evalground::cli
