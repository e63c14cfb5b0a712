// What else is wrong with a template that has failed. Jinja stops at the first problem; people mend all of them at
// once.
#pragma once

#include "dialects/jinja2/run.hpp"

namespace evalground::jinja2 {

// Reports the failure, and behind it the other problems that are certain: the rest of the mistakes that the parser
// finds, or the undefined names that every evaluation reads.
void report_all_problems(Run& run, const Error& failure);

}  // namespace evalground::jinja2
