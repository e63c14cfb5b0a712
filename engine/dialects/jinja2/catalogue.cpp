#include "dialects/jinja2/catalogue.hpp"

#include "dialects/jinja2/families.hpp"

namespace evalground::jinja2 {

const FunctionCatalogue& functions() {
  static const FunctionCatalogue catalogue = [] {
    FunctionCatalogue all;
    all.add("text", text_filters())
        .add("HTML", markup_filters())
        .add("lists", list_filters())
        .add("maps and attributes", map_filters())
        .add("numbers", number_filters())
        .add("tests", tests())
        .add("globals", globals())
        .add("methods of text", string_methods())
        .add("methods of text", string_question_methods())
        .add("methods of containers", container_methods())
        .add("methods of numbers", number_methods())
        .add("statements", statement_entries())
        .add("operators", operator_entries());
    return all;
  }();
  return catalogue;
}

}  // namespace evalground::jinja2
