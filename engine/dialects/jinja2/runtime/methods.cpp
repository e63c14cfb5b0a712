#include "dialects/jinja2/runtime/methods.hpp"

#include <array>
#include <unordered_map>

#include "dialects/jinja2/catalogue.hpp"

namespace evalground::jinja2 {
namespace {

constexpr std::string_view type_names[] = {"", "str", "list", "tuple", "dict", "int", "float", "set", "bytes"};
using Methods = std::array<const FunctionCatalogue::Entry*, std::size(type_names)>;

const std::unordered_map<std::string_view, Methods>& all_methods() {
  static const std::unordered_map<std::string_view, Methods> methods = [] {
    std::unordered_map<std::string_view, Methods> all;
    for (const FunctionCatalogue::Entry& entry : functions().entries()) {
      if (entry.function->kind != "method") continue;
      const std::string_view name = entry.signature.name;
      const std::size_t point = name.find('.');
      for (std::size_t type = 1; type < std::size(type_names); ++type) {
        if (name.substr(0, point) == type_names[type]) all[name.substr(point + 1)][type] = &entry;
      }
    }
    return all;
  }();
  return methods;
}

}  // namespace

PythonType python_type(const Value& value) {
  switch (value.kind()) {
    case Kind::string: return PythonType::string;
    case Kind::list: return PythonType::list;
    case Kind::tuple: return PythonType::tuple;
    case Kind::map: return PythonType::map;
    case Kind::integer:
    case Kind::boolean: return PythonType::integer;
    case Kind::real: return PythonType::real;
    case Kind::set: return PythonType::set;
    case Kind::bytes: return PythonType::bytes;
    default: return PythonType::other;
  }
}

std::uint16_t types_with_method(std::string_view name) {
  const auto found = all_methods().find(name);
  if (found == all_methods().end()) return 0;
  std::uint16_t types = 0;
  for (std::size_t type = 0; type < found->second.size(); ++type) {
    if (found->second[type] != nullptr) types = static_cast<std::uint16_t>(types | 1U << type);
  }
  return types;
}

const FunctionCatalogue::Entry* find_method(PythonType type, std::string_view name) {
  const auto found = all_methods().find(name);
  return found == all_methods().end() ? nullptr : found->second[static_cast<std::size_t>(type)];
}

}  // namespace evalground::jinja2
