#include "dialects/unfurl/catalogue.hpp"

#include "dialects/unfurl/expression/expression.hpp"
#include "dialects/unfurl/expression/special_keys.hpp"
#include "dialects/unfurl/functions/families.hpp"
#include "dialects/unfurl/merge/directive.hpp"
#include "dialects/unfurl/templates/filters.hpp"

namespace evalground::unfurl {

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
        .add("expressions", expression_key_entries())
        .add("special keys", special_key_entries())
        .add("merge directives", merge_directive_entries());
    return all;
  }();
  return catalogue;
}

}  // namespace evalground::unfurl
