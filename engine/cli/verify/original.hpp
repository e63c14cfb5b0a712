// The original implementations that this machine has: asked by a process of their own, in a folder for the time being,
// without a network where the system can take it away, with an end.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "value/map.hpp"

namespace evalground::cli {

struct Original {
  std::string name;         // "jinja2 3.1.2"
  std::string unavailable;  // why it cannot be asked; empty: it has answered
  Map answer;               // {value}, {text}, {reports}, {outputs} or {error}
};

// What the original of a workspace's dialect makes of it. `time_ms` bounds it, 0 means 30 seconds.
Original ask_original(const Map& workspace, std::uint32_t time_ms);

// Workspaces, of one dialect unless that is empty, that the generators of a folder make: a Python package whose modules
// have a class `Programs` with `make(random)`, as tests/differential has them. Throws UsageError.
std::vector<Map> made_workspaces(const std::string& folder, std::uint64_t count, std::uint64_t seed,
                                 const std::string& dialect, std::uint32_t time_ms);

}  // namespace evalground::cli
