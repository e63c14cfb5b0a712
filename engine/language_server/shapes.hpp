// The engine's answers in the shapes of the Language Server Protocol, and the server's capabilities.
#pragma once

#include <string_view>

#include "value/map.hpp"

namespace evalground::language_server {

// The commands.
inline constexpr std::string_view evaluate_name = "evalground.evaluate";
inline constexpr std::string_view share_name = "evalground.share";
inline constexpr std::string_view why_name = "evalground.why";
inline constexpr std::string_view choose_host_name = "evalground.chooseHost";
inline constexpr std::string_view explain_name = "evalground.explain";
inline constexpr std::string_view trace_name = "evalground.trace";
inline constexpr std::string_view value_name = "evalground.value";
inline constexpr std::string_view change_name = "evalground.change";
// A command of the editor, which asks its user for a value.
inline constexpr std::string_view change_value_name = "evalground.changeValue";

Value server_capabilities();
Value markdown(std::string_view text);
// Without snippet support, their fields become plain text.
Map completion_item(const Map& item, bool has_snippets);
Value document_symbols(const Value& symbols);
// `site` is the address of the page, whose documents explain the code of a problem; empty: add no link.
Value lsp_diagnostic(const Map& diagnostic, std::string_view text, std::string_view site);
std::int64_t symbol_kind_number(std::string_view kind);

}  // namespace evalground::language_server
