// JSON text in the format of Python's json.dumps.
#pragma once

#include <string>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground::heat {

// The text of json.dumps(sort_keys=True): {"a": [1, 2], "b": null}. Characters beyond ASCII are escaped.
std::string python_json(const Value& value, Budget& budget);

}  // namespace evalground::heat
