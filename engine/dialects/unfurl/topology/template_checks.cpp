#include "dialects/unfurl/topology/template_checks.hpp"

#include <algorithm>
#include <span>

#include "base/text/text.hpp"
#include "dialects/unfurl/values/fields.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::string_view topology_keys[] = {"description",
                                              "groups",
                                              "policies",
                                              "workflows",
                                              "inputs",
                                              "outputs",
                                              "node_templates",
                                              "relationship_templates",
                                              "substitution_mappings",
                                              "root"};
constexpr std::string_view parameter_keys[] = {"description", "metadata", "status",   "key_schema",  "type",
                                               "default",     "value",    "required", "constraints", "entry_schema"};
constexpr std::string_view node_keys[] = {"description",  "title",        "name",        "interfaces", "attributes",
                                          "copy",         "imported",     "node_filter", "type",       "properties",
                                          "capabilities", "requirements", "artifacts",   "directives", "metadata"};
// Interfaces that the reference knows on every node, with operations that the built-in types do not list.
constexpr std::string_view common_interfaces[] = {"Standard", "Install", "Mock", "defaults"};
constexpr std::string_view interface_keys[] = {"type",           "operations", "inputs",         "requirements",
                                               "implementation", "outputs",    "resultTemplate", "derived_from",
                                               "description",    "metadata",   "notifications"};

[[noreturn]] void fail_missing(Context& context, OriginId where, const std::string& what, std::string_view key) {
  context.fail(where, "missing-field", std::string(invalid) + what + " is missing required field " + quote(key) + ".");
}

// Groups and policies name node templates, or groups.
void check_members(Context& context, const Map& topology, const Map& group, std::string_view key,
                   const std::string& what) {
  const Value* members = field(group, key);
  if (members == nullptr || !members->is_list()) return;
  for (const Value& member : members->as_list()) {
    if (map_field(topology, "node_templates").contains(member) || map_field(topology, "groups").contains(member)) {
      continue;
    }
    context.fail(member.origin(), "unknown-member",
                 std::string(invalid) + quote(key_text(member)) + " of " + what + " is not found.");
  }
}

// The operations that an interface of that name has, by its type or by the types of the node that write it.
void add_operations(const Type& type, std::vector<std::string>& names) {
  const auto add = [&](const Value* operations) {
    if (operations == nullptr) return;
    if (operations->is_map()) {
      for (const auto& entry : operations->as_map()) names.push_back(key_text(entry.key));
    }
    if (operations->is_list()) {
      for (const Value& name : operations->as_list()) names.push_back(key_text(name));
    }
  };
  add(field(type.definition.as_map(), "operations"));
  for (const Type* base : type.bases) add(field(base->definition.as_map(), "operations"));
}

}  // namespace

void check_topology(Context& context, const ServiceTemplate& service) {
  const Value* written = service.document.as_map().find("topology_template");
  if (written == nullptr || written->is_null()) return;
  if (!written->is_map()) {
    context.fail(written->origin(), "wrong-type",
                 "`topology_template` must be of type map, not " + kind_text(*written) + ".");
  }
  const Map& topology = written->as_map();
  // Sections, then the keys of each input and output, then the members that groups and policies name.
  check_keys(context, topology, topology_keys, "the topology template");
  for (const auto& [name, input] : map_field(topology, "inputs")) {
    if (input.is_map()) check_keys(context, input.as_map(), parameter_keys, "the input " + quote(key_text(name)));
  }
  for (const auto& [name, output] : map_field(topology, "outputs")) {
    const std::string what = "the output " + quote(key_text(name));
    if (!output.is_map() || !output.as_map().contains("value")) fail_missing(context, name.origin(), what, "value");
    check_keys(context, output.as_map(), parameter_keys, what);
  }
  for (const auto& [name, group] : map_field(topology, "groups")) {
    if (group.is_map())
      check_members(context, topology, group.as_map(), "members", "the group " + quote(key_text(name)));
  }
  const Value* policies = field(topology, "policies");
  if (policies == nullptr || !policies->is_list()) return;
  for (const Value& item : policies->as_list()) {
    if (!item.is_map()) continue;
    for (const auto& [name, policy] : item.as_map()) {
      if (!policy.is_map()) continue;
      check_members(context, topology, policy.as_map(), "targets", "the policy " + quote(key_text(name)));
    }
  }
}

void check_node_template(Context& context, const NodeTemplate& node_template) {
  check_keys(context, node_template.definition, node_keys, "the node template " + quote(key_text(node_template.name)));
}

void check_capabilities(Declarer& declarer, const NodeTemplate& node_template) {
  Types& types = declarer.types();
  Context& context = types.context();
  const Type& type = *node_template.type;
  for (const auto& entry : map_field(node_template.definition, "capabilities")) {
    const Value& name = entry.key;
    const Value& written = entry.value;
    const std::string what = "the capability " + quote(key_text(name)) + " of " + quote(key_text(node_template.name));
    // The capability is declared by the node's type, and its type by the template or the declaration.
    const Declaration* declared = find_declaration(type.capabilities, name);
    if (declared == nullptr) {
      fail_unknown_field(context, name, "the capabilities of " + quote(key_text(node_template.name)),
                         nearest(key_text(name), names_of(type.capabilities)));
    }
    if (!written.is_map()) continue;
    const Map& assigned = written.as_map();
    const Value* own_type = field(assigned, "type");
    const Value* declared_type = field(declared->definition, "type");
    if (own_type == nullptr && declared_type == nullptr) continue;
    const Type& capability =
        own_type != nullptr
            ? types.get(TypeKind::capability, key_text(*own_type), *node_template.names, own_type->origin())
            : declarer.type_of(TypeKind::capability, *declared_type, *declared, type);
    // Its properties are the declaration's, with those of the template over them.
    Map properties = map_field(declared->definition, "properties");
    for (const auto& [property, value] : map_field(assigned, "properties")) {
      const Declaration* declaration = capability.property(property);
      if (declaration == nullptr && !capability.takes_any_property) {
        fail_unknown_field(context, property, what, nearest(key_text(property), names_of(capability.properties)));
      };
      properties.set(property, value);
    }
    declarer.check(capability, properties, what, name.origin());
  }
}

void check_interfaces(Types& types, const NodeTemplate& node_template) {
  Context& context = types.context();
  const Type& type = *node_template.type;
  for (const auto& member : map_field(node_template.definition, "interfaces")) {
    const Value& name = member.key;
    const Value& written = member.value;
    // The operations of the interface, by all types of the node that have it.
    std::vector<std::string> operations;
    bool is_known = is_among(common_interfaces, key_text(name));
    std::vector<const Type*> declaring{&type};
    declaring.insert(declaring.end(), type.bases.begin(), type.bases.end());
    for (const Type* one : declaring) {
      const Value* interface = map_field(one->definition.as_map(), "interfaces").find(name);
      if (interface == nullptr) continue;
      is_known = true;
      if (!interface->is_map()) continue;
      const Value* interface_type = field(interface->as_map(), "type");
      if (interface_type != nullptr) {
        add_operations(types.get(TypeKind::interface, key_text(*interface_type), *one->names, interface_type->origin()),
                       operations);
      }
      for (const auto& entry : map_field(interface->as_map(), "operations")) operations.push_back(key_text(entry.key));
    }
    const std::string what = "the node template " + quote(key_text(node_template.name));
    if (!is_known) fail_unknown_field(context, name, what, nearest(key_text(name), common_interfaces));
    // The operations of an interface are known by its type; without one any name may be an operation.
    if (operations.empty() || !written.is_map()) continue;
    const Map& own = written.as_map();
    const auto check = [&, &name = name](const Map& map) {
      for (const auto& entry : map) {
        const std::string text = key_text(entry.key);
        if (is_among(interface_keys, text)) continue;
        if (std::find(operations.begin(), operations.end(), text) == operations.end()) {
          fail_unknown_field(context, entry.key, "the interface " + quote(key_text(name)) + " of " + what,
                             nearest(text, std::vector<std::string_view>(operations.begin(), operations.end())));
        }
      }
    };
    check(own);
    check(map_field(own, "operations"));
  }
}

void check_relationship_template(Declarer& declarer, const Value& name, const Value& definition,
                                 const TypeNames& names) {
  Context& context = declarer.types().context();
  const std::string what = "the relationship template " + quote(key_text(name));
  const Value* type = definition.is_map() ? field(definition.as_map(), "type") : nullptr;
  if (type == nullptr) fail_missing(context, name.origin(), what, "type");
  const Type& found = declarer.types().get(TypeKind::relationship, key_text(*type), names, type->origin());
  declarer.check(found, map_field(definition.as_map(), "properties"), what, type->origin());
}

}  // namespace evalground::unfurl
