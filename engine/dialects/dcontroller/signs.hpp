// The signs by which a document or expression tells which version of the language it is written in.
#pragma once

#include <optional>
#include <string>

#include "runtime/context.hpp"

namespace evalground::dcontroller {

struct Sign {
  std::string_view version;  // "2025" or "2026"
  std::string what;          // "the stage `@groupBy`"
  OriginId where;
};

// The first sign of another version than `version`. Only sure ones count: both versions read most documents.
enum class Written : std::uint8_t { expression, document };
std::optional<Sign> sign_of_other_version(const Value& written, Written form, std::string_view version, Budget& budget);

// Warns when the workspace's expression or document has a sign of another version than the one that it is read by.
void warn_of_other_version(const Value& written, Written form, std::string_view version, Context& context);

}  // namespace evalground::dcontroller
