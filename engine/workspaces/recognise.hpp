// The dialect of a text, by its name and by the marks that each dialect's description lists.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace evalground {

// `language`: what an editor calls the text's language, or "". Gives the id of a dialect, or nothing.
std::optional<std::string> recognised_dialect(std::string_view path, std::string_view language, std::string_view text);

}  // namespace evalground
