// The time of an evaluation: one instant, fixed by the workspace or read once from the real clock.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace evalground {

// Every "now" of a run is the same instant, so a result can be repeated with the clock that the outcome reports.
class Clock {
 public:
  explicit Clock(std::optional<std::int64_t> fixed)
      : now_(fixed ? *fixed
                   : std::chrono::duration_cast<std::chrono::microseconds>(
                         std::chrono::system_clock::now().time_since_epoch())
                         .count()) {}

  // Microseconds since 1970-01-01T00:00:00Z.
  std::int64_t now() const noexcept { return now_; }

 private:
  std::int64_t now_;
};

}  // namespace evalground
