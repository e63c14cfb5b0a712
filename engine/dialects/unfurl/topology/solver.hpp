// Finds the target of a requirement that has a type, a capability or a filter instead of a name.
#pragma once

#include <string>

#include "dialects/unfurl/topology/node_template.hpp"
#include "runtime/option.hpp"

namespace evalground::unfurl {

inline constexpr Option solver_option{
    .name = "solver",
    .summary = "Binds a requirement that names a type, a capability or a filter to the one node that fits.",
};

struct Solution {
  NodeTemplate* target = nullptr;  // the only node that fits
  std::string explanation;         // without a target: which candidates fit, or why each does not
};

class Solver {
 public:
  Solver(Declarer& declarer, const NodeTemplates& templates)
      : declarer_(declarer), types_(declarer.types()), context_(types_.context()), templates_(templates) {}

  // Tests every other node of the tree against a requirement of the source. `node_type` is the requested type; null:
  // any. The requirement has its relationship and definition.
  Solution solve(const NodeTemplate& source, const Requirement& requirement, const Type* node_type) const;

 private:
  std::string misfit(const NodeTemplate& source, const Requirement& requirement, const Type* node_type,
                     const NodeTemplate& candidate) const;
  std::string capability_misfit(const NodeTemplate& source, const Requirement& requirement,
                                const NodeTemplate& candidate) const;
  std::string filter_misfit(const Map& filter, const NodeTemplate& candidate) const;
  std::string condition_misfit(const Value& name, const Value& condition, const Type& type, const Map& assigned) const;
  std::string conditions_misfit(const Map& filter, const Type& type, const Map& assigned) const;
  const Type* capability_type(const NodeTemplate& node, const Declaration& declaration) const;

  Declarer& declarer_;
  Types& types_;
  Context& context_;
  const NodeTemplates& templates_;
};

}  // namespace evalground::unfurl
