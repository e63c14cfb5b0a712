// The budget for what a program around the engine reads and writes itself: outcomes, links, expected values.
#pragma once

#include "base/budget.hpp"

namespace evalground {

inline Budget generous_budget() {
  return Budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
}

}  // namespace evalground
