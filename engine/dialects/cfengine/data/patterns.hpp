// Regular expressions as the language has them: PCRE; a dot matches a newline too, ^ and $ match at every line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/regex/regex.hpp"
#include "runtime/context.hpp"

namespace evalground::cfengine {

inline constexpr RegexFlags language_flags{.multi_line = true, .dot_all = true};

// The compiled pattern, kept by the context. Throws Error "regex" when it is wrong.
const Regex& compile_pattern(Context& context, std::string_view pattern, RegexFlags flags = language_flags);

// The same, but a pattern that is wrong is a warning and null: to most of the agent's functions it is one that is never
// found.
const Regex* pattern_or_warning(Context& context, std::string_view pattern, OriginId where);

// Whether the whole text matches.
bool matches(Context& context, std::string_view pattern, std::string_view text);

// The pieces of a text between the matches of a pattern, at most `most`; what is left over is dropped. A match of
// nothing where a piece begins ends it all: the rest is one piece. Blank pieces count or are left out; of an empty text
// there is no piece. A wrong pattern is never found. Views of the text.
enum class Blank : std::uint8_t { kept, dropped };
std::vector<std::string_view> split_by_pattern(Context& context, std::string_view pattern, std::string_view text,
                                               std::uint64_t most, Blank blank, OriginId where);

// The same with blank pieces, but the last one is all that is left; of an empty text it is one as well.
std::vector<std::string_view> split_with_rest(Context& context, std::string_view pattern, std::string_view text,
                                              std::uint64_t most);

// The text without what matches the pattern; an empty pattern takes nothing.
std::string without_matches(Context& context, std::string_view pattern, std::string_view text, OriginId where);

}  // namespace evalground::cfengine
