// The engine's answers in the shapes of the Language Server Protocol, and what the server can do.
#pragma once

#include <string_view>

#include "value/map.hpp"

namespace evalground::language_server {

// The commands.
inline constexpr std::string_view evaluate_name = "evalground.evaluate";
inline constexpr std::string_view share_name = "evalground.share";

Value server_capabilities();
Value markdown(std::string_view text);
// Without snippets their fields are plain text.
Map completion_item(const Map& item, bool has_snippets);
Value document_symbols(const Value& symbols);
// `site`: where the page is, whose documents explain the code of a problem; empty: it is not said.
Value lsp_diagnostic(const Map& diagnostic, std::string_view text, std::string_view site);
std::int64_t symbol_kind_number(std::string_view kind);

}  // namespace evalground::language_server
