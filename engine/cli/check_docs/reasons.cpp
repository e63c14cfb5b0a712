#include "cli/check_docs/reasons.hpp"

#include <algorithm>

namespace evalground::cli {
namespace {

struct Reason {
  std::string_view code;  // of a diagnostic
  std::string_view text;
  bool of_fragments;  // only where the document was completed
};

constexpr std::string_view no_value = "a variable is not given";
constexpr std::string_view no_file = "a file that it names is not given";
constexpr std::string_view no_part = "it refers to a part that is not given";
constexpr std::string_view no_host = "it needs a host";
constexpr std::string_view no_plugin = "it needs a plugin that is not here";

constexpr Reason reasons[] = {
    {"undefined", no_value, false},       {"missing-parameter", no_value, false}, {"undefined-input", no_value, false},
    {"no-file", no_file, false},          {"import-failed", no_file, false},      {"missing-includes", no_part, false},
    {"unknown-body", no_part, false},     {"run-aborted", no_part, false},        {"unavailable", no_host, false},
    {"promise-type", no_host, false},     {"unknown-resource", no_part, true},    {"unknown-type", no_part, false},
    {"unknown-target", no_part, false},   {"invalid-condition", no_part, true},   {"missing-field", no_part, true},
    {"unknown-filter", no_plugin, false}, {"unknown-test", no_plugin, false},
};

// Names in policies that read the files or the agent of a host. Functions treat files that are not given as missing.
constexpr std::string_view host_functions[] = {
    "isexecutable(",  "isplain(",
    "isreadable(",    "isdir(",
    "islink(",        "fileexists(",
    "findfiles(",     "lsdir(",
    "filestat(",      "filesize(",
    "getfields(",     "getenv(",
    "readfile(",      "countlinesmatching(",
    "diskfree(",      "accessedbefore(",
    "changedbefore(", "isnewerthan(",
    "sys.cf_version",
};

bool reads_host(const Map& workspace) {
  const Value* expression = workspace.find("expression");  // the time zone of a host
  if (expression != nullptr && expression->is_string() &&
      expression->as_string().find("localtz(") != std::string_view::npos)
    return true;
  const Value* files = workspace.find("files");
  if (files == nullptr || !files->is_map()) return false;
  for (const auto& [name, text] : files->as_map()) {
    if (!text.is_string()) continue;
    const std::string_view policy = text.as_string();
    if (std::any_of(std::begin(host_functions), std::end(host_functions),
                    [&](std::string_view function) { return policy.find(function) != std::string_view::npos; }))
      return true;
  }
  return false;
}

bool has_name(const Map& workspace, std::string_view dialect) {
  const Value* name = workspace.find("dialect");
  return name != nullptr && name->is_string() && name->as_string() == dialect;
}

}  // namespace

std::string reason_to_skip(const Example& example, const Map& outcome) {
  if (example.is_own) return {};
  const bool succeeds = outcome.find("ok")->as_boolean();
  if (const Value* diagnostics = outcome.find("diagnostics")) {
    for (const Value& item : diagnostics->as_list()) {
      const Map& diagnostic = item.as_map();
      if (!succeeds && diagnostic.find("severity")->as_string() != "error") continue;
      for (const Reason& reason : reasons) {
        const bool applies = !reason.of_fragments || example.is_fragment;
        if (applies && diagnostic.find("code")->as_string() == reason.code) return std::string(reason.text);
      }
    }
  }
  const Value* asks = outcome.find("asks");
  if (asks != nullptr && asks->is_list() && !asks->as_list().empty()) return std::string(no_value);
  const bool has_host = has_name(example.workspace, "cfengine") || has_name(example.workspace, "yaql");
  if (has_host && reads_host(example.workspace)) return std::string(no_host);
  return {};
}

}  // namespace evalground::cli
