// Reads literal instances: nodes with their attributes and children.
//
//   instances:
//     host1:
//       attributes: {region: eu}
//       instances:
//         web: {type: shop.Web, requirements: [{host: host1}, {db: maindb}]}
//
// In a resource tree, an instance is complete, with defaults from its type. In an ensemble, it is created from a node
// template and only overrides it. The topology creates the nodes of templates without instances.
//
// Names may refer to later instances. So parents and targets of requirements are recorded while the nodes are created,
// and bound afterwards.
#include "dialects/unfurl/topology/instances.hpp"

#include <algorithm>
#include <vector>

#include "base/text/text.hpp"
#include "dialects/unfurl/expression/evaluator.hpp"
#include "dialects/unfurl/topology/requirements.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "runtime/outcome.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::string_view root_artifact = "tosca.artifacts.Root";

class InstanceReader {
 public:
  // Without a topology, instances are complete.
  InstanceReader(Evaluator& evaluator, Declarer& declarer, const TypeNames& names, Topology* topology)
      : evaluator_(evaluator),
        context_(evaluator.context),
        declarer_(declarer),
        types_(declarer.types()),
        names_(names),
        topology_(topology) {}

  void read_children(const Value& instances, Resource& parent) {
    const Depth depth = context_.budget.enter();
    for (const auto& entry : map_of(instances, "`instances`")) {
      const Value& name = entry.key;
      const Value& instance = entry.value;
      context_.budget.step();
      const std::string_view text = text_of(name, "The name of an instance").as_string();
      in_frame(name.origin(), "in instance", text, [&] { read_node(name, instance, parent); });
    }
  }

  // Adds node templates for those entries of an ensemble's `spec.instances` that are templates themselves. Creates the
  // nodes of the entries that name a template.
  void read_spec(const Value& instances, Resource& parent) {
    // Templates first, because requirements may name later ones.
    std::vector<Map::Entry> nodes;
    for (const auto& entry : map_of(instances, "`instances`")) {
      const Value& name = entry.key;
      const Map& instance = map_of(entry.value, "An instance");
      const Value* named = field(instance, "template");
      if (named == nullptr || !named->is_string()) {
        Map definition = named != nullptr ? map_of(*named, "`template`") : instance;
        if (named == nullptr && !definition.contains("type"))
          definition.set("type", Value::string("unfurl.nodes.Default"));
        topology_->add_template(name, Value::map(std::move(definition)));
      }
      if (named != nullptr) nodes.push_back(entry);
    }
    is_declared_ = true;
    for (const Map::Entry& node : nodes) read_declared(node.key, node.value.as_map(), parent);
    is_declared_ = false;
  }

  // Requirements and parents may name nodes that come later.
  // A node that would become its own ancestor is an Error, so every walk up the tree ends. Rebindings come last: their
  // keys are queries on the finished tree.
  void bind() {
    for (const Link& link : links_) {
      context_.budget.step();
      Resource* target = evaluator_.tree.find(link.target.as_string());
      if (target == nullptr) {
        const std::string_view name = link.target.as_string();
        fail_name(link.target, std::string(invalid) + "there is no node " + quote(name) + ".",
                  evaluator_.tree.nearest(name));
      }
      if (link.relationship == nullptr) {
        for (Resource* above = target; above != nullptr; above = above->parent) {
          if (above == link.node)
            fail(link.target.origin(), "The node " + quote(link.node->name) + " is its own ancestor.");
        }
        evaluator_.tree.move(*link.node, *target);
        continue;
      }
      bind(*link.relationship, *target, link.requirement);
    }
    for (const Rebinding& one : rebindings_) rebind(one);
  }

 private:
  // A requirement that an instance binds to a capability, by its key.
  struct Rebinding {
    Resource* node;
    std::string requirement;
    Value capability;
  };

  // A requirement with its target or, without a requirement, a node with its parent.
  struct Link {
    Resource* relationship;
    Resource* node;
    Value target;
    Requirement requirement = {};
  };

  // The order matters. The template defines properties and parts. Then the instance's record adds its state, and its
  // attributes hide the properties. Children are read last, so that the parent is complete.
  void read_node(const Value& name, const Value& value, Resource& parent) {
    const Map& instance = value.is_null() ? map_or_nothing(nullptr) : map_of(value, "An instance");
    Resource& node = evaluator_.tree.add_node(std::string(name.as_string()), parent, name.origin());
    // Without a recorded state, an instance of an ensemble is unknown, and one of a resource tree counts as ok.
    if (topology_ == nullptr || is_declared_) node.status = Status::ok;
    // The properties of the template and the type.
    if (topology_ != nullptr) {
      topology_->apply(template_of(name, instance), node);
    } else {
      define_node(name, instance, node);
    }
    // The instance's own state and attributes.
    if (const Value* state = field(instance, "readyState")) read_state(*state, node);
    if (const Value* priority = field(instance, "priority")) node.priority = *priority;
    if (const Value* created = field(instance, "created")) node.created = *created;
    if (const Value* is_protected = field(instance, "protected")) node.is_protected = *is_protected;
    if (const Value* readonly = field(instance, "readonly")) node.readonly = *readonly;
    if (const Value* attributes = field(instance, "attributes")) define_attributes(*attributes, node);
    // Its parts. The template's parts already exist. The instance's own are added, or override them.
    if (const Value* capabilities = field(instance, "capabilities")) read_capabilities(*capabilities, node);
    if (topology_ == nullptr) add_declared_capabilities(node, name.origin());
    if (const Value* requirements = field(instance, "requirements")) read_requirements(*requirements, node);
    if (const Value* artifacts = field(instance, "artifacts")) read_artifacts(*artifacts, node);
    if (const Value* parent_name = field(instance, "parent")) {
      links_.push_back({nullptr, &node, text_of(*parent_name, "`parent`")});
    }
    if (const Value* children = field(instance, "instances")) read_children(*children, node);
  }

  // An instance that `spec` declares. It may contain its template, which then has the instance's name.
  void read_declared(const Value& name, const Map& instance, Resource& parent) {
    Map named = instance;
    if (const Value* inner = field(instance, "template"); inner != nullptr && inner->is_map()) named.erase("template");
    in_frame(name.origin(), "in instance", text_of(name, "The name of an instance").as_string(),
             [&] { read_node(name, Value::map(std::move(named)).with_origin(name.origin()), parent); });
  }

  // The node template from which an instance of an ensemble is created.
  // An instance may contain its template, name one, or have the name of one.
  NodeTemplate& template_of(const Value& name, const Map& instance) {
    const Value* named = field(instance, "template");
    if (named != nullptr && named->is_map()) {
      topology_->add_template(name, *named);
      named = nullptr;
    }
    const std::string_view text = named != nullptr ? text_of(*named, "`template`").as_string() : name.as_string();
    NodeTemplate* found = topology_->find(text);
    if (found == nullptr) {
      fail_name(named != nullptr ? *named : name,
                std::string(invalid) + "there is no node template " + quote(text) + ".",
                nearest(text, topology_->names()));
    }
    return *found;
  }

  // An instance without a template.
  void define_node(const Value& name, const Map& instance, Resource& node) {
    const Map& properties = map_or_nothing(field(instance, "properties"));
    define(node, *type_of(TypeKind::node, type_name(instance)), properties, name.origin());
  }

  // Defines the given properties, whether or not the type declares them.
  void define(Resource& resource, const Type& type, const Map& properties, OriginId where) {
    declarer_.define(resource, type, properties, where);
    keep_undeclared(resource, properties);
  }

  static void keep_undeclared(Resource& resource, const Map& properties) {
    for (const auto& [property, value] : properties) {
      if (!resource.properties.has(property)) resource.properties.define(property, value);
    }
  }

  static std::string_view type_name(const Map& instance) {
    if (const Value* type = field(instance, "type"); type != nullptr && type->is_string()) return type->as_string();
    if (const Value* node_template = field(instance, "template"); node_template != nullptr && node_template->is_map()) {
      const Value* type = field(node_template->as_map(), "type");
      if (type != nullptr && type->is_string()) return type->as_string();
    }
    return "tosca.nodes.Root";
  }

  // `readyState: ok`, or `{local: ok, state: started}`.
  void read_state(const Value& value, Resource& node) {
    const Value* status = value.is_map() ? field(value.as_map(), "local") : &value;
    if (status != nullptr) {
      node.status = status_of_word(text_of(*status, "A status").as_string());
      if (!node.status) {
        fail_name(*status, "Unknown status " + quote(status->as_string()) + ".",
                  nearest(status->as_string(), status_names()));
      }
    }
    const Value* state = value.is_map() ? field(value.as_map(), "state") : nullptr;
    if (state != nullptr) {
      node.state = state_of_word(text_of(*state, "A state").as_string());
      if (!node.state) {
        fail_name(*state, "Unknown state " + quote(state->as_string()) + ".",
                  nearest(state->as_string(), state_names()));
      }
    }
  }

  void define_attributes(const Value& values, Resource& resource) {
    for (const auto& [name, value] : map_of(values, "`attributes`")) {
      context_.budget.step();
      // A sensitive value is saved as <<REDACTED>>. It is ignored, so the template's own definition applies.
      if (value.is_string() && value.as_string() == redaction) continue;
      resource.attributes.define(name, value, declarer_.rule_of(*resource.type, name));
    }
  }

  Resource& add_capability(std::string name, Resource& node, OriginId where, const Type& type, const Map& properties) {
    Resource& capability = evaluator_.tree.add_part(ResourceKind::capability, std::move(name), node, where);
    capability.status = Status::ok;
    define(capability, type, properties, where);
    return capability;
  }

  // Only for complete instances: the topology has created the capabilities of templates.
  void add_declared_capabilities(Resource& node, OriginId where) {
    for (const Declaration& declaration : node.type->capabilities) {
      const Value* type = field(declaration.definition, "type");
      const std::string_view name = declaration.name.as_string();
      if (type == nullptr || find_part(node.capabilities, name) != nullptr) continue;
      add_capability(std::string(name), node, where,
                     declarer_.type_of(TypeKind::capability, *type, declaration, *node.type),
                     map_or_nothing(field(declaration.definition, "properties")));
    }
  }

  void read_capabilities(const Value& capabilities, Resource& node) {
    for (const auto& entry : map_of(capabilities, "`capabilities`")) {
      const Value& name = entry.key;
      const std::string text(text_of(name, "The name of a capability").as_string());
      const Map& definition = map_or_nothing(&entry.value);
      Resource* capability = find_part(node.capabilities, text);
      if (capability == nullptr) {
        const Value* type = field(definition, "type");
        const Declaration* declared = find_declaration(node.type->capabilities, name);
        const Value* declared_type = declared != nullptr ? field(declared->definition, "type") : nullptr;
        const Type& capability_type =
            type == nullptr && declared_type != nullptr
                ? declarer_.type_of(TypeKind::capability, *declared_type, *declared, *node.type)
                : *type_of(TypeKind::capability, name_or(type, "tosca.capabilities.Node"));
        capability = &add_capability(text, node, name.origin(), capability_type,
                                     map_or_nothing(field(definition, "properties")));
      }
      if (const Value* attributes = field(definition, "attributes")) define_attributes(*attributes, *capability);
    }
  }

  // `- name: target`, `- name: {node: target, relationship: type}` or, in an ensemble, `- name: {capability: key}`.
  void read_requirements(const Value& requirements, Resource& node) {
    if (!requirements.is_list())
      fail(requirements.origin(), "`requirements` must be of type list, not " + kind_text(requirements) + ".");
    for (const Value& requirement : requirements.as_list()) {
      context_.budget.step();
      if (!requirement.is_map() || requirement.as_map().size() != 1) {
        fail(requirement.origin(), "A requirement must be a map of one key: its name.");
      }
      const auto& [name, value] = requirement.as_map().entry(0);
      const std::string text(text_of(name, "The name of a requirement").as_string());
      if (topology_ != nullptr) {
        const Value* capability = value.is_map() ? field(value.as_map(), "capability") : nullptr;
        if (capability != nullptr) rebindings_.push_back({&node, text, text_of(*capability, "`capability`")});
      } else {
        read_requirement(name, value, node);
      }
    }
  }

  // A requirement without a target is still a relationship: `.requirements` lists it, and `.target` is null.
  void read_requirement(const Value& name, const Value& value, Resource& node) {
    Resource& relationship =
        evaluator_.tree.add_part(ResourceKind::relationship, std::string(name.as_string()), node, name.origin());
    relationship.status = Status::ok;
    // The type's declaration, overridden by the instance's own keys.
    Requirement requirement;
    requirement.name = name;
    requirement.where = name.origin();
    if (const Declaration* declared = find_declaration(node.type->requirements, name)) {
      requirement.definition = declared->definition;
      const Value* type = field(declared->definition, "relationship");
      if (type != nullptr && type->is_string()) {
        requirement.relationship = &declarer_.type_of(TypeKind::relationship, *type, *declared, *node.type);
      }
    }
    const Value* target = &value;
    const Value* type = nullptr;
    if (value.is_map()) {
      target = field(value.as_map(), "node");
      type = field(value.as_map(), "relationship");
      if (type != nullptr && type->is_map()) {
        requirement.properties = map_or_nothing(field(type->as_map(), "properties"));
        type = field(type->as_map(), "type");
      }
    }
    // Without a declared type, the requirement's name decides.
    if (type != nullptr) {
      requirement.relationship =
          type_of(TypeKind::relationship, text_of(*type, "The type of a relationship").as_string());
    } else if (requirement.relationship == nullptr) {
      requirement.relationship =
          type_of(TypeKind::relationship,
                  relationship.name == "host" ? "tosca.relationships.HostedOn" : "tosca.relationships.DependsOn");
    }
    define(relationship, *requirement.relationship, requirement.properties, name.origin());
    if (target != nullptr && !target->is_null()) {
      links_.push_back({&relationship, &node, text_of(*target, "The node of a requirement"), std::move(requirement)});
    }
  }

  void bind(Resource& relationship, Resource& target, const Requirement& requirement) {
    if (target.kind != ResourceKind::node) {
      fail(relationship.where, std::string(invalid) + "the root cannot be required.");
    }
    relationship.target = &target;
    target.relationships.push_back(&relationship);
    // A tree may omit capabilities. Then `feature` stands for the requested one.
    relationship.capability = recover([&] { return &find_capability(context_, requirement, target); },
                                      [&](const Error&) { return find_part(target.capabilities, "feature"); });
    if (relationship.capability != nullptr) relationship.capability->relationships.push_back(&relationship);
  }

  // Unfurl records a bound capability by its key, such as `::db::.capabilities::[.name=endpoint]`. The old binding is
  // undone at both ends.
  void rebind(const Rebinding& one) {
    Resource* relationship = find_part(one.node->requirements, one.requirement);
    const List matches = evaluator_.matches(one.capability, Evaluator::scope_of(*one.node));
    auto* capability = matches.size() == 1 ? object_cast<Resource>(matches.front()) : nullptr;
    if (relationship == nullptr || capability == nullptr || capability->kind != ResourceKind::capability) {
      fail(one.capability.origin(), "The requirement " + quote(one.requirement) + " names no capability.");
    }
    std::erase(relationship->capability->relationships, relationship);
    std::erase(relationship->target->relationships, relationship);
    relationship->capability = capability;
    relationship->target = capability->parent;
    capability->relationships.push_back(relationship);
    capability->parent->relationships.push_back(relationship);
  }

  void read_artifacts(const Value& artifacts, Resource& node) {
    for (const auto& entry : map_of(artifacts, "`artifacts`")) {
      const Value& name = entry.key;
      const Value& value = entry.value;
      const std::string text(text_of(name, "The name of an artifact").as_string());
      Resource* artifact = find_part(node.artifacts, text);
      if (artifact == nullptr) {
        artifact = &evaluator_.tree.add_part(ResourceKind::artifact, text, node, name.origin());
        artifact->status = Status::ok;
      }
      if (value.is_string()) {
        declarer_.define(*artifact, *type_of(TypeKind::artifact, root_artifact), {}, name.origin());
        artifact->properties.define(Value::string("file"), value);
        continue;
      }
      const Map& definition = value.is_null() ? map_or_nothing(nullptr) : map_of(value, "An artifact");
      const Value* type = field(definition, "type");
      const Map& properties = map_or_nothing(field(definition, "properties"));
      if (type != nullptr || artifact->type == nullptr) {
        const Type& artifact_type = *type_of(TypeKind::artifact, name_or(type, root_artifact));
        declarer_.define(*artifact, artifact_type, properties, name.origin());
      }
      keep_undeclared(*artifact, properties);
      for (const auto& [key, part] : definition) {
        if (!key.is_string() || key.as_string() == "type" || key.as_string() == "properties") continue;
        artifact->properties.define(key, part);
      }
    }
  }

  // A resource tree may use types that it does not define. They then have no declarations.
  const Type* type_of(TypeKind kind, std::string_view name) {
    const Type* found = types_.find(kind, name, names_);
    return found != nullptr ? found : &types_.undeclared(kind, name);
  }

  // The name under the key `type`, or the default.
  std::string_view name_or(const Value* type, std::string_view otherwise) const {
    return type != nullptr ? text_of(*type, "`type`").as_string() : otherwise;
  }

  const Map& map_of(const Value& value, std::string_view what) const {
    if (!value.is_map()) {
      fail(value.origin(), std::string(what) + " must be a map, not " + kind_text(value) + ".");
    }
    return value.as_map();
  }

  const Value& text_of(const Value& value, std::string_view what) const {
    if (!value.is_string()) {
      fail(value.origin(), std::string(what) + " must be a string, not " + kind_text(value) + ".");
    }
    return value;
  }

  [[noreturn]] void fail(OriginId where, std::string message) const {
    context_.fail(where, "wrong-instance", std::move(message));
  }
  [[noreturn]] void fail_name(const Value& name, std::string message, std::string_view nearest_name) const {
    context_.fail_name(name.origin(), "wrong-instance", std::move(message), name.as_string(), nearest_name);
  }

  Evaluator& evaluator_;
  Context& context_;
  Declarer& declarer_;
  Types& types_;
  const TypeNames& names_;
  Topology* topology_;
  bool is_declared_ = false;  // while reading the instances of `spec`
  std::vector<Link> links_;
  std::vector<Rebinding> rebindings_;
};

}  // namespace

// A resource tree defines only node types, and imports nothing.
void read_instances(Evaluator& evaluator, Declarer& declarer, const Map& document) {
  Types& types = declarer.types();
  TypeNames& names = types.add_names();
  if (const Value* declarations = field(document, "node_types"); declarations != nullptr && declarations->is_map()) {
    for (const auto& [name, definition] : declarations->as_map()) {
      if (!name.is_string() || !definition.is_map()) continue;
      const std::string text(name.as_string());
      names.add(TypeKind::node, text, &types.add_source({TypeKind::node, text, definition, name.origin(), &names}));
    }
  }
  InstanceReader reader(evaluator, declarer, names, nullptr);
  if (const Value* instances = field(document, "instances")) reader.read_children(*instances, evaluator.tree.root());
  reader.bind();
}

// The instances of `spec`, those of `status`, then the nodes of all templates that have no instance yet.
void read_ensemble_instances(Evaluator& evaluator, Declarer& declarer, Topology& topology, const Value* of_spec,
                             const Value* of_status) {
  InstanceReader reader(evaluator, declarer, declarer.types().builtin_names(), &topology);
  if (of_spec != nullptr) reader.read_spec(*of_spec, evaluator.tree.root());
  if (of_status != nullptr) reader.read_children(*of_status, evaluator.tree.root());
  topology.complete();
  reader.bind();
}

}  // namespace evalground::unfurl
