#include "dialects/dcontroller/catalogue.hpp"

#include "dialects/dcontroller/operators/families.hpp"

namespace evalground::dcontroller {

const FunctionCatalogue& functions() {
  static const FunctionCatalogue catalogue = [] {
    FunctionCatalogue all;
    all.add("logic", logic_operators())
        .add("comparison", compare_operators())
        .add("lists", list_operators())
        .add("numbers", number_operators())
        .add("text", string_operators())
        .add("objects", object_operators())
        .add("pipelines", pipeline_stages())
        .add("words", text_words());
    return all;
  }();
  return catalogue;
}

}  // namespace evalground::dcontroller
