// Where a parameter of a stack can be given: in an environment file, in the inputs, or by the resource that is a nested
// stack.
#pragma once

#include <vector>

#include "runtime/dialect.hpp"

namespace evalground::heat {

// From the weakest to the strongest, as Heat merges environments. For any workspace, also one with wrong inputs.
std::vector<SettingPlace> input_places(const Map& workspace, const Value& name);

}  // namespace evalground::heat
