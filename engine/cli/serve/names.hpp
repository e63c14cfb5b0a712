// Which names below the served folder are served, and which may be saved.
#pragma once

#include <string_view>

namespace evalground::cli {

// Read, but only at the top, and never written.
inline constexpr std::string_view settings_name = ".evalground.yaml";

// Whether a file or folder of this name is read; what lies in a folder that is not, is not either.
bool is_served(std::string_view name);

// Why a text is no name of a file below a folder, as the end of a sentence about it; empty when it is one.
std::string_view why_not_a_name(std::string_view path);

}  // namespace evalground::cli
