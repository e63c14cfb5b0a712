// Shows an outcome: the result on standard output, problems and the trace on standard error.
#pragma once

#include <string>
#include <string_view>

#include "cli/options.hpp"
#include "value/map.hpp"

namespace evalground::cli {

// The result as the format says; "automatic" is the text where there is one, else JSON.
std::string result_text(const Map& outcome, Format format);

// A text for a terminal: controls, which could move its cursor or set its title, and bytes that are no UTF-8 become
// characters that are seen, one for each. Lines and tabs stay. In a pipeline the terminal is a log that takes commands
// (`::error::…`, `##[…]`): such a line begins with "| ", and a space divides the two signs.
std::string printable(std::string_view text);

// Prints that on standard output.
void print_report(std::string_view text);

// Diagnostics with their places and caret snippets, and requests that only the outside could answer. With the command's
// options, a problem of an option of the dialect is shown where that was written.
std::string problems_text(const Map& outcome, const Map& workspace, bool color, const Options* options = nullptr);

// The steps of the evaluation, indented.
std::string trace_text(const Map& outcome);

// Whether standard error is to be coloured.
bool wants_color(Color color);

}  // namespace evalground::cli
