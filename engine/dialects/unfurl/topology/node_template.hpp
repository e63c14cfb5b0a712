// Node templates: the nodes that a service template describes, before resources exist.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dialects/unfurl/topology/declare.hpp"

namespace evalground::unfurl {

struct NodeTemplate;

// A requirement of a node template, merged with its type's declaration.
struct Requirement {
  Value name;
  Map definition;                      // the type's, completed by the template's: the node, capability, …
  NodeTemplate* target = nullptr;      // null: unbound, or unknown before resources exist
  const Type* relationship = nullptr;  // the type
  Map properties;                      // of the relationship
  Map interfaces;                      // written in the relationship by the template, or else by the type
  List match;                          // expressions that find the target
  OriginId where = 0;
};

struct NodeTemplate {
  Value name;
  Map definition;
  const TypeNames* names = nullptr;
  const Type* type = nullptr;
  OriginId where = 0;  // the place that names the type
  bool is_in_tree = true;
  Adjustments adjustments;  // set by the node filters of requirements
  std::map<std::string, Adjustments> capability_adjustments;
  std::vector<Requirement> requirements;
  std::vector<Resource*> instances;
  bool is_being_placed = false;
};

// The template that hosts a node: the target of its requirement `host`, or of a requirement whose relationship is a
// HostedOn. Null when the host is not in the tree, or is the node itself.
NodeTemplate* host_of(const NodeTemplate& node_template);

// All node templates of a service template, in document order.
class NodeTemplates {
 public:
  // find() gives the first of two with the same name.
  NodeTemplate& add(const Value& name, const Value& definition, const TypeNames& names);
  // Null when absent.
  NodeTemplate* find(std::string_view name) const;
  std::vector<std::string_view> names() const;

  std::size_t size() const noexcept { return all_.size(); }
  NodeTemplate& operator[](std::size_t index) { return all_[index]; }
  auto begin() { return all_.begin(); }
  auto end() { return all_.end(); }
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }

 private:
  std::deque<NodeTemplate> all_;
  std::unordered_map<std::string, NodeTemplate*> by_name_;
};

}  // namespace evalground::unfurl
