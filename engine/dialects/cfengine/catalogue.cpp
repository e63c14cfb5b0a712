#include "dialects/cfengine/catalogue.hpp"

#include <algorithm>

#include "dialects/cfengine/functions/families.hpp"

namespace evalground::cfengine {
namespace {

constexpr std::string_view cached[] = {"execresult", "execresult_as_data", "returnszero",   "regldap", "ldapvalue",
                                       "ldaplist",   "findprocesses",      "processexists", "host2ip", "ip2host",
                                       "readtcp",    "hubknowledge",       "remotescalar"};

}  // namespace

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

bool is_cached(std::string_view function) {
  return std::find(std::begin(cached), std::end(cached), function) != std::end(cached);
}

}  // namespace evalground::cfengine
