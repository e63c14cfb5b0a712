// The families of functions. Each is a table in a file of its own.
#pragma once

#include <span>

#include "runtime/function.hpp"

namespace evalground::yaql {

std::span<const Function> system_functions();      // let with def unpack call assert
std::span<const Function> branch_functions();      // switch coalesce examine …
std::span<const Function> math_functions();        // numbers
std::span<const Function> string_functions();      // text
std::span<const Function> collection_functions();  // lists, dictionaries, sets
std::span<const Function> set_functions();
std::span<const Function> query_functions();     // lazy: where select take zip …
std::span<const Function> fold_functions();      // to one value: sum first any …
std::span<const Function> order_functions();     // orderBy groupBy mergeWith
std::span<const Function> generate_functions();  // range generate repeat …
std::span<const Function> regex_functions();
std::span<const Function> datetime_functions();
std::span<const Function> legacy_functions();
std::span<const Function> workflow_functions();  // zip json regex_match … of workflow engines
std::span<const Function> version_functions();   // version_compare …

std::span<const Function> operators();

}  // namespace evalground::yaql
