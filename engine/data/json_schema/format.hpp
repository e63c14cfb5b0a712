// The formats of JSON Schema that can be asserted.
#pragma once

#include <string_view>

namespace evalground {

// True when a text has the format.
using FormatCheck = bool (*)(std::string_view text);

// The check for "date-time", "ipv4", "uri", …; null for an unknown format.
FormatCheck find_format(std::string_view name);

}  // namespace evalground
