// The timestamps of TOSCA, which people write in many forms.
#pragma once

#include <string_view>

#include "base/budget.hpp"
#include "base/time/datetime.hpp"

namespace evalground::unfurl {

// True for text that stands for a date or a time which exists: "2020-01-31T10:00:00Z", "20200131", "Jan 31 2020",
// "31.1.2020", "10:20 am", "Monday". Parts that the text leaves out are those of `today`, as in Python's dateutil.
bool is_timestamp(std::string_view text, const CivilTime& today, Budget& budget);

}  // namespace evalground::unfurl
