#include "dialects/cfengine/policy/data_type.hpp"

#include <iterator>

namespace evalground::cfengine {
namespace {

// In the order of DataType.
constexpr std::string_view type_names[] = {"none", "string", "int", "real", "slist", "ilist", "rlist", "data"};

}  // namespace

std::string_view type_name(DataType type) {
  return type_names[static_cast<std::size_t>(type)];
}

DataType type_of(std::string_view name) {
  for (std::size_t i = 1; i < std::size(type_names); ++i) {
    if (type_names[i] == name) return static_cast<DataType>(i);
  }
  return DataType::none;
}

}  // namespace evalground::cfengine
