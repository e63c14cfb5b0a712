// Values in Python's text form: what templates and `str()` show in languages based on Python.
#pragma once

#include <string>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground {

// Python's str(): text unchanged, other values like python_repr, undefined is empty. Charged to the budget's output.
std::string python_str(const Value& value, Budget& budget);

// Python's repr(): None, True, 2.5, 'it', "it's", b'\x00', ['a', 1], (1,), {1, 2}, set(), {'k': 'v'}, Markup('&lt;').
// Unprintable characters are escaped. Undefined is "Undefined", and objects provide their own text. Charged to the
// budget's output.
std::string python_repr(const Value& value, Budget& budget);

}  // namespace evalground
