// Splits a line into words as a POSIX shell does: quotes, backslashes, and comments that start with `#` anywhere
// outside of quotes. Follows Python's shlex with whitespace_split and comments.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace evalground::ansible {

struct ShellWord {
  std::string text;
  std::uint32_t begin;  // range of bytes in the line, end excluded
  std::uint32_t end;
};

// Absent, with `problem` set, when a quote is not closed or a backslash ends the line.
std::optional<std::vector<ShellWord>> split_shell_words(std::string_view line, std::string& problem);

}  // namespace evalground::ansible
