// Character references of HTML.
#pragma once

#include <string>
#include <string_view>

namespace evalground::cli {

// The text with references such as `&lt;` and `&#39;` resolved. Unknown ones are kept.
std::string without_references(std::string_view text);

}  // namespace evalground::cli
