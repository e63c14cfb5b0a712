// The families of intrinsic functions. Each is a table in a file of its own.
#pragma once

#include <optional>
#include <span>

#include "dialects/heat/version.hpp"
#include "runtime/function.hpp"

namespace evalground::heat {

class WrittenCall;

// A function and the versions that have it: from `function.since`, or the first version if that is empty, to `until`.
// Kind "operator" is for conditions, any other for values.
struct IntrinsicRow {
  Function function;
  void (*check)(const WrittenCall&) = nullptr;  // Heat's rules for the unresolved argument
  Version until = newest_version;               // the last version that has it
  std::optional<Version> in_conditions = {};    // for a function of values: first version that allows it in conditions
};

std::span<const IntrinsicRow> reference_functions();  // get_param get_resource get_attr get_file resource_facade Ref
std::span<const IntrinsicRow> text_functions();       // list_join str_replace str_split digest make_url
std::span<const IntrinsicRow> data_functions();  // repeat map_merge map_replace list_concat filter contains if yaql
std::span<const IntrinsicRow> condition_functions();  // equals not and or
std::span<const IntrinsicRow> old_functions();        // Fn::… of 2013-05-23

}  // namespace evalground::heat
