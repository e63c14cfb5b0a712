// The filters of `mapdata("json_pipe", "$(def.jq) FILTER", …)` that work without running jq: paths, pipes, whole
// numbers.
#pragma once

#include <optional>
#include <string_view>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground::cfengine {

// The results of a jq command's filter ("jq --compact-output .a[].b | .c") for a container. Nothing for a different
// command, or a filter with more than paths, pipes, commas, numbers and + - *.
std::optional<List> run_jq(std::string_view command, const Value& input, Budget& budget);

}  // namespace evalground::cfengine
