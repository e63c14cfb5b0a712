// Facts of the Unicode character database that utf8.cpp looks up. The tables themselves are written by
// scripts/unicode.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace evalground {

// Code points whose case changes by adding `shift`: every `stride`-th from `first` to `last` inclusive.
struct CaseRun {
  char32_t first;
  char32_t last;
  std::int32_t shift;
  std::uint32_t stride;
};

// A code point that maps to several code points. Unused places are 0.
struct CaseExpansion {
  char32_t from;
  std::array<char32_t, 3> to;
};

// All mappings to one case, each list sorted by code point. A code point in neither list maps to itself.
struct CaseMapping {
  std::span<const CaseRun> runs;
  std::span<const CaseExpansion> expansions;
};

extern const CaseMapping lower_mapping;
extern const CaseMapping upper_mapping;

// Sets of code points: sorted boundaries, alternating between the first code point inside and the first one outside.
extern const std::span<const char32_t> alphanumeric_boundaries;
extern const std::span<const char32_t> number_boundaries;
extern const std::span<const char32_t> space_boundaries;
extern const std::span<const char32_t> printable_boundaries;
// Runs of tens: a digit's value is its distance from the start of its run, modulo ten.
extern const std::span<const char32_t> decimal_boundaries;
extern const std::span<const char32_t> cased_boundaries;
extern const std::span<const char32_t> case_ignorable_boundaries;

}  // namespace evalground
