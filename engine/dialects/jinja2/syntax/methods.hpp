// The methods of Python's types in templates: `'a'.upper()`, `map.items()`.
//
// They are entries of the catalogue of kind "method", named by type: "str.upper". The parser asks which types have a
// method of some name. So an attribute of a map that no method hides is found without a lookup of methods. The
// evaluator asks for the entry.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <unordered_map>

#include "runtime/catalogue.hpp"

namespace evalground::jinja2 {

enum class PythonType : std::uint8_t { other, string, list, tuple, map, integer, real, set, bytes };

// The type used to find methods. Booleans are integers. Objects are `other`, except for ranges, which have methods.
PythonType python_type(const Value& value);

// Whether a set of types contains a type; bit n stands for type n.
inline bool has_type(std::uint16_t types, PythonType type) {
  return (types >> static_cast<unsigned>(type) & 1U) != 0;
}

// The methods of a catalogue by name and type. Built once for each catalogue and constant afterwards.
class MethodTable {
 public:
  // The catalogue must outlive the table. `more`: other kinds of entries that are methods.
  explicit MethodTable(const FunctionCatalogue& catalogue, std::initializer_list<std::string_view> more = {});

  // The types with a method of that name, as a set for has_type().
  std::uint16_t types_with(std::string_view name) const;
  // Null when the type has no such method.
  const FunctionCatalogue::Entry* find(PythonType type, std::string_view name) const;

 private:
  static constexpr std::size_t type_count = 9;
  using Methods = std::array<const FunctionCatalogue::Entry*, type_count>;  // by type; null where it has no such method
  std::unordered_map<std::string_view, Methods> by_name_;
};

}  // namespace evalground::jinja2
