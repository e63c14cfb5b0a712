// Evaluations of smaller workspaces: each is counted, bounded, and made once.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include "runtime/host.hpp"
#include "shrink/goal.hpp"

namespace evalground::shrinking {

// Evaluates a workspace under run options and gives the outcome, all of them as they are in JSON.
using Evaluate = Map (*)(const Map& workspace, const Map& options, Host& host);

// Why it ended before there was nothing left to try.
enum class Bound : std::uint8_t { none, time, trials, stop };
// Its name in an answer; empty for none.
std::string_view bound_name(Bound bound);

// A number of a request. Throws Error "bad-request".
std::uint64_t natural_number(const Map& request, std::string_view key, std::uint64_t otherwise);

class Trials {
 public:
  Trials(Evaluate evaluate, Host& host, std::uint64_t most, std::uint32_t time_ms);

  // The outcome of the workspace as it was given, with where its values came from.
  Map first(const Map& workspace);
  // The outcome of a smaller one, under limits that the first one hardly needed; nothing once a bound is reached.
  std::optional<Map> run(const Map& workspace);
  // The outcome of a workspace as anybody gets it; it is not counted.
  Map uncounted(const Map& workspace) const;
  // For `limit-…`: all limits are kept.
  void keep_limits() { options_ = timed({}); }

  bool is_over();
  // Tells the host; `workspace` shows what is kept wherever it is evaluated.
  void tell(std::size_t before, std::size_t now, std::string_view workspace) {
    host_.progress({before, now, count_, workspace});
  }
  Bound bound() const { return bound_; }
  std::uint64_t count() const { return count_; }
  double milliseconds() const;

 private:
  // Run options with the time that a trial may take.
  Map timed(Map options) const;

  Evaluate evaluate_;
  Host& host_;
  std::uint64_t most_;
  std::uint32_t time_ms_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::uint64_t count_ = 0;
  Bound bound_ = Bound::none;
  Map options_;
};

// With a fixed instant and a fixed seed where the workspace names none, so that each evaluation gives the same.
Map with_fixed_chance(Map workspace);

}  // namespace evalground::shrinking
