// One change to try.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "change/places.hpp"

namespace evalground::changing {

enum class Reason : std::uint8_t {
  origin,     // the value is written there
  override,   // a place that wins over where it is written
  inverse,    // it is computed from the value there
  choice,     // the value there decides which value it is
  condition,  // a condition compares with the literal there
  replace     // the expression there gives way to the value
};

struct Proposal {
  Place place;
  Value to;
  Reason reason = Reason::origin;
  std::size_t distance = 0;  // computations between the place and the value
  std::string level = {};    // of an override, in the language's words: "group web"
  bool is_probe = false;     // a number that is set to see what it does
};

}  // namespace evalground::changing
