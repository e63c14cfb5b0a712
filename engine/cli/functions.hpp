// Lists the functions and options of a dialect.
#pragma once

#include <string>
#include <string_view>

#include "cli/options.hpp"

namespace evalground::cli {

// The catalogue as JSON or YAML, or for people: by group, the signature and its sentence. `dialect` "":
// what the dialects say of themselves.
std::string functions_text(std::string_view dialect, Format format);

}  // namespace evalground::cli
