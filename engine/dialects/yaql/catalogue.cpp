#include "dialects/yaql/catalogue.hpp"

#include "dialects/yaql/functions/families.hpp"

namespace evalground::yaql {

const FunctionCatalogue& functions() {
  static const FunctionCatalogue catalogue = [] {
    FunctionCatalogue all({.has_overloads = true, .example_data = "data"});
    all.add("system", system_functions())
        .add("branching", branch_functions())
        .add("math", math_functions())
        .add("strings", string_functions())
        .add("collections", collection_functions())
        .add("sets", set_functions())
        .add("queries", query_functions())
        .add("folding", fold_functions())
        .add("ordering and grouping", order_functions())
        .add("generating", generate_functions())
        .add("regular expressions", regex_functions())
        .add("date and time", datetime_functions())
        .add("operators", operators())
        .add(legacy_group, legacy_functions());
    return all;
  }();
  return catalogue;
}

}  // namespace evalground::yaql
