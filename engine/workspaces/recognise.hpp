// Recognizes the dialect of a text by its name and by the marks in each dialect's description.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace evalground {

// `language` is the editor's name for the language, or "". Returns the id of a dialect, or nothing.
std::optional<std::string> recognised_dialect(std::string_view path, std::string_view language, std::string_view text);

}  // namespace evalground
