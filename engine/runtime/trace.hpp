// The steps of an evaluation, recorded as a tree when a run asks for them.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "source/sources.hpp"
#include "value/value.hpp"

namespace evalground {

class Trace {
 public:
  struct Step {
    std::uint32_t parent;  // number of the step, from 1; 0: none
    std::string_view what; // a word with static lifetime: "query", "function", "template"
    OriginId where;
    std::string value;     // short text; redacted when sensitive
    std::string error;
    std::chrono::steady_clock::duration total;
    bool cached;
  };
  // More steps than this are counted, not kept: the first half and the last half stay.
  static constexpr std::size_t most_steps = 20'000;

  explicit Trace(bool recording) : recording_(recording) {}
  explicit operator bool() const noexcept { return recording_; }
  // Turns recording on or off; gives what it was.
  bool record(bool on) noexcept { return std::exchange(recording_, on); }

  // One step while it lives; finished by done() or, when an exception passes, as failed. Off: one branch, no work.
  class Scope {
   public:
    Scope(Trace& trace, std::string_view what, OriginId where) : trace_(trace.recording_ ? &trace : nullptr) {
      if (trace_ != nullptr) step_ = trace_->begin(what, where);
    }
    ~Scope() {
      if (trace_ != nullptr) trace_->end(step_);
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    void done(const Value& value, Budget& budget, bool cached = false) {
      if (trace_ != nullptr) trace_->value(step_, value, budget, cached);
    }

   private:
    Trace* trace_;
    std::uint32_t step_ = 0;
  };

  // In order; ids are their places + 1 where nothing was cut.
  const std::vector<Step>& steps() const noexcept { return steps_; }
  std::size_t dropped() const noexcept { return dropped_; }

 private:
  friend class Scope;
  std::uint32_t begin(std::string_view what, OriginId where);
  void value(std::uint32_t step, const Value& value, Budget& budget, bool cached);
  void end(std::uint32_t step);

  bool recording_;
  std::vector<Step> steps_;
  std::vector<std::pair<std::uint32_t, std::chrono::steady_clock::time_point>> open_;
  std::size_t dropped_ = 0;
};

// A value in at most `most` characters for people: JSON-like, cut with "…", sensitive parts redacted.
std::string short_text(const Value& value, std::size_t most);

}  // namespace evalground
