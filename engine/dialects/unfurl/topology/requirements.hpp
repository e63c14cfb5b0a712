// Reads the requirements of node templates: which template each one targets, and through which relationship.
#pragma once

#include "dialects/unfurl/topology/node_template.hpp"
#include "dialects/unfurl/topology/template_checks.hpp"

namespace evalground::unfurl {

class RequirementReader {
 public:
  RequirementReader(Context& context, Declarer& declarer, const NodeTemplates& templates,
                    const Map& relationship_templates)
      : context_(context),
        declarer_(declarer),
        templates_(templates),
        relationship_templates_(relationship_templates) {}

  // Adds the requirements that the template assigns, then those that only its type declares and that find a target.
  // Calls attempt(f) around each. Throws Error if they are not a list of requirements.
  template <class Attempt>
  void read(NodeTemplate& node_template, Attempt&& attempt) {
    for (const auto& requirement : assigned(node_template)) {
      attempt([&] { check_requirement(declarer_.types(), node_template, requirement.first, requirement.second); });
      attempt([&] { add(node_template, requirement.first, requirement.second, true); });
    }
    for (const Declaration& declaration : node_template.type->requirements) {
      if (!is_assigned(node_template, declaration.name)) {
        attempt([&] { add(node_template, declaration.name, Value::null(), false); });
      }
    }
  }

 private:
  std::vector<std::pair<Value, Value>> assigned(const NodeTemplate& node_template) const;
  bool is_assigned(const NodeTemplate& node_template, const Value& name) const;
  void add(NodeTemplate& node_template, const Value& name, const Value& value, bool is_on_template);
  bool find_target(Requirement& requirement, const Map& own, const Declaration* declaration, bool is_on_template,
                   const NodeTemplate& node_template);
  bool find_named_target(Requirement& requirement, const Value& node, const Map& own, const Declaration* declaration,
                         bool is_on_template, const NodeTemplate& node_template);
  bool knows_relationship(const Declaration& declaration, const NodeTemplate& node_template) const;
  const Type& declared_relationship(const Value& name, const Declaration& declaration,
                                    const NodeTemplate& node_template);
  bool solve(Requirement& requirement, const Type* node_type, bool may_stay_unbound, const NodeTemplate& node_template,
             OriginId where, const std::string& problem);
  void find_relationship(Requirement& requirement, const Map& own, const Declaration* declaration,
                         const NodeTemplate& node_template);
  void adjust_target(const Requirement& requirement, const Value& filter, const std::string& what);

  Context& context_;
  Declarer& declarer_;
  const NodeTemplates& templates_;
  const Map& relationship_templates_;
};

// Adds the values and constraints of a node filter to the adjustments of a node and its capabilities.
void add_filter(Adjustments& adjustments, const Value& filter);

// The capability of a node that satisfies a requirement. Throws Error "no-capability" when none fits.
Resource& find_capability(Context& context, const Requirement& requirement, Resource& target);

}  // namespace evalground::unfurl
