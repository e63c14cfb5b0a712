// What begins with a colon at a prompt: `:help`, `:source`, `:link`.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "cli/repl/prompt.hpp"

namespace evalground::cli {

// What completes the argument of a command.
enum class Argument : std::uint8_t { none, text, path, dialect, function, variable };

struct Command {
  std::string_view name;      // without the colon
  std::string_view argument;  // as the help shows it
  std::string_view about;
  Argument takes;
  // Gives the text to show. Throws UsageError, DiskError, LinkError, Error.
  std::string (*run)(Prompt& prompt, const std::string& argument);
};

std::span<const Command> commands();

// Runs ":name argument". Throws what the commands throw; UsageError for an unknown name names the nearest.
std::string run_command(Prompt& prompt, std::string_view line);

// The functions of a dialect: a list of catalogue entries.
Value functions_of(const std::string& dialect);

}  // namespace evalground::cli
