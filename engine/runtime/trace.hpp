// The steps of an evaluation, recorded as a tree when a run asks for them.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "source/sources.hpp"
#include "value/value.hpp"

namespace evalground {

class Trace {
 public:
  struct Step {
    std::uint32_t id;       // from 1, in order of beginning
    std::uint32_t parent;   // 0: none
    std::string_view what;  // a word with static lifetime: "query", "function", "template"
    OriginId where;
    std::string value;  // short text; redacted when sensitive
    std::chrono::steady_clock::duration total{};
    bool cached = false;
    bool failed = false;
    OriginId made = 0;  // where its value comes from
  };
  // If there are more, the first half and the last half are kept.
  static constexpr std::size_t most_steps = 20'000;

  explicit Trace(bool recording) : recording_(recording) {}
  explicit operator bool() const noexcept { return recording_; }
  // Turns recording on or off. Returns the previous state.
  bool record(bool on) noexcept { return std::exchange(recording_, on); }

  // One step during its lifetime. It failed unless done() was called. When recording is off, it costs one branch.
  class Scope {
   public:
    Scope(Trace& trace, std::string_view what, OriginId where) : trace_(trace.recording_ ? &trace : nullptr) {
      if (trace_ != nullptr) trace_->begin(what, where);
    }
    ~Scope() {
      if (trace_ != nullptr) trace_->end(nullptr, false);
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    // Ends the step with its value. `cached`: the value was cached, not computed.
    void done(const Value& value, bool cached = false) {
      if (trace_ != nullptr) std::exchange(trace_, nullptr)->end(&value, cached);
    }

   private:
    Trace* trace_;
  };

  // If `is_secret`, records nothing during its lifetime: even the number of steps may reveal a secret.
  class Pause {
   public:
    Pause(Trace& trace, bool is_secret) : trace_(trace), was_recording_(trace.record(trace.recording_ && !is_secret)) {}
    ~Pause() { trace_.record(was_recording_); }
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    Trace& trace_;
    bool was_recording_;
  };

  const std::vector<Step>& first_steps() const noexcept { return first_; }
  const std::deque<Step>& last_steps() const noexcept { return last_; }
  // A part of the first steps, by their indexes.
  struct Part {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  // Forgets the steps since `begin` if they repeat those of `before`: the same texts gave the same values. All of them
  // must have ended. Returns the part that holds them now.
  Part without_repetition(const Part& before, std::size_t begin);
  // How many steps between the two halves were dropped.
  std::size_t dropped() const noexcept { return dropped_; }

 private:
  struct Open {
    std::uint32_t id;
    std::chrono::steady_clock::time_point since;
  };
  void begin(std::string_view what, OriginId where);
  void end(const Value* value, bool cached);

  bool recording_;
  std::uint32_t next_id_ = 1;
  std::vector<Step> first_;
  std::deque<Step> last_;
  std::vector<Open> open_;
  std::size_t dropped_ = 0;
};

// A value in at most `most` characters for display: similar to JSON, cut with "…", sensitive parts redacted.
std::string short_text(const Value& value, std::size_t most);

}  // namespace evalground
