// The record of a run for people to look at: the state of each promise, and what each pass over a bundle changed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "source/diagnostic.hpp"
#include "value/map.hpp"

namespace evalground::cfengine {

enum class PromiseStatus : std::uint8_t {
  unreached,  // its bundle never ran
  skipped,    // its context or guard does not hold
  waiting,    // it refers to an unresolved value
  kept,       // a variable or class is as promised
  repaired,   // a text was printed, a file written, a bundle called
  failed      // a call in it failed
};

// The word of the page's tree.
std::string_view status_word(PromiseStatus status);

struct PromiseRecord {
  PromiseStatus status = PromiseStatus::unreached;
  std::uint8_t pass = 0;              // in which it was first kept or repaired; 0: before the run
  std::string value;                  // short: what it set or printed last
  std::string note;                   // why it was skipped or waits
  std::optional<Diagnostic> failure;  // of its latest evaluation
};

// One pass over a bundle; recorded only when a run asks for the outline.
struct PassRecord {
  std::string bundle;
  int pass;       // 0: before the run, then 1 to 3
  int level;      // of calls by `methods`; 0: a bundle of the sequence
  Map variables;  // "bundle.name" -> the new value
  List classes;   // newly defined
  List reports;   // printed
  List skipped;   // maps {promise, reason}: what waits or failed
};

}  // namespace evalground::cfengine
