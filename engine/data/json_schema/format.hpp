// The formats of JSON Schema that can be asserted.
#pragma once

#include <string_view>

namespace evalground {

// Whether a text has a format.
using FormatCheck = bool (*)(std::string_view text);

// The check of "date-time", "ipv4", "uri", …; null for a format that is not known.
FormatCheck find_format(std::string_view name);

}  // namespace evalground
