// The intrinsic functions of templates, of all versions.
//
// A map whose only key is the name of a function is a call: `{get_param: size}`. Which names are functions depends on
// the version of the template. A function of a later version is plain data in an earlier one. A removed function is an
// error. Conditions such as `{equals: [a, b]}` have functions of their own and share some others.
#pragma once

#include <optional>
#include <string_view>

#include "dialects/heat/version.hpp"
#include "runtime/catalogue.hpp"

namespace evalground::heat {

// Kind "function": used in values, some also in conditions. Kind "operator": used in conditions only.
const FunctionCatalogue& functions();

class WrittenCall;

enum class Availability : std::uint8_t {
  unknown,  // not a function in any version: plain data
  not_yet,  // from a later version: plain data
  present,
  removed  // from an earlier version: an error
};

// A function with the versions in which templates may use it.
struct Intrinsic {
  const FunctionCatalogue::Entry* entry;
  void (*check)(const WrittenCall&);     // checks the unresolved argument; null: no check
  std::optional<Version> since;          // first version that allows it in values; absent: none does
  Version until;                         // the last version that has it
  std::optional<Version> in_conditions;  // first version that allows it in conditions; absent: none does

  Availability in_values(Version version) const {
    if (!since) return Availability::unknown;
    return version < *since ? Availability::not_yet : version > until ? Availability::removed : Availability::present;
  }
  bool is_in_conditions(Version version) const { return in_conditions && version >= *in_conditions; }
  // Whether the argument is passed unresolved.
  bool is_raw() const { return entry->signature.parameters[0].type == "raw"; }
};

// Null when no version has that function.
const Intrinsic* find_intrinsic(std::string_view name);

}  // namespace evalground::heat
