// JSON text as Python's json.dumps writes it.
#pragma once

#include <string>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground::heat {

// JSON as Python's json.dumps(sort_keys=True) writes it: {"a": [1, 2], "b": null}, beyond ASCII escaped.
std::string python_json(const Value& value, Budget& budget);

}  // namespace evalground::heat
