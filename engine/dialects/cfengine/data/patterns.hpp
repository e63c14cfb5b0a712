// Regular expressions as the language has them: PCRE; a dot matches a newline too, ^ and $ match at every line.
#pragma once

#include <string_view>
#include <vector>

#include "base/regex/regex.hpp"
#include "runtime/context.hpp"

namespace evalground::cfengine {

inline constexpr RegexFlags language_flags{.multi_line = true, .dot_all = true};

// The compiled pattern, kept by the context. Throws Error "regex" when it is wrong.
const Regex& compile_pattern(Context& context, std::string_view pattern, RegexFlags flags = language_flags);

// Whether the whole text matches.
bool matches(Context& context, std::string_view pattern, std::string_view text);

// Pieces between matches, at most `most`; what is left over becomes part of the last piece (`keeps_rest`) or is
// dropped. Views of the text.
std::vector<std::string_view> split_by_pattern(Context& context, std::string_view pattern, std::string_view text,
                                               std::uint64_t most, bool keeps_rest);

// The text without what matches the pattern; an empty pattern takes nothing.
std::string without_matches(Context& context, std::string_view pattern, std::string_view text);

}  // namespace evalground::cfengine
