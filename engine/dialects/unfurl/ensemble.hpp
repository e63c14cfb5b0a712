// A loaded document: its merge directives expanded, its shape recognised, its resource tree ready to be queried.
#pragma once

#include <memory>
#include <optional>

#include "dialects/unfurl/expression/evaluator.hpp"
#include "dialects/unfurl/topology/instances.hpp"

namespace evalground::unfurl {

// What kind of document this is, by its top-level keys.
enum class Shape : std::uint8_t { service_template, ensemble, instances, attributes };

Shape shape_of(const Map& document);

// Kept by the context, for the outline.
class Ensemble final : public DialectState {
 public:
  // Loads the workspace's main document. Throws Error.
  explicit Ensemble(Context& context);

  // The resource that the workspace names. By default this is the root, or the only resource of a document of
  // attributes.
  Resource& current_resource();
  // The context of the workspace's expression: that resource, and the workspace's variables.
  Scope scope();

  // The inputs that a service template declares: name -> declaration.
  const Map& declared_inputs() const;

  // Reports problems of a service template that evaluation has not reached. Returns false if there are any.
  bool report_problems() const;

  Evaluator evaluator;
  const Value document;  // after expansion
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
