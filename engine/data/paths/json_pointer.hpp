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

// The key for a part of a pointer: "a~1b" -> "a/b"; nothing when a tilde is not followed by 0 or 1.
std::optional<std::string> unescape_pointer_part(std::string_view escaped);

// The parts of a pointer; empty for "". Throws Error "invalid-pointer" when it does not start with a slash or has a
// stray tilde.
std::vector<std::string> parse_pointer(std::string_view pointer);

// The pointer of these parts.
std::string write_pointer(std::span<const std::string> parts);

// The value at the path, or null when absent. List indexes have no leading zeros. A part that is an integer also finds
// an integer key, as in `{80: web}`. The pointer lives as long as `root`.
const Value* resolve_pointer(const Value& root, std::span<const std::string> parts);

}  // namespace evalground
