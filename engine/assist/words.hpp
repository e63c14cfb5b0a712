// The Language Server Protocol's words for kinds of names in dialects.
#pragma once

#include <string_view>

namespace evalground {

// "Function", "Variable", "Property", … for a kind of catalogue entry, symbol or offer.
std::string_view completion_kind(std::string_view kind);
// The same for symbols of a document.
std::string_view symbol_kind(std::string_view kind);

}  // namespace evalground
