// The budget for what the command itself reads and writes: outcomes, links, expected values.
#pragma once

#include "base/budget.hpp"

namespace evalground::cli {

inline Budget generous_budget() {
  return Budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
}

}  // namespace evalground::cli
