#include "dialects/jinja2/syntax/methods.hpp"

#include <algorithm>

#include "value/big_integer.hpp"

namespace evalground::jinja2 {
namespace {

// Indexed by PythonType.
constexpr std::string_view type_names[] = {"range", "str", "list", "tuple", "dict", "int", "float", "set", "bytes"};

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
    default: return is_integer(value) ? PythonType::integer : PythonType::other;  // beyond 64 bits
  }
}

MethodTable::MethodTable(const FunctionCatalogue& catalogue, std::initializer_list<std::string_view> more) {
  static_assert(std::size(type_names) == type_count);
  for (const FunctionCatalogue::Entry& entry : catalogue.entries()) {
    const std::string_view kind = entry.function->kind;
    if (kind != "method" && std::find(more.begin(), more.end(), kind) == more.end()) continue;
    const std::string_view name = entry.signature.name;
    const std::size_t point = name.find('.');
    for (std::size_t type = 0; type < type_count; ++type) {
      if (name.substr(0, point) == type_names[type]) by_name_[name.substr(point + 1)][type] = &entry;
    }
  }
}

std::uint16_t MethodTable::types_with(std::string_view name) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return 0;
  std::uint16_t types = 0;
  for (std::size_t type = 0; type < type_count; ++type) {
    if (found->second[type] != nullptr) types = static_cast<std::uint16_t>(types | 1U << type);
  }
  return types;
}

const FunctionCatalogue::Entry* MethodTable::find(PythonType type, std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : found->second[static_cast<std::size_t>(type)];
}

}  // namespace evalground::jinja2
