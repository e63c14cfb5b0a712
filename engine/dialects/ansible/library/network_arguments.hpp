// Arguments of the network filters. The reference validates and converts them before it parses the address: any value
// is converted to text where text is expected, texts are converted to integers and lists, and none means the default.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/runtime/call.hpp"

namespace evalground::ansible {

// Fails if any part is undefined, because the reference deep-copies the argument.
void require_all(const FunctionCall& call, const Value& value);

// An argument converted to text. Throws Error if that is not possible.
std::string words_of(const FunctionCall& call, std::size_t index);
// An integer of any size; absent when not given.
std::optional<Value> whole_number(const FunctionCall& call, std::size_t index);
// An integer of 64 bits.
std::optional<std::int64_t> integer_of(const FunctionCall& call, std::size_t index);
List list_of(const FunctionCall& call, std::size_t index);

}  // namespace evalground::ansible
