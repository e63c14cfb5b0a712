// The original implementations that this machine has: asked by a process of their own, in a folder for the time being,
// without a network where the system can take it away, with an end.
#pragma once

#include <optional>
#include <string>

#include "cli/options.hpp"
#include "value/map.hpp"

namespace evalground::cli {

struct Original {
  std::string name;         // "jinja2 3.1.2"
  std::string unavailable;  // why it cannot be asked; empty: it has answered
  Map answer;               // {value}, {text}, {reports} or {error}
};

// What the original of a workspace's dialect makes of it. `time_ms` bounds it, 0 means 30 seconds.
Original ask_original(const Map& workspace, std::uint32_t time_ms);

}  // namespace evalground::cli
