// What the value of an expression surely is, by its form alone: `a == b` is a boolean, `x | length` a number.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/budget.hpp"
#include "dialects/jinja2/syntax/ast.hpp"

namespace evalground::jinja2 {

// `any`: it cannot be said.
enum class Form : std::uint8_t { any, boolean, number, text, list, map, none };

// "a number"
std::string_view form_name(Form form);

Form form_of(const Expression& expression, Budget& budget);

// The value of a constant; null for anything else, also for a missing node.
const Value* constant_of(const Expression* expression);

}  // namespace evalground::jinja2
