#include "dialects/unfurl/functions/catalogue.hpp"

#include "dialects/unfurl/functions/families.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::string_view deployed = "needs a deployment, and none runs here";

struct Unavailable {
  std::string_view name;
  std::string_view reason;
};

constexpr Unavailable unavailable[] = {
    {"computed", deployed},
    {"find_connection", deployed},
    {"kubectl", deployed},
    {"kubernetes_current_namespace", deployed},
};

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
        .add("files", file_functions())
        .add("schemas", schema_functions())
        .add("python", python_functions())
        .add("templates", template_functions())
        .add("in templates", template_entries())
        .add("expressions", expression_keys())
        .add("special keys", special_keys())
        .add("merge directives", merge_directives());
    return all;
  }();
  return catalogue;
}

std::string_view unavailable_function(std::string_view name) {
  for (const Unavailable& function : unavailable) {
    if (function.name == name) return function.reason;
  }
  return {};
}

}  // namespace evalground::unfurl
