// Checks service templates before evaluation. Unfurl refuses a template with an unknown key, a missing part or a
// dangling name, so such an Error has the wording of its TOSCA parser ("TOSCA validation failed: …").
//
// The tables list the keys that each part may have. They are those of the parser, and so include keys of Unfurl that
// TOSCA does not define.
#include "dialects/unfurl/topology/template_checks.hpp"

#include <algorithm>

#include "base/text/ascii.hpp"
#include "base/text/text.hpp"
#include "dialects/unfurl/topology/interface_checks.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "value/compare.hpp"

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
constexpr std::string_view node_keys[] = {"description", "title",      "name",         "interfaces",
                                          "attributes",  "copy",       "imported",     "node_filter",
                                          "type",        "properties", "capabilities", "requirements",
                                          "artifacts",   "directives", "metadata",     "derived_from"};
constexpr std::string_view substitution_keys[] = {"node",       "node_type",           "requirements", "capabilities",
                                                  "properties", "substitution_filter", "attributes",   "interfaces"};
constexpr std::string_view artifact_keys[] = {
    "metadata",           "description", "file",       "repository", "deploy_path", "version", "checksum",
    "checksum_algorithm", "permissions", "intent",     "target",     "contents",    "order",   "dependencies",
    "interfaces",         "type",        "properties", "attributes", "name",        "title"};
constexpr std::string_view relationship_keys[] = {"derived_from", "properties",  "requirements", "interfaces",
                                                  "type",         "default_for", "dependencies", "directives",
                                                  "metadata",     "name",        "title",        "description"};
constexpr std::string_view requirement_keys[] = {"node",        "capability",  "relationship", "occurrences",
                                                 "node_filter", "description", "metadata",     "title"};

// The keys of an input or output, and its type: a simple type or a port, but not a data type of the document.
void check_parameter(Context& context, const Map& parameter, const std::string& what) {
  check_keys(context, parameter, parameter_keys, what);
  const Value* type = field(parameter, "type");
  if (type == nullptr || !python_truth(*type)) return;
  if (type->is_string() && is_parameter_type(type->as_string())) return;
  context.fail(type->origin(), "wrong-type",
               std::string(invalid) + "the type of " + what +
                   " must be a simple type such as string, integer or map, not " +
                   (type->is_string() ? quote(type->as_string()) : kind_text(*type)) + ".");
}

}  // namespace

// `where` is the name of the part that lacks the key, because a missing key has no place.
void fail_missing(Context& context, OriginId where, const std::string& what, std::string_view key) {
  context.fail(where, "missing-field", std::string(invalid) + what + " is missing required field " + quote(key) + ".");
}

// Only the names of properties. Their values are checked by Declarer::check(), with the types of the declarations.
void check_known(Context& context, const Type& type, const Map& assigned, const Map& metadata,
                 const std::string& what) {
  if (takes_any_property(type, metadata)) return;
  for (const auto& entry : assigned) {
    context.budget.step();
    if (type.property(entry.key) != nullptr) continue;
    fail_unknown_field(context, entry.key, "the properties of " + what,
                       nearest(key_text(entry.key), names_of(type.properties)));
  }
}

// The topology's own keys, its inputs and its outputs. Node templates have checks of their own below. Unlike an input,
// an output must have a value.
void check_topology(Context& context, const ServiceTemplate& service) {
  const Value* written = service.document.as_map().find("topology_template");
  if (written == nullptr || written->is_null()) return;
  if (!written->is_map()) {
    context.fail(written->origin(), "wrong-type",
                 "`topology_template` must be of type map, not " + kind_text(*written) + ".");
  }
  const Map& topology = written->as_map();
  // Sections, then the keys of each input and output.
  check_keys(context, topology, topology_keys, "the topology template");
  for (const std::string_view section : {"groups", "workflows"}) map_field(topology, section);
  for (const auto& [name, input] : map_field(topology, "inputs")) {
    if (input.is_map()) check_parameter(context, input.as_map(), "the input " + quote(key_text(name)));
  }
  for (const auto& [name, output] : map_field(topology, "outputs")) {
    const std::string what = "the output " + quote(key_text(name));
    if (!output.is_map() || field(output.as_map(), "value") == nullptr) {
      fail_missing(context, name.origin(), what, "value");
    }
    check_parameter(context, output.as_map(), what);
  }
}

namespace {

// `instance_keys` of a node type: the names of attributes, or lists of them.
void check_instance_keys(Context& context, const Type& type, const std::string& what) {
  const Value* keys = type.inherited("instance_keys");
  if (keys == nullptr || !python_truth(*keys)) return;
  const auto is_name = [](const Value& key) { return key.is_string(); };
  const auto is_key = [&](const Value& key) {
    return key.is_list() ? std::all_of(key.as_list().begin(), key.as_list().end(), is_name) : is_name(key);
  };
  if (keys->is_list() && std::all_of(keys->as_list().begin(), keys->as_list().end(), is_key)) return;
  context.fail(
      keys->origin(), "wrong-type",
      std::string(invalid) + "`instance_keys` of " + what + " must be a list of strings, or of lists of them.");
}

}  // namespace

// All kinds of types share one namespace, so a name may lead to a type of the wrong kind. Types that are defined under
// `types`, and built-in ones, are accepted everywhere.
void check_kind(Context& context, const Type& type, OriginId where) {
  if (type.is_of_kind) return;
  context.fail(where, "wrong-kind",
               std::string(invalid) + "the type " + quote(type.own_name) +
                   " is not a valid type here: it must be defined as one of " + std::string(kind_word(type.kind)) +
                   "s.");
}

// Unfurl's pattern is `^[A-Za-z._][A-Za-z0-9._:\\-]*$`, where a newline may stand at the end.
void check_template_name(Context& context, const Value& name, const std::string& what) {
  if (!name.is_string()) return;
  std::string_view text = name.as_string();
  if (text.ends_with('\n')) text.remove_suffix(1);
  const auto may_begin = [](char c) { return is_ascii_letter(c) || c == '.' || c == '_'; };
  const auto may_follow = [&](char c) { return may_begin(c) || is_ascii_digit(c) || c == ':' || c == '-'; };
  if (!text.empty() && may_begin(text[0]) && std::all_of(text.begin(), text.end(), may_follow)) return;
  context.fail(name.origin(), "invalid-name",
               std::string(invalid) + what +
                   " has no valid name: it must begin with a letter, \".\" or \"_\" and have " +
                   "letters, digits and \"._:-\" only.");
}

void check_node_template(Context& context, const NodeTemplate& node_template) {
  const std::string what = "the node template " + quote(key_text(node_template.name));
  check_template_name(context, node_template.name, what);
  check_keys(context, node_template.definition, node_keys, what);
  check_instance_keys(context, *node_template.type, what);
  const Value* directives = node_template.definition.find("directives");
  if (directives == nullptr) return;
  const List none;
  const List& words = directives->is_list() ? directives->as_list() : none;
  if (directives->is_list() &&
      std::all_of(words.begin(), words.end(), [](const Value& word) { return word.is_string(); }))
    return;
  context.fail(directives->origin(), "wrong-type",
               std::string(invalid) + "the directives of " + what + " must be a list of strings.");
}

// First the capabilities that types of the document declare, then those that the template sets. A template can only set
// what its type declares. It may give the capability a more special type.
void check_capabilities(Declarer& declarer, const NodeTemplate& node_template) {
  Types& types = declarer.types();
  Context& context = types.context();
  const Type& type = *node_template.type;
  for (const Declaration& declaration : type.capabilities) {
    const Value* name = declaration.definition.find("type");
    if (declaration.declared_by->is_builtin) continue;
    if (name != nullptr && name->is_string()) {
      const Type& capability = declarer.type_of(TypeKind::capability, *name, declaration, type);
      check_interface_names(types, capability, {}, "the type " + quote(capability.own_name));
      continue;
    }
    context.fail(name != nullptr && name->origin() != 0 ? name->origin() : declaration.name.origin(), "wrong-type",
                 std::string(invalid) + "the type of the capability " + quote(key_text(declaration.name)) +
                     " of the type " + quote(type.own_name) + " must be of type string, not " +
                     kind_text(name != nullptr ? *name : Value::null()) + ".");
  }
  for (const auto& entry : map_field(node_template.definition, "capabilities")) {
    const Value& name = entry.key;
    const Value& written = entry.value;
    const std::string what = "the capability " + quote(key_text(name)) + " of " + quote(key_text(node_template.name));
    // The node's type declares the capability. The template or the declaration gives its type.
    const Declaration* declared = find_declaration(type.capabilities, name);
    if (declared == nullptr) {
      fail_unknown_field(context, name, "the capabilities of " + quote(key_text(node_template.name)),
                         nearest(key_text(name), names_of(type.capabilities)));
    }
    if (written.is_null()) continue;
    if (!written.is_map()) {
      context.fail(written.origin(), "wrong-type",
                   std::string(invalid) + what + " must be of type map, not " + kind_text(written) + ".");
    }
    const Map& assigned = written.as_map();
    const Value* own_type = field(assigned, "type");
    const Value* declared_type = field(declared->definition, "type");
    if (own_type == nullptr && declared_type == nullptr) continue;
    const Type& capability =
        own_type != nullptr
            ? types.get(TypeKind::capability, key_text(*own_type), *node_template.names, own_type->origin())
            : declarer.type_of(TypeKind::capability, *declared_type, *declared, type);
    // The declaration's properties, overridden by the template's.
    Map properties = map_field(declared->definition, "properties");
    for (const auto& [property, value] : map_field(assigned, "properties")) {
      const Declaration* declaration = capability.property(property);
      if (declaration == nullptr && !capability.takes_any_property.value_or(false)) {
        fail_unknown_field(context, property, what, nearest(key_text(property), names_of(capability.properties)));
      };
      properties.set(property, value);
    }
    declarer.check(capability, properties, what, name.origin());
  }
}

namespace {

void check_artifact(Context& context, const Value& name, const Map& artifact) {
  const std::string what = "the artifact " + quote(key_text(name));
  check_keys(context, artifact, artifact_keys, what);
  const Value* permissions = field(artifact, "permissions");
  if (permissions != nullptr && !permissions->is_string()) {
    context.fail(permissions->origin(), "wrong-type",
                 std::string(invalid) + "the permissions of " + what + " must be of type string, not " +
                     kind_text(*permissions) + ".");
  }
}

// An artifact's type (by default the root), its properties and the names of its interfaces.
void check_artifact_type(Declarer& declarer, const Value& name, const Map& artifact, const Value* type_name,
                         const TypeNames& names) {
  Types& types = declarer.types();
  const std::string what = "the artifact " + quote(key_text(name));
  const Type& type = type_name != nullptr
                         ? types.get(TypeKind::artifact, key_text(*type_name), names, type_name->origin())
                         : types.get(TypeKind::artifact, "tosca.artifacts.Root", types.builtin_names(), name.origin());
  if (type_name != nullptr) check_kind(types.context(), type, type_name->origin());
  check_interface_names(types, type, map_or_nothing(field(artifact, "interfaces")), what);
  const Map& properties = map_field(artifact, "properties");
  check_known(types.context(), type, properties, map_or_nothing(artifact.find("metadata")), what);
  declarer.check(type, properties, what, name.origin());
}

// An artifact that a template assigns: a map, or the path of its file.
void check_assigned_artifact(Declarer& declarer, const NodeTemplate& node_template, const Value& name,
                             const Value& written) {
  Context& context = declarer.types().context();
  const std::string what = "the artifact " + quote(key_text(name));
  if (written.is_string()) return;
  if (!written.is_map()) {
    context.fail(written.origin() != 0 ? written.origin() : name.origin(), "wrong-type",
                 std::string(invalid) + what + " must be a map or the path of a file, not " + kind_text(written) + ".");
  }
  const Map& artifact = written.as_map();
  const Declaration* declared = find_declaration(node_template.type->artifacts, name);
  if (!artifact.contains("file") && (declared == nullptr || !declared->definition.contains("file"))) {
    fail_missing(context, name.origin(), what, "file");
  }
  check_artifact(context, name, artifact);
  const Value* own_type = field(artifact, "type");
  if (own_type == nullptr && artifact.contains("type")) fail_missing(context, name.origin(), what, "type");
  if (own_type != nullptr || declared == nullptr) {
    check_artifact_type(declarer, name, artifact, own_type, *node_template.names);
  }
}

}  // namespace

// Three cases, by where the artifact is defined:
//
//   on the template                its type is checked if it has one, or if the node's type declares no such artifact
//   on the node's type, with file  checked like an artifact of the template, unless the template replaces it
//   on the node's type, no file    a demand: the template's artifact must have that type, and must exist if required
void check_artifacts(Declarer& declarer, const NodeTemplate& node_template) {
  Types& types = declarer.types();
  Context& context = types.context();
  const Type& type = *node_template.type;
  const Map& assigned = map_field(node_template.definition, "artifacts");
  for (const auto& [name, written] : assigned) check_assigned_artifact(declarer, node_template, name, written);
  for (const Declaration& declaration : type.artifacts) {
    if (declaration.declared_by->is_builtin) continue;
    const Map& definition = declaration.definition;
    const Value& name = declaration.name;
    if (definition.contains("file")) {
      if (assigned.contains(name)) continue;
      check_artifact(context, name, definition);
      check_artifact_type(declarer, name, definition, field(definition, "type"), *declaration.names);
      continue;
    }
    // An artifact without a file only declares that the template may or must give one.
    const Value* type_name = field(definition, "type");
    if (type_name == nullptr) fail_missing(context, name.origin(), "the artifact " + quote(key_text(name)), "file");
    const Value* given = assigned.find(name);
    const Value* required = definition.find("required");
    if (given == nullptr) {
      if (required == nullptr || required->kind() != Kind::boolean || !required->as_boolean()) continue;
      context.fail(node_template.where, "missing-artifact",
                   std::string(invalid) + "the required artifact " + quote(key_text(name)) + " is not defined on " +
                       quote(key_text(node_template.name)) + ".");
    }
    const Type& wanted = types.get(TypeKind::artifact, key_text(*type_name), *declaration.names, type_name->origin());
    const Value* own_name = field(map_or_nothing(given), "type");
    if (own_name == nullptr) continue;
    const Type& own = types.get(TypeKind::artifact, key_text(*own_name), *node_template.names, own_name->origin());
    if (own.is(wanted)) continue;
    context.fail(own_name->origin(), "wrong-artifact",
                 std::string(invalid) + "the artifact " + quote(key_text(name)) + " of " +
                     quote(key_text(node_template.name)) + " must be derived from " + quote(wanted.name) + ".");
  }
}

namespace {

// `occurrences: [least, most]`
void check_occurrences(Context& context, const Value& occurrences, const std::string& what) {
  const auto is_count = [](const Value& value) { return value.kind() == Kind::integer && value.as_integer() >= 0; };
  bool is_range = occurrences.is_list() && occurrences.as_list().size() == 2 && is_count(occurrences.as_list()[0]);
  if (is_range) {
    const Value& most = occurrences.as_list()[1];
    is_range = (most.is_string() && most.as_string() == "UNBOUNDED") ||
               (is_count(most) && most.as_integer() > 0 && most.as_integer() >= occurrences.as_list()[0].as_integer());
  }
  if (is_range) return;
  context.fail(occurrences.origin(), "wrong-occurrences",
               std::string(invalid) + "the occurrences of " + what +
                   " must be a list of the least and the greatest number, or UNBOUNDED.");
}

// `properties: [{name: condition}, …]` of a node filter, or of a capability in one.
void check_conditions(Context& context, const Map& filter, const std::string& what) {
  const Value* properties = field(filter, "properties");
  if (properties == nullptr) return;
  const bool is_list = properties->is_list();
  const List none;
  const List& items = is_list ? properties->as_list() : none;
  const auto wrong = std::find_if(items.begin(), items.end(),
                                  [](const Value& item) { return !item.is_map() || item.as_map().size() != 1; });
  if (is_list && wrong == items.end()) return;
  context.fail(is_list ? wrong->origin() : properties->origin(), "wrong-filter",
               std::string(invalid) + "the properties of " + what +
                   " must be a list of maps of one key: the name of a property.");
}

}  // namespace

// Only the shape. What the conditions mean depends on the target: requirements.cpp and solver.cpp evaluate them.
void check_filter(Context& context, const Value& written, const std::string& requirement) {
  const std::string what = "the node filter of " + requirement;
  const auto fail = [&](const Value& value, const std::string& cause) {
    context.fail(value.origin(), "wrong-filter", std::string(invalid) + cause + ".");
  };
  if (!written.is_map()) fail(written, what + " must be of type map, not " + kind_text(written));
  const Map& filter = written.as_map();
  check_conditions(context, filter, what);
  if (const Value* match = field(filter, "match"); match != nullptr && !match->is_list()) {
    fail(*match, "`match` of " + what + " must be a list, not " + kind_text(*match));
  }
  for (const std::string_view key : {"capabilities", "artifacts"}) {
    const Value* parts = field(filter, key);
    if (parts == nullptr) continue;
    if (!parts->is_list()) fail(*parts, quote(key) + " of " + what + " must be a list, not " + kind_text(*parts));
    for (const Value& part : parts->as_list()) {
      if (!part.is_map() || part.as_map().size() != 1 || !part.as_map().entry(0).value.is_map()) {
        fail(part, "an item of " + quote(key) + " of " + what + " must be a map of one key with a map under it");
      }
      check_conditions(context, part.as_map().entry(0).value.as_map(), what);
    }
  }
}

// `db: orders` is short for `db: {node: orders}`. Whether `orders` exists is not checked here: it may also be a type.
void check_requirement(Types& types, const NodeTemplate& node_template, const Value& name, const Value& value) {
  Context& context = types.context();
  const std::string what = "the requirement " + quote(key_text(name)) + " of " + quote(key_text(node_template.name));
  if (!value.is_map()) {
    if (value.is_string()) return;
    context.fail(value.origin() != 0 ? value.origin() : name.origin(), "wrong-type",
                 std::string(invalid) + what + " must be a map or the name of a node, not " + kind_text(value) + ".");
  }
  const Map& requirement = value.as_map();
  check_keys(context, requirement, requirement_keys, what);
  if (const Value* occurrences = requirement.find("occurrences")) check_occurrences(context, *occurrences, what);
  if (const Value* filter = field(requirement, "node_filter")) check_filter(context, *filter, what);
  if (requirement.contains("relationship") && field(requirement, "relationship") == nullptr) {
    context.fail(name.origin(), "wrong-type",
                 std::string(invalid) + "the relationship of " + what + " must be a name or a map, not null.");
  }
  if (const Value* relationship = field(requirement, "relationship");
      relationship != nullptr && relationship->is_map()) {
    check_keys(context, relationship->as_map(), relationship_keys, "the relationship of " + what);
  }
}

//   substitution_mappings: {node: app}                          the topology is represented by one of its nodes
//   substitution_mappings: {node_type: my.App, properties: …}   it is represented by a node of that type
//
// The two forms exclude each other. A type must be one that the document defines: the built-in ones are not accepted.
void check_substitution(Context& context, const ServiceTemplate& service) {
  const Value* written = service.substitution();
  if (written == nullptr) return;
  const std::string what = "`substitution_mappings`";
  if (!written->is_map()) {
    context.fail(written->origin(), "wrong-type",
                 std::string(invalid) + what + " must be of type map, not " + kind_text(*written) + ".");
  }
  const Map& mappings = written->as_map();
  if (mappings.empty()) return;
  check_keys(context, mappings, substitution_keys, what);
  // It names a node of the topology, or the type of its own node.
  if (const Value* node = field(mappings, "node")) {
    const Map& nodes = map_or_nothing(service.section("node_templates"));
    if (!nodes.contains(*node)) {
      context.fail_name(node->origin(), "unknown-node",
                        std::string(invalid) + "unknown node " + quote(key_text(*node)) + " in " + what + ".",
                        key_text(*node), nearest_key(key_text(*node), nodes));
    }
    for (const std::string_view key : {"properties", "requirements", "capabilities"}) {
      const Value* value = mappings.find(key);
      if (value == nullptr) continue;
      context.fail(value->origin(), "unknown-field",
                   std::string(invalid) + what + " that name a node can not have " + quote(key) + ".");
    }
    return;
  }
  const Value* type = field(mappings, "node_type");
  if (type == nullptr) fail_missing(context, written->origin(), what, "node_type");
  const std::string name = key_text(*type);
  if (service.names->find_of_any_kind(name) != nullptr) return;
  context.fail_name(
      type->origin(), "unknown-type",
      std::string(invalid) + "the node type " + quote(name) + " of " + what + " is not one that the document defines.",
      name, nearest(name, service.names->all(TypeKind::node)));
}

void check_relationship_template(Declarer& declarer, const Value& name, const Value& definition,
                                 const TypeNames& names) {
  Context& context = declarer.types().context();
  const std::string what = "the relationship template " + quote(key_text(name));
  check_template_name(context, name, what);
  const Value* type = definition.is_map() ? field(definition.as_map(), "type") : nullptr;
  if (type == nullptr) fail_missing(context, name.origin(), what, "type");
  check_keys(context, definition.as_map(), relationship_keys, what);
  const Type& found = declarer.types().get(TypeKind::relationship, key_text(*type), names, type->origin());
  declarer.check_types(found);
  check_interface_names(declarer.types(), found, map_field(definition.as_map(), "interfaces"), what);
  const Map& properties = map_field(definition.as_map(), "properties");
  check_known(context, found, properties, map_or_nothing(definition.as_map().find("metadata")), what);
  declarer.check(found, properties, what, type->origin());
}

}  // namespace evalground::unfurl
