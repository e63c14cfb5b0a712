// The engine's answers in the shapes of the language server protocol: kinds become numbers, places become lines and
// characters, and what an editor does not support is left out.
#include "language_server/shapes.hpp"

#include <algorithm>
#include <span>

#include "language_server/message.hpp"
#include "language_server/places.hpp"

namespace evalground::language_server {
namespace {

// By their numbers in the protocol, from 1.
constexpr std::string_view completion_kinds[] = {"Text",     "Method", "Function",  "Constructor", "Field",
                                                 "Variable", "Class",  "Interface", "Module",      "Property",
                                                 "Unit",     "Value",  "Enum",      "Keyword",     "Snippet",
                                                 "Color",    "File",   "Reference", "Folder",      "EnumMember",
                                                 "Constant", "Struct", "Event",     "Operator",    "TypeParameter"};
constexpr std::string_view symbol_kinds[] = {
    "File",   "Module",    "Namespace", "Package",    "Class",    "Method", "Property", "Field",        "Constructor",
    "Enum",   "Interface", "Function",  "Variable",   "Constant", "String", "Number",   "Boolean",      "Array",
    "Object", "Key",       "Null",      "EnumMember", "Struct",   "Event",  "Operator", "TypeParameter"};

std::int64_t number_of(std::span<const std::string_view> all, std::string_view word) {
  const auto found = std::find(all.begin(), all.end(), word);
  return found == all.end() ? 1 : found - all.begin() + 1;
}

// "split(${1:by})" -> "split(by)"
// For editors without snippets, which would insert the placeholders as they stand.
std::string without_fields(std::string_view snippet) {
  std::string text;
  for (std::size_t at = 0; at < snippet.size(); ++at) {
    if (snippet[at] == '\\' && at + 1 < snippet.size()) {
      text += snippet[++at];
    } else if (snippet[at] == '$' && at + 1 < snippet.size() && snippet[at + 1] == '{') {
      const std::size_t colon = snippet.find(':', at);
      if (colon == std::string_view::npos) break;
      at = colon;
    } else if (snippet[at] == '$' && at + 1 < snippet.size() && snippet[at + 1] >= '0' && snippet[at + 1] <= '9') {
      ++at;
    } else if (snippet[at] != '}') {
      text += snippet[at];
    }
  }
  return text;
}

}  // namespace

std::int64_t symbol_kind_number(std::string_view kind) {
  return number_of(symbol_kinds, kind);
}

Value markdown(std::string_view text) {
  return Value::map({{"kind", Value::string("markdown")}, {"value", Value::string(text)}});
}

// Changes come as ranges (2), so a key press does not send the whole document.
Value server_capabilities() {
  const Value yes = Value::boolean(true);
  const auto texts = [](std::initializer_list<std::string_view> all) {
    List list;
    for (const std::string_view one : all) list.push_back(Value::string(one));
    return Value::list(std::move(list));
  };
  const Value sync = Value::map({{"openClose", yes}, {"change", Value::integer(2)}, {"save", yes}});
  const Value completion =
      Value::map({{"triggerCharacters", texts({".", ":", "|", "$", "@", "(", "["})}, {"resolveProvider", yes}});
  const Value legend =
      Value::map({{"tokenTypes", texts({"keyword", "function", "variable", "property", "string", "number", "operator",
                                        "comment", "type", "macro", "class", "property", "property"})},
                  {"tokenModifiers", texts({"declaration"})}});
  return Value::map(
      {{"positionEncoding", Value::string("utf-16")},
       {"textDocumentSync", sync},
       {"completionProvider", completion},
       {"hoverProvider", yes},
       {"signatureHelpProvider", Value::map({{"triggerCharacters", texts({"(", ","})}})},
       {"definitionProvider", yes},
       {"referencesProvider", yes},
       {"renameProvider", Value::map({{"prepareProvider", yes}})},
       {"documentSymbolProvider", yes},
       {"documentHighlightProvider", yes},
       {"documentLinkProvider", Value::map()},
       {"foldingRangeProvider", yes},
       {"selectionRangeProvider", yes},
       {"workspaceSymbolProvider", yes},
       {"semanticTokensProvider", Value::map({{"legend", legend}, {"full", Value::map({{"delta", yes}})}})},
       {"inlayHintProvider", yes},
       {"inlineValueProvider", yes},
       {"codeActionProvider", Value::map({{"codeActionKinds", texts({"quickfix", "refactor.rewrite"})}})},
       {"codeLensProvider", Value::map()},
       {"documentFormattingProvider", yes},
       {"diagnosticProvider",
        Value::map({{"interFileDependencies", yes}, {"workspaceDiagnostics", Value::boolean(false)}})},
       {"executeCommandProvider", Value::map({{"commands", texts({evaluate_name, share_name, why_name, choose_host_name,
                                                                  explain_name, trace_name, value_name, change_name})},
                                              {"workDoneProgress", yes}})},
       {"workspace",
        Value::map({{"workspaceFolders", Value::map({{"supported", yes}, {"changeNotifications", yes}})}})}});
}

// The protocol wants an edit of the document rather than a text, because what is replaced differs by language.
Map completion_item(const Map& item, bool has_snippets) {
  Map shown;
  for (const std::string_view key : {"label", "detail", "sortText"}) {
    if (const Value* value = item.find(key)) shown.set(key, *value);
  }
  shown.set("kind", Value::integer(number_of(completion_kinds, item.find("kind")->as_string())));
  const Map& edit = item.find("textEdit")->as_map();
  const bool is_snippet = item.find("insertTextFormat")->as_string() == "Snippet";
  Value text = *edit.find("newText");
  if (is_snippet && !has_snippets) text = Value::string(without_fields(text.as_string()));
  shown.set("insertTextFormat", Value::integer(is_snippet && has_snippets ? 2 : 1));
  shown.set("textEdit", Value::map({{"range", *edit.find("range")}, {"newText", text}}));
  if (const Value* summary = item.find("summary")) shown.set("documentation", *summary);
  return shown;
}

Value document_symbols(const Value& symbols) {
  List list;
  for (const Value& one : symbols.as_list()) {
    const Map& symbol = one.as_map();
    Map shown{{"name", *symbol.find("name")},
              {"kind", Value::integer(symbol_kind_number(symbol.find("kind")->as_string()))},
              {"range", *symbol.find("location")->as_map().find("range")},
              {"selectionRange", *symbol.find("selectionRange")}};
    if (const Value* detail = symbol.find("detail")) shown.set("detail", *detail);
    // Children are one level deep.
    if (const Value* children = symbol.find("children")) shown.set("children", document_symbols(*children));
    list.push_back(Value::map(std::move(shown)));
  }
  return Value::list(std::move(list));
}

// Unused names are tagged, which editors show as faded text.
Value lsp_diagnostic(const Map& diagnostic, std::string_view text, std::string_view site) {
  const Map& span = diagnostic.find("span")->as_map();
  const std::string_view severity = diagnostic.find("severity")->as_string();
  Map shown{{"range", Value::map({{"start", position_of_units(text, integer_of(span, "from"))},
                                  {"end", position_of_units(text, integer_of(span, "to"))}})},
            {"severity", Value::integer(severity == "error"     ? 1
                                        : severity == "warning" ? 2
                                                                : 4)},
            {"code", *diagnostic.find("code")},
            {"source", Value::string("evalground")},
            {"message", *diagnostic.find("message")}};
  if (!site.empty()) {
    const std::string page = std::string(site) + "/docs/problems/#" + std::string(diagnostic.find("code")->as_string());
    shown.set("codeDescription", Value::map({{"href", Value::string(page)}}));
  }
  if (diagnostic.find("code")->as_string() == "unused") shown.set("tags", Value::list({Value::integer(1)}));
  return Value::map(std::move(shown));
}

}  // namespace evalground::language_server
