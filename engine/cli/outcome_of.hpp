// Small things that the commands for reproductions share.
#pragma once

#include <string>

#include "cli/options.hpp"
#include "value/map.hpp"

namespace evalground::cli {

// Throws UsageError where a workspace names no dialect, or none that there is.
void require_dialect(const Map& workspace, const Options& options);

// The outcome of a workspace; `provenance`: with where its values come from.
Map outcome_of(const Map& workspace, const Options& options, bool provenance = false);

// The first problem of an outcome that is an error; null when absent.
const Map* first_error(const Map& outcome);

std::string_view text_at(const Map& map, std::string_view key);

// Compact JSON for a line of text, cut where it is long.
std::string short_json(const Value& value, std::size_t most = 120);

// A folder that goes with the object.
class Scratch {
 public:
  Scratch();  // throws DiskError
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace evalground::cli
