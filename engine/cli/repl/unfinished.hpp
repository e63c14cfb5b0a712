// Tests whether an input continues on the next line.
#pragma once

#include <string_view>

namespace evalground::cli {

// True when a bracket or a quote is open, or the last character is a backslash. In a template, only text within `{{`,
// `{%` or `{#` counts: an apostrophe elsewhere opens nothing. A block without its end tag is open.
bool is_unfinished(std::string_view text, bool is_template);

// For a command: true when its argument is JSON with an open bracket or quote, such as `:data {` and `:set x=[1,`.
bool is_unfinished_command(std::string_view line);

}  // namespace evalground::cli
