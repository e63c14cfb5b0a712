// Types that documents can use without defining them: those of TOSCA and Unfurl, and the files of the library `unfurl`.
#pragma once

#include <span>
#include <string_view>

#include "dialects/unfurl/tosca/type_kind.hpp"

namespace evalground::unfurl {

struct BuiltinType {
  TypeKind kind;
  std::string_view name;
  std::string_view definition;  // JSON, in the form of a service template
};

std::span<const BuiltinType> builtin_node_types();
std::span<const BuiltinType> builtin_other_types();

// The definition of a built-in type; null when absent.
const BuiltinType* find_builtin_type(TypeKind kind, std::string_view name);

struct BuiltinFile {
  std::string_view path;
  std::string_view text;  // JSON: a service template
};

std::span<const BuiltinFile> builtin_library();

}  // namespace evalground::unfurl
