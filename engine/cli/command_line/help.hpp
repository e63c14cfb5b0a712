// What `evalground --help` says, made of the tables of verbs and flags.
#pragma once

#include <string>

#include "cli/options.hpp"

namespace evalground::cli {

// All verbs, flags and dialects.
std::string help_text();

// The tables as JSON, of which the man page and the documentation are made:
// {"summary", "verbs": [{"name", "operands", "about", "formats"}], "flags": [{"name", "value", "choices", "section",
// "verbs", "about"}], "exitCodes"}.
std::string help_json();

// One verb: its operands, its flags, and those that it shares with others.
std::string help_text_of(Verb verb);

// The dialects with what they are, a line each.
std::string dialect_lines();

}  // namespace evalground::cli
