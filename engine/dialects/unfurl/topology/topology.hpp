// Builds the resource tree of a service template: its node templates with what their types declare, each below its
// host, bound to the targets of its requirements.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dialects/unfurl/topology/imports.hpp"
#include "dialects/unfurl/topology/node_template.hpp"
#include "dialects/unfurl/topology/static_checks.hpp"
#include "dialects/unfurl/values/fields.hpp"

namespace evalground::unfurl {

class Topology {
 public:
  // `document` is a service template in `file`. The `given` maps hold values of inputs; the first map with a value
  // wins. Problems that leave the rest usable are recorded in problems(). Throws Error for imports that fail. Skips
  // imports at the places in `dropped`.
  Topology(Evaluator& evaluator, Declarer& declarer, const Value& document, const std::string& file,
           std::vector<Value> given, std::vector<OriginId> dropped = {});

  // Adds a node template, unless one of that name exists.
  void add_template(const Value& name, const Value& definition);
  NodeTemplate* find(std::string_view name) const { return templates_.find(name); }
  // The names of all node templates.
  std::vector<std::string_view> names() const { return templates_.names(); }
  // name -> declaration
  const Map& declared_inputs() const { return map_or_nothing(own().section("inputs")); }
  // The declared inputs with their values: the given ones, else the defaults. Given values that are not declared are
  // dropped.
  Map inputs();
  Map outputs();

  // Defines the properties, capabilities and artifacts of a node by its template. The node becomes an instance of that
  // template.
  void apply(NodeTemplate& node_template, Resource& node);
  // Creates the missing instances, and binds all requirements.
  void complete();

  // The conditions of imports.
  const std::vector<ImportCondition>& conditions() const { return imports_.conditions(); }
  const std::vector<Diagnostic>& problems() const { return problems_; }

 private:
  void check_groups();
  void check_credentials(const ServiceTemplate& service);
  void read_templates();
  void decorate(std::size_t first);
  NodeTemplate& add(const Value& name, const Value& definition, const TypeNames& names);
  void add_substitution();
  const Value* given_input(const Value& name) const;
  Value marked_input(const Map& declaration, const Value& value) const;
  Value mapped_input(const ServiceTemplate& service, const Value& mapping) const;
  Map substituted_properties(const ServiceTemplate& service) const;
  void resolve_type(NodeTemplate& node_template);
  void read_directives(NodeTemplate& node_template);
  const Map& relationship_templates() const;
  const ServiceTemplate& own() const { return imports_.templates().back(); }
  StaticNames static_names() const;
  void prepare();
  void check(NodeTemplate& node_template);
  void check_capability_types(const NodeTemplate& target);
  void check_relationship(const NodeTemplate& node_template, const Requirement& requirement, const StaticNames& known);
  void add_capabilities(NodeTemplate& node_template, Resource& node);
  void add_artifacts(NodeTemplate& node_template, Resource& node);
  Resource& instance_of(NodeTemplate& node_template);
  void bind(NodeTemplate& node_template, Resource& node, const Requirement& requirement);
  Resource* matching_target(Resource& node, const Requirement& requirement);
  // Calls f, and records an Error as a problem.
  template <class F>
  void attempt(F&& f) {
    try {
      f();
    } catch (const Error& error) {
      problems_.push_back(error.diagnostic);
    }
  }

  Evaluator& evaluator_;
  Context& context_;
  Declarer& declarer_;
  Types& types_;
  const std::vector<Value> given_;
  Imports imports_;
  NodeTemplates templates_;
  std::vector<Diagnostic> problems_;
  std::size_t prepared_ = 0;  // the number of templates that have their type and requirements
};

}  // namespace evalground::unfurl
