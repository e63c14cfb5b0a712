// Evaluations of smaller workspaces: each is counted, bounded, and made once.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "runtime/host.hpp"
#include "shrink/goal.hpp"

namespace evalground::shrinking {

using Evaluate = std::string (*)(std::string_view workspace, std::string_view options, Host& host);

// Why it ended before there was nothing left to try.
enum class Bound : std::uint8_t { none, time, trials, stop };

class Trials {
 public:
  Trials(Evaluate evaluate, Host& host, std::uint64_t most, std::uint32_t time_ms);

  // The outcome of the workspace as it was given, with where its values came from.
  Map first(const Map& workspace, Budget& budget);
  // The outcome of a smaller one, under limits that the first one hardly needed; nothing once a bound is reached.
  std::optional<Map> run(const Map& workspace, Budget& budget);
  // The outcome of a workspace as anybody gets it; it is not counted.
  Value uncounted(const Map& workspace, Budget& budget) const;
  // For `limit-…`: all limits stay as they are.
  void keep_limits() { options_ = options_with({}); }

  bool is_over();
  // Tells the host; `workspace` shows what is kept wherever it is evaluated.
  void tell(std::size_t before, std::size_t now, std::string_view workspace) {
    host_.progress({before, now, count_, workspace});
  }
  Bound bound() const { return bound_; }
  std::uint64_t count() const { return count_; }
  double milliseconds() const;

 private:
  std::string options_with(std::string_view limits) const;

  Evaluate evaluate_;
  Host& host_;
  std::uint64_t most_;
  std::uint32_t time_ms_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::uint64_t count_ = 0;
  Bound bound_ = Bound::none;
  std::string options_;
};

// With a fixed instant and a fixed seed where the workspace names none, so that each evaluation gives the same.
Map with_fixed_chance(Map workspace);

}  // namespace evalground::shrinking
