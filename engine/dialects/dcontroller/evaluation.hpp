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

 private:
  Value run();
  void require_other_operator(const Manifest& next, const Manifest& known, const Value& document) const;

 public:
  Context& context;
  ExpressionTree tree;
  Evaluator evaluator;
  const Value data;   // null when absent
  const Value local;  // undefined when absent
  const Expression* expression = nullptr;
  std::vector<Event> events;
  std::vector<Manifest> manifests;  // several only if all are operators
};

}  // namespace evalground::dcontroller
