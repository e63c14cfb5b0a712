// The arguments of str's methods: the receiver, and other arguments that must be text.
#pragma once

#include <cstddef>
#include <string_view>

#include "dialects/jinja2/runtime/call.hpp"
#include "value/value.hpp"

namespace evalground::jinja2 {

// A text that is markup if the receiver is.
Value like(const Call& call, std::string_view text);

// The text on which the method is called.
std::string_view self(Call& base);

// An argument that must be text. Throws Error "type-error" with Python's message.
std::string_view text_argument(FunctionCall& call, std::size_t index);

// The separator; empty by default.
std::string_view separator_argument(FunctionCall& call);

// A text argument as most methods of Markup take it: escaped if the receiver is markup.
Value inserted_argument(FunctionCall& call, std::size_t index);

}  // namespace evalground::jinja2
