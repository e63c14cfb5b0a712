// Words as a POSIX shell reads a line: quotes, backslashes, and `#` that begins a comment anywhere outside of quotes.
// By Python's shlex with whitespace_split and comments.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace evalground::ansible {

struct ShellWord {
  std::string text;
  std::uint32_t begin;  // bytes in the line, half open
  std::uint32_t end;
};

// Nothing, with `problem` set, where a quote is not closed or a backslash ends the line.
std::optional<std::vector<ShellWord>> split_shell_words(std::string_view line, std::string& problem);

}  // namespace evalground::ansible
