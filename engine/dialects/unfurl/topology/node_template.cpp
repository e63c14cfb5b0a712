#include "dialects/unfurl/topology/node_template.hpp"

#include "dialects/unfurl/values/fields.hpp"

namespace evalground::unfurl {
namespace {

bool is_host(const Requirement& requirement) {
  return key_text(requirement.name) == "host" || requirement.relationship->is("tosca.relationships.HostedOn");
}

}  // namespace

NodeTemplate* host_of(const NodeTemplate& node_template) {
  for (const Requirement& requirement : node_template.requirements) {
    if (is_host(requirement) && requirement.target != nullptr && requirement.target->is_in_tree) {
      return requirement.target != &node_template ? requirement.target : nullptr;
    }
  }
  return nullptr;
}

NodeTemplate& NodeTemplates::add(const Value& name, const Value& definition, const TypeNames& names) {
  NodeTemplate& added = all_.emplace_back();
  added.name = name;
  added.names = &names;
  added.where = name.origin();
  if (definition.is_map()) added.definition = definition.as_map();
  by_name_.emplace(key_text(name), &added);
  return added;
}

std::vector<std::string_view> NodeTemplates::names() const {
  std::vector<std::string_view> names;
  for (const NodeTemplate& one : all_) {
    if (one.name.is_string()) names.push_back(one.name.as_string());
  }
  return names;
}

NodeTemplate* NodeTemplates::find(std::string_view name) const {
  const auto found = by_name_.find(std::string(name));
  return found == by_name_.end() ? nullptr : found->second;
}

}  // namespace evalground::unfurl
