#include "dialects/cfengine/catalogue.hpp"

#include "dialects/cfengine/functions/families.hpp"

namespace evalground::cfengine {

const FunctionCatalogue& functions() {
  static const FunctionCatalogue catalogue = [] {
    FunctionCatalogue all;
    all.add("text", text_functions())
        .add("formats", format_functions())
        .add("patterns", pattern_functions())
        .add("numbers", number_functions())
        .add("time and versions", time_functions())
        .add("lists", list_functions())
        .add("data", data_functions())
        .add("state", state_functions())
        .add("tables", table_functions())
        .add("classes", class_functions())
        .add("file contents", file_functions())
        .add("file system", path_functions())
        .add("not in the sandbox", unavailable_functions());
    return all;
  }();
  return catalogue;
}

}  // namespace evalground::cfengine
