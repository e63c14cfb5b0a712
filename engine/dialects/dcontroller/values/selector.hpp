// Kubernetes label selectors.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "value/map.hpp"

namespace evalground::dcontroller {

class LabelSelector {
 public:
  // From `{matchLabels, matchExpressions}` or a plain map of labels. Throws Error "wrong-selector" at the invalid part.
  LabelSelector(const Map& written, Budget& budget);

  // True when all requirements hold, also for a selector without requirements. Labels of other types count as their
  // text.
  bool matches(const Map& labels, Budget& budget) const;

 private:
  enum class Operator : std::uint8_t { in, not_in, exists, does_not_exist };
  struct Requirement {
    std::string key;
    Operator op;
    std::vector<std::string> values;
  };

  void add_labels(const Map& labels, Budget& budget);
  void add_expression(const Map& expression, Budget& budget);
  void add(Requirement requirement, OriginId where);

  std::vector<Requirement> requirements_;
};

}  // namespace evalground::dcontroller
