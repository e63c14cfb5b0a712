// The intrinsic functions of templates, of all versions.
//
// A map with one key that is the name of a function is a call: `{get_param: size}`. Whether a name is one depends on
// the version of the template. A function of a later version is plain data in an earlier one; one that was removed is
// an error. Conditions (`{equals: [a, b]}`) have functions of their own, and some of the others.
#pragma once

#include <optional>
#include <string_view>

#include "dialects/heat/version.hpp"
#include "runtime/catalogue.hpp"

namespace evalground::heat {

// Kinds: "function", where values stand (and some where conditions stand), and "operator", in conditions only.
const FunctionCatalogue& functions();

class WrittenCall;

enum class Availability : std::uint8_t {
  unknown,  // no function of any version: plain data
  not_yet,  // of a later version: plain data
  present,
  removed  // of an earlier version: an error
};

// A function as templates see it.
struct Intrinsic {
  const FunctionCatalogue::Entry* entry;
  void (*check)(const WrittenCall&);     // of the unresolved argument; null: none
  std::optional<Version> since;          // where values stand; nothing: never there
  Version until;                         // the last version that has it
  std::optional<Version> in_conditions;  // from when on it may stand in conditions; nothing: never

  Availability in_values(Version version) const {
    if (!since) return Availability::unknown;
    return version < *since ? Availability::not_yet : version > until ? Availability::removed : Availability::present;
  }
  bool is_in_conditions(Version version) const { return in_conditions && version >= *in_conditions; }
  // Whether it gets its argument unresolved.
  bool is_raw() const { return entry->signature.parameters[0].type == "raw"; }
};

// Null when no version has a function of that name.
const Intrinsic* find_intrinsic(std::string_view name);

}  // namespace evalground::heat
