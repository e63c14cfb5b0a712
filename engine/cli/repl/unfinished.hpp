// Whether an input goes on in the next line.
#pragma once

#include <string_view>

namespace evalground::cli {

// True where a bracket or a quote is open, or the last character is a backslash. In a template only what stands between
// `{{`, `{%` or `{#` and its end counts: an apostrophe of its text opens nothing.
bool is_unfinished(std::string_view text, bool is_template);

}  // namespace evalground::cli
