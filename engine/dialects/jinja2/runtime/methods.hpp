// The methods that Python's types have for templates.
#pragma once

#include <cstdint>
#include <string_view>

#include "runtime/catalogue.hpp"

namespace evalground::jinja2 {

enum class PythonType : std::uint8_t { other, string, list, tuple, map, integer, real, set, bytes };

// The type of a value as methods are found by; booleans are integers, objects `other`.
PythonType python_type(const Value& value);

// The types that have a method of that name: a set, bit n for the type n.
std::uint16_t types_with_method(std::string_view name);
inline bool has_type(std::uint16_t types, PythonType type) {
  return (types >> static_cast<unsigned>(type) & 1U) != 0;
}

// Null when the type has no such method. The entry is of kind "method" and named "str.upper".
const FunctionCatalogue::Entry* find_method(PythonType type, std::string_view name);

}  // namespace evalground::jinja2
