// Values as Python prints them: what templates and `str()` of the Python-born languages show.
#pragma once

#include <string>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground {

// Python's str(): text unchanged, all else as python_repr; undefined is empty. Charged to the budget's output.
std::string python_str(const Value& value, Budget& budget);

// Python's repr(): None, True, 2.5, 'it', "it's", b'\x00', ['a', 1], (1,), {1, 2}, set(), {'k': 'v'}, Markup('&lt;').
// Text that is not printable is escaped; undefined is "Undefined", objects say it themselves. Charged to the
// budget's output.
std::string python_repr(const Value& value, Budget& budget);

}  // namespace evalground
