// Builds the resource tree of a service template.
//
//   node_templates:
//     host: {type: tosca.nodes.Compute}
//     web: {type: my.Web, requirements: [{host: host}, {db: maindb}]}
//     maindb: {type: my.Database}
//
// gives the nodes `host`, `web` below it, and `maindb`, with a relationship from `web` to each target.
//
// It is built in steps, because each step needs the results of the one before for all templates:
//   1. imports: which files take part, and what type names mean in each (imports.hpp)
//   2. templates: the document's own, then those of imports with the directive `default`
//   3. prepare(): the type of each, decorators, the targets of requirements, then the checks
//   4. complete(): a node for each template without an instance, below the node of its host
//   5. complete(): requirements are bound to the nodes of their targets
//
// Invariants: an Error in one template is recorded as a problem, and the other templates are still processed. An
// ensemble's instances may add templates between the steps, so prepare() handles only those it has not seen. Only the
// expressions of node filters are evaluated here: properties stay definitions until something reads them.
#include "dialects/unfurl/topology/topology.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "dialects/unfurl/expression/evaluator.hpp"
#include "dialects/unfurl/expression/expression.hpp"
#include "dialects/unfurl/expression/secret.hpp"
#include "dialects/unfurl/merge/merge.hpp"
#include "dialects/unfurl/topology/group_checks.hpp"
#include "dialects/unfurl/topology/interface_checks.hpp"
#include "dialects/unfurl/topology/requirements.hpp"
#include "dialects/unfurl/topology/template_checks.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "runtime/sensitive.hpp"
#include "value/compare.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::string_view substitution_name = "_substitution_mapping";

bool has_directive(const Map& definition, std::string_view word) {
  const Value* directives = field(definition, "directives");
  if (directives == nullptr || !directives->is_list()) return false;
  const List& words = directives->as_list();
  return std::any_of(words.begin(), words.end(),
                     [&](const Value& one) { return one.is_string() && one.as_string() == word; });
}

// True when a decorator's expression matches: "web", "my.Type", "::web" or "::[.type=my.Type]".
bool fits(std::string_view expression, const NodeTemplate& node_template) {
  const std::string name = key_text(node_template.name);
  constexpr std::string_view type_test = "::[.type=";
  if (expression.starts_with(type_test) && expression.ends_with("]")) {
    return node_template.type->is(expression.substr(type_test.size(), expression.size() - type_test.size() - 1));
  }
  if (expression.starts_with("::")) return expression.substr(2) == name;
  return expression == name || node_template.type->is(expression);
}

}  // namespace

Topology::Topology(Evaluator& evaluator, Declarer& declarer, const Value& document, const std::string& file,
                   std::vector<Value> given, std::vector<OriginId> dropped)
    : evaluator_(evaluator),
      context_(evaluator.context),
      declarer_(declarer),
      types_(declarer.types()),
      given_(std::move(given)),
      imports_(evaluator.context, declarer.types(), std::move(dropped)) {
  imports_.load(document, file);
  for (const ServiceTemplate& service : imports_.templates()) attempt([&] { check_substitution(context_, service); });
  for (const ServiceTemplate& service : imports_.templates()) attempt([&] { check_credentials(service); });
  attempt([&] { check_topology(context_, own()); });
  // The reference puts connections of its own into every topology, with types derived from these. So a document that
  // redefines them must do so correctly, even if it does not use them.
  for (const std::string_view name : {"tosca.relationships.Root", "tosca.relationships.ConnectsTo"}) {
    if (own().names->find(TypeKind::relationship, name) == nullptr) continue;
    attempt([&] {
      const Type* type = types_.find(TypeKind::relationship, name, *own().names);
      if (type == nullptr) return;
      declarer_.check_types(*type);
      declarer_.check(*type, {}, "a connection of the type " + quote(name), type->where);
    });
  }
  check_groups();
  read_templates();
  for (const auto& entry : relationship_templates()) {
    attempt([&] { check_relationship_template(declarer_, entry.key, entry.value, *own().names); });
  }
}

void Topology::check_groups() {
  for (const auto& entry : map_or_nothing(own().section("groups"))) {
    attempt([&] { check_group(declarer_, own(), entry.key, entry.value); });
  }
  const Value* policies = own().section("policies");
  if (policies != nullptr) attempt([&] { check_policy_list(context_, *policies); });
  if (policies != nullptr && policies->is_list()) {
    for (const Value& item : policies->as_list()) {
      for (const auto& entry : map_or_nothing(&item)) {
        attempt([&] { check_policy(declarer_, own(), entry.key, entry.value); });
      }
    }
  }
  for (const auto& entry : map_or_nothing(own().section("workflows"))) {
    attempt([&] { check_workflow(context_, entry.key, entry.value); });
  }
}

// Literal credentials of repositories have the type tosca.datatypes.Credential.
void Topology::check_credentials(const ServiceTemplate& service) {
  for (const auto& [name, repository] : map_or_nothing(service.document.as_map().find("repositories"))) {
    const Value* credential = repository.is_map() ? field(repository.as_map(), "credential") : nullptr;
    if (credential == nullptr || !python_truth(*credential)) continue;
    if (credential->is_map() && holds_expressions(*credential, context_.budget)) continue;
    Map definition;
    definition.set("type", Value::string("tosca.datatypes.Credential"));
    const Value what = Value::string("credential of the repository " + key_text(name));
    declarer_.conforming({what, std::move(definition), &types_.builtin_names(), nullptr}, *credential);
  }
}

const Map& Topology::relationship_templates() const {
  return map_or_nothing(own().section("relationship_templates"));
}

NodeTemplate& Topology::add(const Value& name, const Value& definition, const TypeNames& names) {
  context_.budget.step();
  return templates_.add(name, definition, names);
}

void Topology::read_templates() {
  // The document's own.
  if (const Value* all = own().section("node_templates")) {
    if (!all->is_map()) {
      context_.fail(all->origin(), "wrong-type", "`node_templates` must be of type map, not " + kind_text(*all) + ".");
    }
    for (const auto& [name, definition] : all->as_map()) add(name, definition, *own().names);
  }
  attempt([&] { add_substitution(); });
  // Those of imports with the directive `default` are nodes, unless the document has a node of that name.
  for (const ServiceTemplate& imported : imports_.templates()) {
    if (&imported == &own()) continue;
    const Value* all = imported.section("node_templates");
    if (all == nullptr || !all->is_map()) continue;
    for (const auto& [name, definition] : all->as_map()) {
      if (!definition.is_map()) continue;
      if (has_directive(definition.as_map(), "default")) {
        if (templates_.find(key_text(name)) == nullptr) add(name, definition, *imported.names);
      } else if (const Value* type = field(definition.as_map(), "type")) {  // not in the tree, but checked
        attempt([&] { types_.get(TypeKind::node, key_text(*type), *imported.names, type->origin()); });
      }
    }
  }
}

const Value* Topology::given_input(const Value& name) const {
  for (const Value& layer : given_) {
    if (const Value* value = layer.as_map().find(name)) return value;
  }
  return nullptr;
}

// A value of an input, marked immediately if its declaration is sensitive. A value that is not evaluated yet
// is marked afterwards.
Value Topology::marked_input(const Map& declaration, const Value& value) const {
  if (!is_sensitive_declaration(declaration)) return value;
  if (!holds_expressions(value, context_.budget)) return marked_sensitive(context_, value);
  // An expression in a document is not secret. A given input is secret even before it is evaluated.
  const bool is_given = value.origin() != 0 && context_.sources.origin(value.origin()).via == Via::input;
  const Value marked = is_given ? with_marked_texts(value, context_.budget) : value;
  return Value::map({{"eval", Value::map({{"sensitive", marked}})}}).with_origin(value.origin());
}

// The value of the input named by a property mapping: `input`, `[input]` or `{mapping: input}`.
Value Topology::mapped_input(const ServiceTemplate& service, const Value& mapping) const {
  const Value* named = &mapping;
  if (named->is_map()) {
    named = named->as_map().find("mapping");
    if (named == nullptr) {
      const Value key = mapping.as_map().empty() ? mapping : mapping.as_map().entry(0).key;
      fail_unknown_field(context_, key, "a property of `substitution_mappings`", "mapping");
    }
  }
  if (named->is_list() && !named->as_list().empty()) named = &named->as_list().front();
  const bool is_own = &service == &own();
  const Map& inputs = map_or_nothing(service.section("inputs"));
  const Value* declared = inputs.find(*named);
  if (const Value* value = is_own ? given_input(*named) : nullptr)
    return marked_input(map_or_nothing(declared), *value);
  if (declared == nullptr) {
    const std::string name = key_text(*named);
    context_.fail_name(mapping.origin(), "undefined-input",
                       std::string(invalid) + "missing required input " + quote(name) + " of `substitution_mappings`.",
                       name, nearest_key(name, inputs));
  }
  const Map& declaration = map_or_nothing(declared);
  const Value* fallback = declaration.find("default");
  return fallback != nullptr ? marked_input(declaration, *fallback) : Value::null().with_origin(declared->origin());
}

// The properties of a substituted node: those that `properties` maps, or every input under its own name.
Map Topology::substituted_properties(const ServiceTemplate& service) const {
  const Map& mappings = service.substitution()->as_map();
  Map properties;
  if (field(mappings, "properties") != nullptr) {
    for (const auto& [name, mapping] : map_field(mappings, "properties")) {
      context_.budget.step();
      properties.set(name, mapped_input(service, mapping));
    }
    return properties;
  }
  for (const auto& [name, input] : map_or_nothing(service.section("inputs"))) {
    context_.budget.step();
    properties.set(name, mapped_input(service, name));
  }
  return properties;
}

// `substitution_mappings: {node_type: T, properties: {p: input}}` adds a node, unless it names one of the document.
void Topology::add_substitution() {
  const Value* mappings = own().substitution();
  if (mappings == nullptr || !mappings->is_map()) return;
  const Value* type = field(mappings->as_map(), "node_type");
  if (type == nullptr || field(mappings->as_map(), "node") != nullptr) return;
  Map definition;
  definition.set("type", *type);
  definition.set("properties", Value::map(substituted_properties(own())));
  add(Value::string(substitution_name).with_origin(mappings->origin()), Value::map(std::move(definition)),
      *own().names);
}

void Topology::add_template(const Value& name, const Value& definition) {
  if (templates_.find(key_text(name)) == nullptr) add(name, definition, *own().names);
}

void Topology::resolve_type(NodeTemplate& node_template) {
  node_template.type = types_.find(TypeKind::node, "tosca.nodes.Root", types_.builtin_names());
  const Value* type = field(node_template.definition, "type");
  if (type == nullptr) {
    context_.fail(node_template.where, "missing-field",
                  std::string(invalid) + "the node template " + quote(key_text(node_template.name)) +
                      " is missing required field \"type\".");
  }
  node_template.where = type->origin() != 0 ? type->origin() : node_template.where;
  const Type* found = nullptr;
  try {
    found = &types_.get(TypeKind::node, key_text(*type), *node_template.names, type->origin());
  } catch (const Error&) {
    node_template.type = &types_.undeclared(TypeKind::node, key_text(*type));
    throw;
  }
  node_template.type = found;
  check_kind(context_, *found, type->origin());
}

// `select`, `virtual` and `substitute` exclude a node from the tree.
void Topology::read_directives(NodeTemplate& node_template) {
  const Map& definition = node_template.definition;
  if (has_directive(definition, "select") || has_directive(definition, "virtual")) node_template.is_in_tree = false;
  if (!has_directive(definition, "substitute")) return;
  node_template.is_in_tree = false;
  for (const ServiceTemplate& imported : imports_.templates()) {
    const Value* mappings = &imported == &own() ? nullptr : imported.substitution();
    if (mappings == nullptr || !mappings->is_map()) continue;
    const Type* type = types_.find(TypeKind::node, text_field(mappings->as_map(), "node_type"), *imported.names);
    if (type == nullptr || !type->is(*node_template.type)) continue;
    if (field(mappings->as_map(), "node") == nullptr) substituted_properties(imported);
    return;
  }
  context_.fail(node_template.where, "no-substitute",
                std::string(invalid) + "no substitute topology found for the node template " +
                    quote(key_text(node_template.name)) + ".");
}

// Merges the decorators of all files over the templates that they match, the document's own last.
void Topology::decorate(std::size_t first) {
  for (const ServiceTemplate& service : imports_.templates()) {
    for (const auto& [expression, changes] : map_field(service.document.as_map(), "decorators")) {
      if (!expression.is_string() || !changes.is_map()) continue;
      for (std::size_t i = first; i < templates_.size(); ++i) {
        NodeTemplate& one = templates_[i];
        context_.budget.step();
        if (!fits(expression.as_string(), one)) continue;
        if (key_text(one.name) == substitution_name) continue;
        one.definition = merge_maps(context_, {Value::map(one.definition), changes}).as_map();
        if (changes.as_map().contains("type")) attempt([&] { resolve_type(one); });
      }
    }
  }
}

void Topology::prepare() {
  const std::size_t first = std::exchange(prepared_, templates_.size());
  if (first == prepared_) return;
  // Types before decorators, which may name a type. Decorators before requirements, which they may change.
  for (std::size_t i = first; i < prepared_; ++i) {
    attempt([&] { resolve_type(templates_[i]); });
    attempt([&] { read_directives(templates_[i]); });
  }
  attempt([&] { decorate(first); });
  RequirementReader reader(context_, declarer_, templates_, relationship_templates());
  for (std::size_t i = first; i < prepared_; ++i) {
    attempt([&] { reader.read(templates_[i], [&](auto&& f) { attempt(f); }); });
  }
  // Check last: the check of one template may need the requirements of another.
  for (std::size_t i = first; i < prepared_; ++i) check(templates_[i]);
}

StaticNames Topology::static_names() const {
  return {types_, templates_, declared_inputs()};
}

void Topology::check(NodeTemplate& node_template) {
  const Map& definition = node_template.definition;
  const std::string what = quote(key_text(node_template.name));
  attempt([&] { check_node_template(context_, node_template); });
  attempt(
      [&] { declarer_.check(*node_template.type, map_field(definition, "properties"), what, node_template.where); });
  attempt([&] { check_capabilities(declarer_, node_template); });
  attempt([&] { check_artifacts(declarer_, node_template); });
  // Functions that are the whole value of a property, of an input of an interface or operation, or of a capability's
  // property.
  const StaticNames known = static_names();
  const auto check_value = [&](const Value& value) {
    attempt([&] { check_function(known, value, &node_template); });
    note_misspelt_function(context_, value);
  };
  attempt([&] {
    check_interfaces(types_, *node_template.type, map_field(definition, "interfaces"), *node_template.names,
                     "the node template " + what, check_value);
  });
  const Value* properties = field(definition, "properties");
  if (properties != nullptr && properties->is_map()) {
    for (const auto& property : properties->as_map()) check_value(property.value);
  }
  for (const Declaration& declaration : node_template.type->properties) {
    const Value* fallback = declaration.declared_by->is_builtin ? nullptr : declaration.definition.find("default");
    if (fallback != nullptr && !map_or_nothing(properties).contains(declaration.name)) check_value(*fallback);
  }
  for (const auto& [name, capability] : map_or_nothing(field(definition, "capabilities"))) {
    for (const auto& [property, value] : map_or_nothing(field(map_or_nothing(&capability), "properties"))) {
      check_value(value);
    }
  }
  for (const Requirement& requirement : node_template.requirements) {
    check_relationship(node_template, requirement, known);
    if (requirement.target != nullptr) attempt([&] { check_capability_types(*requirement.target); });
  }
  if (node_template.is_in_tree) attempt([&] { declarer_.check_types(*node_template.type); });
}

// Checks the types of the capabilities that a requirement chooses from.
void Topology::check_capability_types(const NodeTemplate& target) {
  if (target.type == nullptr) return;
  for (const Declaration& declaration : target.type->capabilities) {
    context_.budget.step();
    const Value* name = declaration.declared_by->is_builtin ? nullptr : field(declaration.definition, "type");
    if (name == nullptr || !name->is_string()) continue;
    declarer_.check_types(declarer_.type_of(TypeKind::capability, *name, declaration, *target.type));
  }
}

// Checks the relationship of a requirement: its literal properties, functions that are whole values, and its
// interfaces.
void Topology::check_relationship(const NodeTemplate& node_template, const Requirement& requirement,
                                  const StaticNames& known) {
  if (requirement.relationship == nullptr) return;
  const Type& type = *requirement.relationship;
  const std::string what =
      "the relationship " + quote(key_text(requirement.name)) + " of " + quote(key_text(node_template.name));
  for (const auto& [name, value] : requirement.properties) {
    attempt([&, &value = value] { check_relationship_function(known, value, node_template, requirement, false); });
    const Declaration* declaration = type.property(name);
    if (declaration == nullptr || !declaration->is_property || holds_expressions(value, context_.budget)) continue;
    attempt([&, &value = value] { declarer_.conforming(*declaration, value); });
  }
  attempt([&] { declarer_.check_types(type); });
  attempt([&] {
    check_interfaces(types_, type, requirement.interfaces, *node_template.names, what, [&](const Value& input) {
      attempt([&] { check_relationship_function(known, input, node_template, requirement, true); });
    });
  });
}

void Topology::apply(NodeTemplate& node_template, Resource& node) {
  prepare();
  const Map& definition = node_template.definition;
  node.template_name = key_text(node_template.name);
  node_template.instances.push_back(&node);
  Map properties;
  attempt([&] { properties = map_field(definition, "properties"); });
  declarer_.define(node, *node_template.type, properties, node_template.where, node_template.adjustments,
                   map_or_nothing(definition.find("metadata")));
  attempt([&] { add_capabilities(node_template, node); });
  attempt([&] { add_artifacts(node_template, node); });
}

// Capabilities that the template assigns come first, then those of the type and its bases.
void Topology::add_capabilities(NodeTemplate& node_template, Resource& node) {
  const Map& assigned = map_field(node_template.definition, "capabilities");
  const Type& type = *node_template.type;
  const auto add = [&](const Declaration& declaration, const Value* assignment, OriginId where) {
    context_.budget.step();
    const Map& own = map_or_nothing(assignment);
    Resource& capability = evaluator_.tree.add_part(ResourceKind::capability, key_text(declaration.name), node, where);
    capability.status = Status::ok;
    // The declaration's properties, overridden by the template's. The template may also narrow the type.
    Map properties = map_field(declaration.definition, "properties");
    for (const auto& [name, value] : map_field(own, "properties")) properties.set(name, value);
    const Value* own_type = field(own, "type");
    const Value* declared_type = field(declaration.definition, "type");
    const Type& capability_type =
        own_type != nullptr
            ? types_.get(TypeKind::capability, key_text(*own_type), *node_template.names, own_type->origin())
        : declared_type != nullptr
            ? declarer_.type_of(TypeKind::capability, *declared_type, declaration, type)
            : types_.get(TypeKind::capability, "tosca.capabilities.Root", types_.builtin_names(), where);
    const auto adjusted = node_template.capability_adjustments.find(key_text(declaration.name));
    declarer_.define(capability, capability_type, properties, declaration.name.origin(),
                     adjusted != node_template.capability_adjustments.end() ? adjusted->second : Adjustments());
  };
  for (const auto& [name, value] : assigned) {
    for (const Declaration& declaration : type.capabilities) {
      if (same_key(declaration.name, name)) add(declaration, &value, name.origin());
    }
  }
  for (const Declaration& declaration : type.capabilities) {
    if (!assigned.contains(declaration.name)) add(declaration, nullptr, node_template.where);
  }
}

// The template's artifacts, and those of the type that name a file. The keys and properties of an artifact are
// attributes of its resource.
void Topology::add_artifacts(NodeTemplate& node_template, Resource& node) {
  const auto add = [&](const Value& name, const Value& written, const Map& declared, const TypeNames& names) {
    context_.budget.step();
    Map definition = declared;
    if (written.is_string()) definition.set("file", written);
    if (written.is_map()) {
      for (const auto& [key, value] : written.as_map()) definition.set(key, value);
    }
    // Create the resource with the artifact's type, or the root of all artifact types.
    Resource& artifact = evaluator_.tree.add_part(ResourceKind::artifact, key_text(name), node, name.origin());
    artifact.status = Status::ok;
    const Value* type_name = field(definition, "type");
    const Type& type =
        type_name != nullptr
            ? types_.get(TypeKind::artifact, key_text(*type_name), names, type_name->origin())
            : types_.get(TypeKind::artifact, "tosca.artifacts.Root", types_.builtin_names(), name.origin());
    declarer_.define(artifact, type, map_field(definition, "properties"), name.origin());
    for (const auto& [key, value] : definition) {
      const std::string text = key_text(key);
      if (text != "type" && text != "properties") artifact.properties.define(key, value);
    }
  };
  const Map& assigned = map_field(node_template.definition, "artifacts");
  for (const auto& [name, value] : assigned) {
    const Declaration* declared = find_declaration(node_template.type->artifacts, name);
    // An artifact with a type of its own ignores the declaration.
    if (declared == nullptr || field(map_or_nothing(&value), "type") != nullptr) {
      add(name, value, {}, *node_template.names);
    } else {
      add(name, value, declared->definition, *declared->names);
    }
  }
  for (const Declaration& declaration : node_template.type->artifacts) {
    if (assigned.contains(declaration.name) || field(declaration.definition, "file") == nullptr) continue;
    add(declaration.name, Value::null(), declaration.definition, *declaration.names);
  }
}

Resource& Topology::instance_of(NodeTemplate& node_template) {
  if (!node_template.instances.empty()) return *node_template.instances.front();
  const Depth depth = context_.budget.enter();
  if (node_template.is_being_placed) {
    context_.fail(node_template.name.origin(), "circular-host",
                  std::string(invalid) + "the node template " + quote(key_text(node_template.name)) +
                      " is its own host (circular).");
  }
  node_template.is_being_placed = true;
  const struct Placed {
    NodeTemplate& placed;
    ~Placed() { placed.is_being_placed = false; }
  } placed{node_template};
  NodeTemplate* host = host_of(node_template);
  Resource& parent = host == nullptr ? evaluator_.tree.root() : instance_of(*host);
  Resource& node = evaluator_.tree.add_node(key_text(node_template.name), parent, node_template.name.origin());
  node.status = Status::ok;
  apply(node_template, node);
  return node;
}

// The only node that the expressions of `node_filter: {match: …}` match; null without a match, or with several.
Resource* Topology::matching_target(Resource& node, const Requirement& requirement) {
  Resource* found = nullptr;
  for (const Value& expression : requirement.match) {
    for (const Value& match : evaluator_.matches(expression, Evaluator::scope_of(node))) {
      auto* resource = object_cast<Resource>(match);
      if (resource == nullptr || (found != nullptr && found != resource)) return nullptr;
      found = resource;
    }
  }
  return found;
}

void Topology::bind(NodeTemplate& node_template, Resource& node, const Requirement& requirement) {
  Resource* target = nullptr;
  if (requirement.target != nullptr) {
    if (requirement.target->instances.empty()) return;  // not in the tree
    target = requirement.target->instances.front();
  } else {
    target = matching_target(node, requirement);
    if (target == nullptr) return;
  }
  Resource& capability = find_capability(context_, requirement, *target);
  Resource& relationship =
      evaluator_.tree.add_part(ResourceKind::relationship, key_text(requirement.name), node, requirement.where);
  relationship.status = Status::ok;
  declarer_.define(relationship, *requirement.relationship, requirement.properties, node_template.where);
  relationship.target = target;
  relationship.capability = &capability;
  capability.relationships.push_back(&relationship);
  target->relationships.push_back(&relationship);
}

void Topology::complete() {
  prepare();
  // Create all nodes before any relationship, because a requirement may target a later node.
  for (NodeTemplate& one : templates_) {
    if (one.is_in_tree) attempt([&] { instance_of(one); });
  }
  for (NodeTemplate& one : templates_) {
    for (Resource* node : one.instances) {
      for (const Requirement& requirement : one.requirements) attempt([&] { bind(one, *node, requirement); });
    }
  }
  if (const Value* mappings = own().substitution(); mappings != nullptr && mappings->is_map()) {
    const Value* named = field(mappings->as_map(), "node");
    evaluator_.tree.application = evaluator_.tree.find(named != nullptr ? key_text(*named) : substitution_name);
  }
}

Map Topology::inputs() {
  Map result;
  for (const auto& entry : declared_inputs()) {
    context_.budget.step();
    const Value& name = entry.key;
    const Map& declaration = map_or_nothing(&entry.value);
    const Value* value = given_input(name);
    const bool is_default = value == nullptr;
    if (is_default) value = declaration.find("default");
    if (value == nullptr) {
      result.set(name, Value::null().with_origin(name.origin()));
      if (!is_required(declaration)) continue;
      context_.ask("inputs", key_text(name), name.origin());
      attempt([&, &name = name] {
        context_.fail(name.origin(), "missing-input",
                      std::string(invalid) + "missing required input " + quote(key_text(name)) + ".");
      });
      continue;
    }
    // A literal value is checked now, an expression when it is read. As in the reference, a default that is false is
    // not checked.
    result.set(name, marked_input(declaration, *value));
    if (is_default && !value->is_null() && !python_truth(*value)) continue;
    if (holds_expressions(*value, context_.budget)) continue;
    attempt([&, &name = name] {
      check_input(types_, evaluator_, *value, {declaration, *own().names, key_text(name)}, name.origin());
    });
  }
  return result;
}

Map Topology::outputs() {
  Map result;
  for (const auto& [name, output] : map_or_nothing(own().section("outputs"))) {
    const Value* value = output.is_map() ? output.as_map().find("value") : nullptr;
    if (value == nullptr) continue;
    attempt([&] { check_function(static_names(), *value, nullptr); });
    note_misspelt_function(context_, *value);
    result.set(name, *value);
    if (value->is_null() || holds_expressions(*value, context_.budget)) continue;
    attempt([&, &name = name, &output = output] {
      check_input(types_, evaluator_, *value, {output.as_map(), *own().names, key_text(name)}, name.origin());
    });
  }
  return result;
}

}  // namespace evalground::unfurl
