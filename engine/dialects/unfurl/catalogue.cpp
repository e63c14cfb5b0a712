#include "dialects/unfurl/catalogue.hpp"

#include <algorithm>

#include "dialects/unfurl/families.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::string_view unavailable[] = {
    "abspath",  "computed", "file",   "find_connection", "get_dir",  "kubectl",       "kubernetes_current_namespace",
    "python",   "tempfile", "template", "validate",      "validate_json"};

}  // namespace

const FunctionCatalogue& functions() {
  static const FunctionCatalogue catalogue = [] {
    FunctionCatalogue all;
    all.add("logic", logic_functions())
        .add("numbers", number_functions())
        .add("text", text_functions())
        .add("labels", label_functions())
        .add("network", network_functions())
        .add("environment", environment_functions())
        .add("topology", topology_functions())
        .add("expressions", expression_keys())
        .add("special keys", special_keys())
        .add("merge directives", merge_directives());
    return all;
  }();
  return catalogue;
}

bool is_unavailable_function(std::string_view name) {
  return std::find(std::begin(unavailable), std::end(unavailable), name) != std::end(unavailable);
}

}  // namespace evalground::unfurl
