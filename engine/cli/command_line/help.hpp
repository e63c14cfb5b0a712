// The text of `evalground --help`, generated from the tables of verbs and flags.
#pragma once

#include <string>

#include "cli/options.hpp"

namespace evalground::cli {

// All verbs, flags and dialects.
std::string help_text();

// The tables as JSON, from which the man page and the documentation are generated: {"summary", "verbs": [{"name",
// "operands", "about", "formats"}], "flags": [{"name", "value", "choices", "section", "verbs", "about"}], "exitCodes"}.
std::string help_json();

// Help for one verb: its operands, its flags, and those it shares with other verbs.
std::string help_text_of(Verb verb);

// The dialects with their summaries, one per line.
std::string dialect_lines();

}  // namespace evalground::cli
