// Texts in which secrets are covered: each character is replaced by one of the same size, so that places stay right.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace evalground {

// The text with the bytes from `begin` to `end` covered.
std::string covered_between(std::string_view text, std::size_t begin, std::size_t end);

// The text of a workspace's file with its secrets, inputs and environment covered, as far as lines show where they
// stand: the text need not be valid.
std::string without_inputs(std::string_view text);

}  // namespace evalground
