// Shows an outcome: the result on standard output, problems and the trace on standard error.
#pragma once

#include <string>
#include <string_view>

#include "cli/options.hpp"
#include "value/map.hpp"

namespace evalground::cli {

// The result in the format. "automatic" is text if there is one, else JSON.
std::string result_text(const Map& outcome, Format format);

// A text that is safe for a terminal. Control characters, which could move its cursor or set its title, and invalid
// UTF-8 become visible characters, one for each. Line breaks and tabs are kept. In a pipeline, the log interprets
// commands (`::error::…`, `##[…]`), so such a line gets the prefix "| ", and a space separates the two signs.
std::string printable(std::string_view text);

// Prints a safe text on standard output.
void print_report(std::string_view text);

// Diagnostics with their places and snippets, and unanswered requests to the outside. With the command's options, a
// problem of a dialect's option is shown where the option was written.
std::string problems_text(const Map& outcome, const Map& workspace, bool color, const Options* options = nullptr);

// The steps of the evaluation, indented.
std::string trace_text(const Map& outcome);

// True when standard error should be colored.
bool wants_color(Color color);

}  // namespace evalground::cli
