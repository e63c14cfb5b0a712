#pragma once

#include <string_view>

namespace evalground {

// The file in a folder with the parts of the workspace that are not files.
inline constexpr std::string_view settings_name = ".evalground.yaml";

}  // namespace evalground
