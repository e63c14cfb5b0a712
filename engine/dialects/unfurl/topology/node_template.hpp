// Node templates: the nodes that a service template describes, before there are resources.
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

// A requirement of a node template, with what its type says of it.
struct Requirement {
  Value name;
  Map definition;                      // of the type, completed by the template's: the node, capability, …
  NodeTemplate* target = nullptr;      // null: unbound, or not known before there are resources
  const Type* relationship = nullptr;  // the type
  Map properties;                      // of the relationship
  Map interfaces;                      // that the template, or else the type, writes within the relationship
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
  std::map<std::string, Adjustments> capability_adjustments;
  std::vector<Requirement> requirements;
  std::vector<Resource*> instances;
  bool is_being_placed = false;
};

// The template that a node is hosted on: the target of a requirement `host`, or of one whose relationship is a
// HostedOn; null when there is none in the tree, and when it is the node itself.
NodeTemplate* host_of(const NodeTemplate& node_template);

// All node templates of a service template, in document order.
class NodeTemplates {
 public:
  // Of two of the same name find() gives the first.
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
