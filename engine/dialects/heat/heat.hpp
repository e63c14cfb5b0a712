// The dialect of OpenStack Heat templates (HOT).
#pragma once

#include "runtime/dialect.hpp"

namespace evalground::heat {

const Dialect& dialect();

}  // namespace evalground::heat
