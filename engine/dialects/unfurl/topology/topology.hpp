// Makes the resource tree of a service template: its node templates with what their types declare, each below its host,
// bound to the targets of its requirements.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dialects/unfurl/topology/declare.hpp"
#include "dialects/unfurl/topology/imports.hpp"

namespace evalground::unfurl {

struct NodeTemplate;

// A requirement of a node template, with what its type says of it.
struct Requirement {
  Value name;
  Map definition;                      // of the type, completed by the template's: the node, capability, …
  NodeTemplate* target = nullptr;      // null: unbound, or not known before there are resources
  const Type* relationship = nullptr;  // the type
  Map properties;                      // of the relationship
  List match;                          // expressions that find the target
  OriginId where = 0;
};

struct NodeTemplate {
  Value name;
  Map definition;
  const TypeNames* names = nullptr;
  const Type* type = nullptr;
  OriginId where = 0;  // of the place that names the type
  bool is_in_tree = true;
  Adjustments adjustments;  // by the node filters of requirements
  std::vector<Requirement> requirements;
  std::vector<Resource*> instances;
  bool is_being_placed = false;
};

class Topology {
 public:
  // `document` is a service template that stands in `file`. What is wrong with it is kept as problems() where the rest
  // can still be evaluated. Throws Error for imports that fail. Imports at the places in `dropped` are left out.
  Topology(Evaluator& evaluator, Declarer& declarer, const Value& document, const std::string& file,
           std::vector<OriginId> dropped = {});

  // Adds a node template; of two of the same name the first stays.
  void add_template(const Value& name, const Value& definition);
  NodeTemplate* find(std::string_view name);
  // The names of all node templates.
  std::vector<std::string_view> names() const;
  // The template that a node is hosted on; null when there is none.
  NodeTemplate* host_of(const NodeTemplate& node_template) const;
  bool declares_input(std::string_view name) const;
  std::vector<std::string_view> input_names() const;
  // What is declared with its values: of each name the first that a layer gives, else the default. Given values that
  // are not declared are left out.
  Map inputs(const std::vector<const Map*>& layers);
  Map outputs();

  // Gives a node what the template and its type say; the node is an instance of it.
  void apply(NodeTemplate& node_template, Resource& node);
  // Makes the instances that are missing, and binds all requirements.
  void complete();

  Types& types() { return types_; }
  // What imports depend on.
  const std::vector<ImportCondition>& conditions() const { return imports_.conditions(); }
  const std::vector<Diagnostic>& problems() const { return problems_; }

 private:
  void read_templates();
  void decorate(std::size_t first);
  NodeTemplate& add(const Value& name, const Value& definition, const TypeNames& names);
  void add_substitution();
  void resolve_type(NodeTemplate& node_template);
  void read_directives(NodeTemplate& node_template);
  const Map& relationship_templates() const;
  const ServiceTemplate& own() const { return imports_.templates().back(); }
  void prepare();
  void check(NodeTemplate& node_template);
  void add_capabilities(NodeTemplate& node_template, Resource& node);
  void add_artifacts(NodeTemplate& node_template, Resource& node);
  Resource& instance_of(NodeTemplate& node_template);
  void bind(NodeTemplate& node_template, Resource& node, const Requirement& requirement);
  Resource* matching_target(Resource& node, const Requirement& requirement);
  // Calls f; an Error that it throws becomes a problem.
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
  Imports imports_;
  std::deque<NodeTemplate> templates_;
  std::unordered_map<std::string, NodeTemplate*> by_name_;
  std::vector<Diagnostic> problems_;
  std::size_t prepared_ = 0;  // how many templates have their type and requirements
};

}  // namespace evalground::unfurl
