// Arguments of the filters of network addresses. The reference checks and converts them before it looks at the address:
// anything is text where text is asked for, texts are integers and lists where these are, and none is the default.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/runtime/call.hpp"

namespace evalground::ansible {

// The reference copies an argument as deep as it goes, at which anything undefined fails.
void require_all(const FunctionCall& call, const Value& value);

// An argument by its number, as what is asked for. Throws Error where it cannot be converted.
std::string words_of(const FunctionCall& call, std::size_t index);
// A whole number of any size; nothing where none is given.
std::optional<Value> whole_number(const FunctionCall& call, std::size_t index);
// One of 64 bits.
std::optional<std::int64_t> integer_of(const FunctionCall& call, std::size_t index);
List list_of(const FunctionCall& call, std::size_t index);

}  // namespace evalground::ansible
