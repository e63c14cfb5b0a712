// A loaded document: its merge directives expanded, its shape recognised, its resource tree ready to be queried.
#pragma once

#include <memory>
#include <optional>

#include "dialects/unfurl/expression/evaluator.hpp"
#include "dialects/unfurl/topology/instances.hpp"

namespace evalground::unfurl {

// The kind of a document, by its top-level keys.
enum class Shape : std::uint8_t { service_template, ensemble, instances, attributes };

Shape shape_of(const Map& document);

// Kept by the context, for the outline.
class Ensemble final : public DialectState {
 public:
  // Loads the workspace's main document. Throws Error.
  explicit Ensemble(Context& context);

  // The resource that the workspace names; by default the root, or the only one of a document of attributes.
  Resource& current_resource();
  // The context of the workspace's expression: that resource, and the workspace's variables.
  Scope scope();

  // The inputs that a service template declares: name -> declaration.
  const Map& declared_inputs() const;

  // Adds to the context's diagnostics what is wrong with a service template and has not been met by evaluating. False
  // when there was something.
  bool report_problems() const;

  Evaluator evaluator;
  const Value document;  // expanded
  const Shape shape;

 private:
  void read_environment(const Map& section);
  void read_service_template(const Value& service_template, const Map& spec, const Map& environment,
                             const Value* instances);

  std::vector<OriginId> unmet_conditions(const Value& service_template, const std::vector<Value>& inputs) const;

  Context& context_;
  Types types_;
  Declarer declarer_;
  std::optional<Topology> topology_;
};

}  // namespace evalground::unfurl
