// The keys of a resource that start with a dot: `.name`, `.ancestors`, `.targets`, … Evaluator::special_key() reads
// them.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "runtime/function.hpp"

namespace evalground::unfurl {

// The names of all special keys.
std::vector<std::string_view> special_key_names();
// Their documentation, for the catalogue.
std::span<const Function> special_key_entries();

}  // namespace evalground::unfurl
