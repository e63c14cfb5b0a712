// The filters of `mapdata("json_pipe", "$(def.jq) FILTER", …)` that need no jq to run: paths, pipes, whole numbers.
#pragma once

#include <optional>
#include <string_view>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground::cfengine {

// The results of the filter of a jq command ("jq --compact-output .a[].b | .c") for a container; nothing when the
// command differs, or its filter has more than paths, pipes, commas, numbers and + - *.
std::optional<List> run_jq(std::string_view command, const Value& input, Budget& budget);

}  // namespace evalground::cfengine
