// The versions of the language: that of the Δ-controller of 2025 (l7mp/dcontroller), and that of 2026 (l7mp/dbsp).
//
// What differs is in tables: the parser and the kinds of operators and stages (Version), the names that only one
// version has (Counterpart), and the signs by which a document tells its version (signs.hpp).
#pragma once

#include <optional>
#include <string_view>

#include "dialects/dcontroller/expression/expression.hpp"
#include "runtime/option.hpp"

namespace evalground::dcontroller {

inline constexpr std::string_view references[] = {"2025", "2026"};

inline constexpr Option reference_option{
    .name = "reference",
    .type = OptionType::choice,
    .usual = references[0],
    .choices = references,
    .summary = "The year of the controller whose language this is: 2026 has `targets`, `@groupBy` and branches.",
};

extern const Version version_2025;
extern const Version version_2026;

// Throws Error "bad-options".
const Version& version_of(const Map& options);
// The same for editors: an unknown value counts as absent.
const Version& readable_version_of(const Map& options);

// An operator or stage that only one of the versions has.
struct Counterpart {
  std::string_view name;
  std::string_view version;  // that has it
  std::string_view written;  // what the other version writes instead; empty for nothing
};

// Null for a name that neither or both versions have.
const Counterpart* counterpart_of(std::string_view name);

// For a name that `version` does not have: that the other version has it, and what to write instead; "" otherwise.
std::string hint_of_other_version(std::string_view name, const Version& version);

// Throws Error "unknown-operator" for an operation without an entry in the catalogue.
[[noreturn]] void fail_unknown_operator(const ExpressionTree& tree, const Expression& operation);

}  // namespace evalground::dcontroller
