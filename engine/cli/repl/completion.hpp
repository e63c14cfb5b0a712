// Completions at a position of an input, and the colors of an input, from the engine's language services.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cli/repl/session.hpp"

namespace evalground::cli {

struct Candidate {
  std::string text;  // replaces `before` and `after` bytes around the cursor
  std::string label;
  std::string help;        // a value, a signature
  std::size_t before = 0;  // bytes of the input before the cursor
  std::size_t after = 0;   // and after it
};

// At a byte offset in an input: the dialect's completions for an expression, or commands and their arguments after a
// colon.
std::vector<Candidate> completions(const Session& session, std::string_view input, std::size_t caret);

struct ColoredPart {
  std::size_t from;  // bytes
  std::size_t size;
  std::string kind;  // the dialect's name for the token
};

std::vector<ColoredPart> colored_parts(const Session& session, std::string_view input);

}  // namespace evalground::cli
