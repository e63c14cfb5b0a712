// The record of a run for display: the state of each promise, and the changes of each pass over a bundle.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/trace.hpp"
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

// The word shown in the page's tree.
std::string_view status_word(PromiseStatus status);

struct PromiseRecord {
  PromiseStatus status = PromiseStatus::unreached;
  std::uint8_t pass = 0;              // the pass in which it was first kept or repaired; 0: before the run
  std::string value;                  // shortened: what it last set or printed
  Value kept;                         // the same, only with a trace
  Trace::Part traced = {};            // the steps of its latest evaluation
  std::string note;                   // why it was skipped or waits
  std::optional<Diagnostic> failure;  // of its latest evaluation
};

// One pass over a bundle; recorded only when a run asks for the outline.
struct PassRecord {
  std::string bundle;
  int pass;       // 0: before the run, then 1 to 3
  int level;      // nesting of calls by `methods`; 0 for a bundle of the sequence
  Map variables;  // "bundle.name" -> the new value
  List classes;   // newly defined
  List reports;   // printed
  List skipped;   // maps {promise, reason} for promises that wait or failed
};

}  // namespace evalground::cfengine
