// The verbs of the command, one row each. Parsing, help, completion, the man page and the documentation are based on
// them and the flags (flags.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "cli/options.hpp"

namespace evalground::cli {

// A set of verbs.
class Verbs {
 public:
  constexpr Verbs(std::initializer_list<Verb> verbs) {
    for (const Verb verb : verbs) bits_ |= bit(verb);
  }

  constexpr bool contains(Verb verb) const { return (bits_ & bit(verb)) != 0; }
  constexpr Verbs operator+(Verbs other) const {
    Verbs all = *this;
    all.bits_ |= other.bits_;
    return all;
  }

 private:
  static constexpr std::uint32_t bit(Verb verb) { return 1U << static_cast<unsigned>(verb); }

  std::uint32_t bits_ = 0;
};

struct VerbRow {
  Verb verb;
  std::string_view name;
  std::string_view operands;  // "FILE…"; empty without operands
  std::size_t most_operands;
  std::string_view about;    // in lower case, without a full stop
  std::string_view formats;  // values of --format, separated by spaces; empty without --format
};

constexpr std::size_t any_number = SIZE_MAX;

std::span<const VerbRow> verb_rows();
const VerbRow& row_of(Verb verb);
// Throws UsageError for an unknown verb.
Verb verb_of(std::string_view word);

// "eval, link and verify"
std::string names_of(Verbs verbs);
std::string joined(std::span<const std::string_view> words);

}  // namespace evalground::cli
