// JSON pointers (RFC 6901): "/spec/nodes/0", with ~1 for a slash and ~0 for a tilde in a part.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "value/value.hpp"

namespace evalground {

// Adds one part to a pointer: "a/b" as "/a~1b".
void append_pointer_part(std::string& pointer, std::string_view part);

// The key that a part of a pointer stands for: "a~1b" -> "a/b"; nothing when a tilde is followed by neither 0 nor 1.
std::optional<std::string> unescape_pointer_part(std::string_view escaped);

// The parts of a pointer; "" has none. Throws Error "invalid-pointer" when it does not start with a slash or
// has a stray tilde.
std::vector<std::string> parse_pointer(std::string_view pointer);

// The pointer of these parts.
std::string write_pointer(std::span<const std::string> parts);

// The value that the parts lead to, or null when it is absent. Items of lists are numbers without leading
// zeros; a part that is a whole number also finds such a key, as in `{80: web}`. The pointer lives as long as
// `root`.
const Value* resolve_pointer(const Value& root, std::span<const std::string> parts);

}  // namespace evalground
