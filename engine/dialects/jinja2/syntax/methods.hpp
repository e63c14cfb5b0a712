// The methods that Python's types have for templates: `'a'.upper()`, `map.items()`.
//
// They are entries of the catalogue, of kind "method" and named by type: "str.upper". The parser asks which types have
// a method of a name, so that an attribute of a map which no method hides is found without looking; the evaluator asks
// for the entry.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "runtime/catalogue.hpp"

namespace evalground::jinja2 {

enum class PythonType : std::uint8_t { other, string, list, tuple, map, integer, real, set, bytes };

// The type of a value as methods are found by; booleans are integers, objects `other`, of which ranges alone have
// methods.
PythonType python_type(const Value& value);

// Whether a set of types, bit n for the type n, holds a type.
inline bool has_type(std::uint16_t types, PythonType type) {
  return (types >> static_cast<unsigned>(type) & 1U) != 0;
}

// The methods of a catalogue by name and type. Built once per catalogue, immutable afterwards.
class MethodTable {
 public:
  // The catalogue must outlive the table. `more`: a further kind of its entries that are methods.
  explicit MethodTable(const FunctionCatalogue& catalogue, std::string_view more = {});

  // The types that have a method of that name, as a set for has_type().
  std::uint16_t types_with(std::string_view name) const;
  // Null when the type has no such method.
  const FunctionCatalogue::Entry* find(PythonType type, std::string_view name) const;

 private:
  static constexpr std::size_t type_count = 9;
  using Methods = std::array<const FunctionCatalogue::Entry*, type_count>;  // by type; null: it has none
  std::unordered_map<std::string_view, Methods> by_name_;
};

}  // namespace evalground::jinja2
