// Visits all expressions of a template, each before those within it.
#pragma once

#include <functional>

#include "base/budget.hpp"
#include "dialects/jinja2/syntax/ast.hpp"

namespace evalground::jinja2 {

void walk_expressions(Body body, Budget& budget, const std::function<void(const Expression&)>& visit);

}  // namespace evalground::jinja2
