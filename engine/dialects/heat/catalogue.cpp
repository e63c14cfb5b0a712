#include "dialects/heat/catalogue.hpp"

#include "dialects/heat/families.hpp"

namespace evalground::heat {

const FunctionCatalogue& functions() {
  static const FunctionCatalogue catalogue = [] {
    FunctionCatalogue all;
    all.add("references", reference_functions())
        .add("text", text_functions())
        .add("data", data_functions())
        .add("conditions", condition_functions())
        .add("first version", old_functions());
    return all;
  }();
  return catalogue;
}

}  // namespace evalground::heat
