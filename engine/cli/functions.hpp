// Lists the functions of a dialect.
#pragma once

#include <string>
#include <string_view>

#include "cli/options.hpp"

namespace evalground::cli {

// The catalogue as JSON or YAML, or for people: by group, the signature and its sentence. `dialect` "": the dialects.
std::string functions_text(std::string_view dialect, Format format);

}  // namespace evalground::cli
