#include "dialects/jinja2/catalogue.hpp"

#include "dialects/jinja2/library/families.hpp"
#include "dialects/jinja2/names_of_ansible.hpp"

namespace evalground::jinja2 {

void add_families(FunctionCatalogue& all) {
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
}

const FunctionCatalogue& functions() {
  static const FunctionCatalogue catalogue = [] {
    FunctionCatalogue all;
    add_families(all);
    return all;
  }();
  return catalogue;
}

const MethodTable& methods() {
  static const MethodTable table(functions());
  return table;
}

FunctionSet function_set() {
  return FunctionSet({{&functions()}}, methods()).with_flavor(is_of_ansible);
}

}  // namespace evalground::jinja2
