// The flags of the command: one row each.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "cli/command_line/verbs.hpp"

namespace evalground::cli {

// The section of the help with a flag.
enum class Section : std::uint8_t { verb, workspace, repository, running };

struct FlagRow {
  std::string_view name;   // "--var"
  std::string_view value;  // its argument, "NAME=VALUE"; empty without an argument
  Section section;
  Verbs verbs;  // the verbs that have the flag
  std::string_view about;
  // Throws UsageError for an invalid value.
  void (*set)(Options& options, const FlagRow& flag, std::string_view value);
  std::string_view choices = {};  // the allowed values, separated by spaces, if they are words
};

// Two flags that require or exclude each other.
struct FlagPair {
  std::string_view first, second;
  bool needs;  // the first requires the second; otherwise at most one of them may be given
};

// The heading of a section in the help.
std::string_view title_of(Section section);

std::span<const FlagRow> flag_rows();
std::span<const FlagPair> flag_pairs();
// Throws UsageError for an unknown flag.
const FlagRow& flag_of(std::string_view name);

}  // namespace evalground::cli
