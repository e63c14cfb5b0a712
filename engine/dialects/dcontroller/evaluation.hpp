// The state of one evaluation: the parsed trees, the data and the events.
#pragma once

#include <optional>
#include <vector>

#include "dialects/dcontroller/pipeline/controllers.hpp"

namespace evalground::dcontroller {

class Evaluation final : public DialectState {
 public:
  explicit Evaluation(Context& context);

  // Parses the expression, or else the document. Throws Error.
  void read();
  // The result. Throws Error.
  Value evaluate();

  Context& context;
  ExpressionTree tree;
  Evaluator evaluator;
  const Value data;   // null when absent
  const Value local;  // undefined when absent
  const Expression* expression = nullptr;
  std::vector<Event> events;
  std::optional<Manifest> manifest;
};

}  // namespace evalground::dcontroller
