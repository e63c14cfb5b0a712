// What an expression certainly gives, judged by its form alone: `a == b` a boolean, `x | length` a number.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/budget.hpp"
#include "dialects/jinja2/syntax/ast.hpp"

namespace evalground::jinja2 {

// `any`: unknown.
enum class Form : std::uint8_t { any, boolean, number, text, list, map, none };

// "a number"
std::string_view form_name(Form form);

Form form_of(const Expression& expression, Budget& budget);

// The value of a constant; null for any other expression or a null pointer.
const Value* constant_of(const Expression* expression);

}  // namespace evalground::jinja2
