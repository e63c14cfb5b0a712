#include "cli/check_docs/marks.hpp"

#include <algorithm>
#include <iterator>

namespace evalground::cli {
namespace {

// clang-format off
// described: marks, by scripts/describe
constexpr std::string_view example_mark_name = "evalground";
constexpr std::string_view output_mark_name = "evalground-output";
constexpr std::string_view output_languages[] = {
    "output", "ansible-output", "example_output"
};
constexpr std::string_view workspace_languages[] = {
    "evalground", "yaml", "yml", "json"
};
constexpr std::string_view attributes[] = {
    "data", "local", "vars", "inputs", "attributes", "classes", "env", "options", "limits", "seed", "dialect",
    "operation", "expression", "resource", "clock", "editable", "show", "hide", "view", "lines", "run", "loading",
    "height", "max-height", "theme", "mode", "expect", "depends", "label", "title", "id", "file", "files", "key", "skip"
};
// end
// clang-format on

}  // namespace

std::string_view example_mark() {
  return example_mark_name;
}

std::string_view output_mark() {
  return output_mark_name;
}

bool is_output_language(std::string_view name) {
  return std::find(std::begin(output_languages), std::end(output_languages), name) != std::end(output_languages);
}

bool is_workspace_language(std::string_view name) {
  return std::find(std::begin(workspace_languages), std::end(workspace_languages), name) !=
         std::end(workspace_languages);
}

std::span<const std::string_view> known_attributes() {
  return attributes;
}

}  // namespace evalground::cli
