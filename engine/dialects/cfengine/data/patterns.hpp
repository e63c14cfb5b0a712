// Regular expressions in the language's flavor: PCRE, where a dot also matches a newline, and ^ and $ match at every
// line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/regex/regex.hpp"
#include "runtime/context.hpp"

namespace evalground::cfengine {

inline constexpr RegexFlags language_flags{.multi_line = true, .dot_all = true};

// The compiled pattern, cached by the context. Throws Error "regex" for an invalid pattern.
const Regex& compile_pattern(Context& context, std::string_view pattern, RegexFlags flags = language_flags);

// Like compile_pattern(), but gives a warning and null for an invalid pattern. In most functions of the agent such a
// pattern matches nothing.
const Regex* pattern_or_warning(Context& context, std::string_view pattern, OriginId where);

// True when the whole text matches.
bool matches(Context& context, std::string_view pattern, std::string_view text);

// Splits a text at the matches of a pattern into at most `most` pieces, and drops the rest. An empty match at the
// beginning of a piece stops the splitting: the rest is one piece. Blank pieces are kept or dropped. An empty text has
// no pieces. An invalid pattern never matches. The results are views of `text`.
enum class Blank : std::uint8_t { kept, dropped };
std::vector<std::string_view> split_by_pattern(Context& context, std::string_view pattern, std::string_view text,
                                               std::uint64_t most, Blank blank, OriginId where);

// Like the above with blank pieces kept, but the last piece holds the whole rest, and an empty text is one piece.
std::vector<std::string_view> split_with_rest(Context& context, std::string_view pattern, std::string_view text,
                                              std::uint64_t most);

// The text without the matches of the pattern. An empty pattern removes nothing.
std::string without_matches(Context& context, std::string_view pattern, std::string_view text, OriginId where);

}  // namespace evalground::cfengine
