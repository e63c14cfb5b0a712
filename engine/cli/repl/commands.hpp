// Commands at a prompt, which begin with a colon: `:help`, `:source`, `:link`.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "cli/repl/prompt.hpp"

namespace evalground::cli {

// How to complete the argument of a command.
enum class Argument : std::uint8_t { none, text, path, dialect, function, variable };

struct Command {
  std::string_view name;      // without the colon
  std::string_view argument;  // as shown in the help
  std::string_view about;
  Argument takes;
  // Returns the text to show. Throws UsageError, DiskError, LinkError, Error.
  std::string (*run)(Prompt& prompt, const std::string& argument);
};

std::span<const Command> commands();

// Runs ":name argument". Throws the errors of the commands. UsageError for an unknown name suggests the most similar
// one.
std::string run_command(Prompt& prompt, std::string_view line);

// The functions of a dialect: a list of catalogue entries.
Value functions_of(const std::string& dialect);

}  // namespace evalground::cli
