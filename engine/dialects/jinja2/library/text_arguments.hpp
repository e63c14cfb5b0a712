// The arguments of str's methods: the text itself, and others that must be text.
#pragma once

#include <cstddef>
#include <string_view>

#include "dialects/jinja2/runtime/call.hpp"
#include "value/value.hpp"

namespace evalground::jinja2 {

// A text that is Markup where the method's own text is.
Value like(const Call& call, std::string_view text);

// The text that has the method.
std::string_view self(Call& base);

// An argument that must be text. Throws Error "type-error" in Python's words.
std::string_view text_argument(FunctionCall& call, std::size_t index);

// A separator; none by default.
std::string_view separator_argument(FunctionCall& call);

// The same as Markup takes it in most of its methods: escaped.
Value inserted_argument(FunctionCall& call, std::size_t index);

}  // namespace evalground::jinja2
