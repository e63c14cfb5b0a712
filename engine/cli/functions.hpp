// Lists the functions and options of a dialect.
#pragma once

#include <string>
#include <string_view>

#include "cli/options.hpp"

namespace evalground::cli {

// The catalogue as JSON or YAML, or as text: by group, with the signature and sentence. `dialect` "": the descriptions
// of the dialects.
std::string functions_text(std::string_view dialect, Format format);

}  // namespace evalground::cli
