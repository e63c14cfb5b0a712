#pragma once

#include <string_view>

namespace evalground {

// The file of a folder that says what the workspace is beside its files.
inline constexpr std::string_view settings_name = ".evalground.yaml";

}  // namespace evalground
