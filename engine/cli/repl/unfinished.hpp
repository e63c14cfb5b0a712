// Whether an input goes on in the next line.
#pragma once

#include <string_view>

namespace evalground::cli {

// True where a bracket or a quote is open, or the last character is a backslash. In a template only what stands between
// `{{`, `{%` or `{#` and its end counts: an apostrophe of its text opens nothing. A block without its end tag is open.
bool is_unfinished(std::string_view text, bool is_template);

// Of a command: true where its argument is JSON with an open bracket or quote, as after `:data {` and `:set x=[1,`.
bool is_unfinished_command(std::string_view line);

}  // namespace evalground::cli
