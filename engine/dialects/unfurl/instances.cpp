#include "dialects/unfurl/instances.hpp"

#include <algorithm>
#include <vector>

#include "base/text.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::string_view redacted = "<<REDACTED>>";

const Value* entry(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  return value != nullptr && !value->is_null() ? value : nullptr;
}

class InstanceReader {
 public:
  InstanceReader(Evaluator& evaluator, Types& types, const TypeNames& names)
      : evaluator_(evaluator), context_(evaluator.context), types_(types), names_(names) {}

  void read_children(const Value& instances, Resource& parent) {
    const Depth depth = context_.budget.enter();
    for (const auto& entry : map_of(instances, "`instances`")) {
      const Value& name = entry.key;
      const Value& instance = entry.value;
      context_.budget.step();
      if (!name.is_string()) fail(name.origin(), "The name of an instance must be text.");
      in_frame(name.origin(), "in instance", name.as_string(), [&] { read_node(name, instance, parent); });
    }
  }

  // Requirements and parents may name nodes that come later.
  void bind() {
    for (const Link& link : links_) {
      context_.budget.step();
      Resource* target = evaluator_.tree.find(link.target.as_string());
      if (target == nullptr) {
        fail(link.target.origin(), "TOSCA validation failed: there is no node " + quote(link.target.as_string()) + ".");
      }
      if (link.relationship == nullptr) {
        for (Resource* above = target; above != nullptr; above = above->parent) {
          if (above == link.node) fail(link.target.origin(), "The node " + quote(link.node->name) + " is its own ancestor.");
        }
        evaluator_.tree.move(*link.node, *target);
        continue;
      }
      bind(*link.relationship, *target);
    }
  }

 private:
  // A requirement that is bound to a target or, without one, a node with its parent.
  struct Link {
    Resource* relationship;
    Resource* node;
    Value target;
  };

  void read_node(const Value& name, const Value& value, Resource& parent) {
    static const Map nothing;
    const Map& instance = value.is_null() ? nothing : map_of(value, "An instance");
    Resource& node = evaluator_.tree.add_node(std::string(name.as_string()), parent, name.origin());
    node.type = type_of(TypeKind::node, type_name(instance));
    node.status = Status::ok;
    if (const Value* state = entry(instance, "readyState")) read_state(*state, node);
    if (const Value* priority = entry(instance, "priority")) node.priority = *priority;
    if (const Value* created = entry(instance, "created")) node.created = *created;
    if (const Value* is_protected = entry(instance, "protected")) node.is_protected = *is_protected;
    if (const Value* readonly = entry(instance, "readonly")) node.readonly = *readonly;
    if (const Value* metadata = entry(instance, "metadata")) node.metadata = map_of(*metadata, "`metadata`");
    if (const Value* properties = entry(instance, "properties")) define(*properties, node.properties, "`properties`");
    if (const Value* attributes = entry(instance, "attributes")) define(*attributes, node.attributes, "`attributes`");
    if (const Value* capabilities = entry(instance, "capabilities")) read_capabilities(*capabilities, node);
    const bool has_feature = std::any_of(node.capabilities.begin(), node.capabilities.end(),
                                         [](const Resource* capability) { return capability->name == "feature"; });
    if (!has_feature) add_capability("feature", node, name.origin());
    if (const Value* requirements = entry(instance, "requirements")) read_requirements(*requirements, node);
    if (const Value* artifacts = entry(instance, "artifacts")) read_artifacts(*artifacts, node);
    if (const Value* parent_name = entry(instance, "parent")) {
      links_.push_back({nullptr, &node, text_of(*parent_name, "`parent`")});
    }
    if (const Value* children = entry(instance, "instances")) read_children(*children, node);
  }

  static std::string_view type_name(const Map& instance) {
    if (const Value* type = entry(instance, "type"); type != nullptr && type->is_string()) return type->as_string();
    if (const Value* node_template = entry(instance, "template"); node_template != nullptr && node_template->is_map()) {
      const Value* type = entry(node_template->as_map(), "type");
      if (type != nullptr && type->is_string()) return type->as_string();
    }
    return "tosca.nodes.Root";
  }

  // `readyState: ok`, or `{local: ok, state: started}`.
  void read_state(const Value& value, Resource& node) {
    const Value* status = value.is_map() ? entry(value.as_map(), "local") : &value;
    if (status != nullptr) {
      node.status = status_of_word(text_of(*status, "A status").as_string());
      if (!node.status) fail(status->origin(), "There is no status " + quote(status->as_string()) + ".");
    }
    const Value* state = value.is_map() ? entry(value.as_map(), "state") : nullptr;
    if (state != nullptr) {
      node.state = state_of_word(text_of(*state, "A state").as_string());
      if (!node.state) fail(state->origin(), "There is no state " + quote(state->as_string()) + ".");
    }
  }

  void define(const Value& values, AttributeMap& attributes, std::string_view what) {
    for (const auto& [name, value] : map_of(values, what)) {
      context_.budget.step();
      // A value that was saved redacted is no value.
      if (value.is_string() && value.as_string() == redacted) continue;
      attributes.define(name, value);
    }
  }

  Resource& add_capability(std::string name, Resource& node, OriginId where) {
    Resource& capability = evaluator_.tree.add_part(ResourceKind::capability, std::move(name), node, where);
    capability.type = type_of(TypeKind::capability, "tosca.capabilities.Node");
    capability.status = Status::ok;
    return capability;
  }

  void read_capabilities(const Value& capabilities, Resource& node) {
    for (const auto& [name, value] : map_of(capabilities, "`capabilities`")) {
      Resource& capability = add_capability(std::string(text_of(name, "The name of a capability").as_string()), node,
                                            name.origin());
      if (value.is_null()) continue;
      const Map& definition = map_of(value, "A capability");
      if (const Value* type = entry(definition, "type")) {
        capability.type = type_of(TypeKind::capability, text_of(*type, "`type`").as_string());
      }
      if (const Value* properties = entry(definition, "properties")) {
        define(*properties, capability.properties, "`properties`");
      }
      if (const Value* attributes = entry(definition, "attributes")) {
        define(*attributes, capability.attributes, "`attributes`");
      }
    }
  }

  void read_requirements(const Value& requirements, Resource& node) {
    if (!requirements.is_list()) fail(requirements.origin(), "`requirements` must be of type list.");
    for (const Value& requirement : requirements.as_list()) {
      context_.budget.step();
      if (!requirement.is_map() || requirement.as_map().size() != 1) {
        fail(requirement.origin(), "A requirement must be a map of one key: its name.");
      }
      const auto& [name, value] = requirement.as_map().entry(0);
      Resource& relationship = evaluator_.tree.add_part(
          ResourceKind::relationship, std::string(text_of(name, "The name of a requirement").as_string()), node,
          name.origin());
      const Value* target = &value;
      std::string_view type =
          relationship.name == "host" ? "tosca.relationships.HostedOn" : "tosca.relationships.DependsOn";
      if (value.is_map()) {
        target = entry(value.as_map(), "node");
        const Value* named = entry(value.as_map(), "relationship");
        if (named != nullptr && named->is_map()) {
          if (const Value* properties = entry(named->as_map(), "properties")) {
            define(*properties, relationship.properties, "`properties`");
          }
          named = entry(named->as_map(), "type");
        }
        if (named != nullptr) type = text_of(*named, "The type of a relationship").as_string();
      }
      relationship.type = type_of(TypeKind::relationship, type);
      relationship.status = Status::ok;
      if (target != nullptr && !target->is_null()) {
        links_.push_back({&relationship, &node, text_of(*target, "The node of a requirement")});
      }
    }
  }

  void bind(Resource& relationship, Resource& target) {
    if (target.kind != ResourceKind::node) {
      fail(relationship.where, "TOSCA validation failed: the root can not be required.");
    }
    relationship.target = &target;
    target.relationships.push_back(&relationship);
    const auto capability = std::find_if(target.capabilities.begin(), target.capabilities.end(),
                                         [](const Resource* one) { return one->name == "feature"; });
    relationship.capability = *capability;
    relationship.capability->relationships.push_back(&relationship);
  }

  void read_artifacts(const Value& artifacts, Resource& node) {
    for (const auto& [name, value] : map_of(artifacts, "`artifacts`")) {
      Resource& artifact = evaluator_.tree.add_part(
          ResourceKind::artifact, std::string(text_of(name, "The name of an artifact").as_string()), node, name.origin());
      artifact.status = Status::ok;
      std::string_view type = "tosca.artifacts.Root";
      if (value.is_string()) {
        artifact.properties.define(Value::string("file"), value);
      } else if (!value.is_null()) {
        const Map& definition = map_of(value, "An artifact");
        for (const auto& [key, part] : definition) {
          if (!key.is_string() || key.as_string() == "type" || key.as_string() == "properties") continue;
          artifact.properties.define(key, part);
        }
        if (const Value* named = entry(definition, "type")) type = text_of(*named, "`type`").as_string();
        if (const Value* properties = entry(definition, "properties")) {
          define(*properties, artifact.properties, "`properties`");
        }
      }
      artifact.type = type_of(TypeKind::artifact, type);
    }
  }

  const Type* type_of(TypeKind kind, std::string_view name) {
    const Type* found = types_.find(kind, name, names_);
    return found != nullptr ? found : &types_.undeclared(kind, name);
  }

  const Map& map_of(const Value& value, std::string_view what) const {
    if (!value.is_map()) {
      fail(value.origin(), std::string(what) + " must be a map, not a " + std::string(kind_name(value.kind())) + ".");
    }
    return value.as_map();
  }

  const Value& text_of(const Value& value, std::string_view what) const {
    if (!value.is_string()) {
      fail(value.origin(), std::string(what) + " must be text, not a " + std::string(kind_name(value.kind())) + ".");
    }
    return value;
  }

  [[noreturn]] void fail(OriginId where, std::string message) const {
    context_.fail(where, "wrong-instance", std::move(message));
  }

  Evaluator& evaluator_;
  Context& context_;
  Types& types_;
  const TypeNames& names_;
  std::vector<Link> links_;
};

}  // namespace

void read_instances(Evaluator& evaluator, Types& types, const Map& document) {
  TypeNames& names = types.add_names();
  if (const Value* declarations = entry(document, "node_types"); declarations != nullptr && declarations->is_map()) {
    for (const auto& [name, definition] : declarations->as_map()) {
      if (!name.is_string() || !definition.is_map()) continue;
      const std::string text(name.as_string());
      names.add(TypeKind::node, text, &types.add_source({TypeKind::node, text, definition, name.origin(), &names}));
    }
  }
  InstanceReader reader(evaluator, types, names);
  if (const Value* instances = entry(document, "instances")) reader.read_children(*instances, evaluator.tree.root());
  reader.bind();
}

}  // namespace evalground::unfurl
