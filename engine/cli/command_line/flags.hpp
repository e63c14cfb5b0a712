// The flags of the command: one row each.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "cli/command_line/verbs.hpp"

namespace evalground::cli {

// Where the help lists a flag.
enum class Section : std::uint8_t { verb, workspace, repository, running };

struct FlagRow {
  std::string_view name;   // "--var"
  std::string_view value;  // what it takes, "NAME=VALUE"; empty: nothing
  Section section;
  Verbs verbs;  // those that it is for
  std::string_view about;
  // Throws UsageError for a value that it does not take.
  void (*set)(Options& options, const FlagRow& flag, std::string_view value);
  std::string_view choices = {};  // of the values, between spaces, where they are words
};

// Two flags that need, or exclude, each other.
struct FlagPair {
  std::string_view first, second;
  bool needs;  // the first needs the second; else one of them at most may be given
};

// The heading of a section in the help.
std::string_view title_of(Section section);

std::span<const FlagRow> flag_rows();
std::span<const FlagPair> flag_pairs();
// Throws UsageError for a name that no flag has.
const FlagRow& flag_of(std::string_view name);

}  // namespace evalground::cli
