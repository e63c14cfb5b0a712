#include "dialects/dcontroller/catalogue.hpp"

#include "dialects/dcontroller/operators/families.hpp"
#include "dialects/dcontroller/operators_2026/families.hpp"

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
        .add("words", text_words())
        .add("2026: logic", logic_operators_2026())
        .add("2026: comparison", compare_operators_2026())
        .add("2026: lists", list_operators_2026())
        .add("2026: numbers", number_operators_2026())
        .add("2026: text", text_operators_2026())
        .add("2026: values", value_operators_2026())
        .add("2026: fields", field_operators_2026())
        .add("2026: pipelines", pipeline_stages_2026());
    return all;
  }();
  return catalogue;
}

}  // namespace evalground::dcontroller
