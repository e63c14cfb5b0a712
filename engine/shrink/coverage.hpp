// What of a workspace its evaluation has read, as far as the outcome tells: where values came from, and the steps.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "shrink/goal.hpp"

namespace evalground::shrinking {

class Coverage {
 public:
  // Of an outcome with origins and a trace. Where one value is kept, only what it came from counts.
  Coverage(const Map& outcome, const Goal& goal, const Subject& subject, Budget& budget);

  bool is_read(const Part& part) const;

 private:
  void add(const Value& value, Budget& budget);
  void add_span(const Map& map);
  void add_place(std::string_view place);
  void add_of_value(const Map& outcome, const KeptValue& kept, Budget& budget);

  const Subject& subject_;
  std::vector<Place> read_;
  std::unordered_set<std::string> names_;  // of inputs: "$.a.b", "port"
};

}  // namespace evalground::shrinking
