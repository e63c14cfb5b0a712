#include "dialects/yaql/catalogue.hpp"

#include "base/memory.hpp"
#include "dialects/yaql/evaluation/library.hpp"
#include "dialects/yaql/functions/families.hpp"

namespace evalground::yaql {

// The names of the groups are headings in the guide.
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
        .add(workflow_group, workflow_functions())
        .add(workflow_group, version_functions())
        .add("operators", operators())
        .add(legacy_group, legacy_functions());
    return all;
  }();
  return catalogue;
}

const Library& library(Flavor flavor) {
  // The library is shared by all evaluations and outlives the one that builds it, so its memory belongs to no budget.
  const auto read = [](Flavor one) {
    const MemoryAccount own(UINT64_MAX);
    return read_library(functions(), one);
  };
  switch (flavor) {
    case Flavor::legacy: {
      static const Library legacy = read(Flavor::legacy);
      return legacy;
    }
    case Flavor::workflow: {
      static const Library workflow = read(Flavor::workflow);
      return workflow;
    }
    case Flavor::standard: break;
  }
  static const Library standard = read(Flavor::standard);
  return standard;
}

}  // namespace evalground::yaql
