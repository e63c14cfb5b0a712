// Where two values differ, as JSON: not how they are written.
#pragma once

#include <cstddef>
#include <vector>

#include "base/budget.hpp"
#include "value/map.hpp"

namespace evalground {

struct Difference {
  List path;     // keys and indexes; of a text, the number of its line as an index behind the text
  Value before;  // undefined: was not there
  Value after;   // undefined: is not there
};

// At most so many, in the order of `before`, then what is new. Texts of several lines differ by lines.
std::vector<Difference> differences(const Value& before, const Value& after, std::size_t most, Budget& budget);

}  // namespace evalground
