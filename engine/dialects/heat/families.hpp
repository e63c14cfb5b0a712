// The families of intrinsic functions, each a table in a file of its own.
#pragma once

#include <span>

#include "runtime/function.hpp"

namespace evalground::heat {

std::span<const Function> reference_functions();  // get_param get_resource get_attr get_file resource_facade Ref
std::span<const Function> text_functions();       // list_join str_replace str_split digest make_url
std::span<const Function> data_functions();       // repeat map_merge map_replace list_concat filter contains if yaql
std::span<const Function> condition_functions();  // equals not and or
std::span<const Function> old_functions();        // Fn::… of 2013-05-23

}  // namespace evalground::heat
