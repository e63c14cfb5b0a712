// The outline of a template: the templates it consists of, their blocks and macros, and its variables.
#pragma once

#include "dialects/jinja2/run.hpp"
#include "runtime/dialect.hpp"

namespace evalground::jinja2 {

std::vector<OutlineNode> outline_of(Context& context, MakeRun make);
// The statements that an evaluation has executed.
Passed passed_of(Context& context);

}  // namespace evalground::jinja2
