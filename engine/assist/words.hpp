// The Language Server Protocol's words for what dialects have names for.
#pragma once

#include <string_view>

namespace evalground {

// "Function", "Variable", "Property", … of a kind of the catalogue, of a symbol or of an offer.
std::string_view completion_kind(std::string_view kind);
// The same for the symbols of a document.
std::string_view symbol_kind(std::string_view kind);

}  // namespace evalground
