// The requirements of node templates: which template each one targets, and through which relationship.
//
//   requirements:
//     - db: maindb                                            a node template by its name
//     - db: {node: my.Database, node_filter: {match: […]}}    the node that the expressions match
//     - host: {relationship: {type: my.HostedOn, properties: {…}}}
//
// A requirement is its type's declaration, overridden by the template's keys. The target is a template by name. With a
// `node_filter` it may be left to expressions, which are evaluated once resources exist (Topology::bind()). Having
// neither is an error, unless `occurrences` allows zero. A filter also sets or constrains properties of its target.
#include "dialects/unfurl/topology/requirements.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "dialects/unfurl/topology/solver.hpp"
#include "dialects/unfurl/topology/template_checks.hpp"
#include "dialects/unfurl/tosca/constraints.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "value/compare.hpp"

namespace evalground::unfurl {
namespace {

std::string shown_requirement(const Requirement& requirement, const NodeTemplate& node_template) {
  return "the requirement " + quote(key_text(requirement.name)) + " of " + quote(key_text(node_template.name));
}

// `occurrences: [0, …]`
bool is_optional(const Map& own, const Declaration* declaration) {
  const Value* occurrences = field(own, "occurrences");
  if (occurrences == nullptr && declaration != nullptr) occurrences = field(declaration->definition, "occurrences");
  if (occurrences == nullptr || !occurrences->is_list() || occurrences->as_list().empty()) return false;
  const Value& least = occurrences->as_list().front();
  return least.kind() == Kind::integer && least.as_integer() == 0;
}

// A map is a constraint unless it is an expression or quoted.
// `{greater_than: 3}` restricts the property of the target. `{eval: …}` and `{q: …}` set it.
bool is_constraint_map(const Value& value) {
  return value.is_map() && !value.as_map().contains("eval") && !value.as_map().contains("q");
}

//   size: 5                                       sets the property
//   size: {greater_than: 3}                       adds a constraint
//   size: [{greater_than: 3}, {less_than: 9}]     adds two
void add_property_filter(Adjustments& adjustments, const Value& name, const Value& value) {
  Adjustment& adjustment = adjustments[key_text(name)];
  if (is_constraint_map(value)) {
    adjustment.constraints.push_back(value);
  } else if (value.is_list() && !value.as_list().empty() && is_constraint_map(value.as_list().front())) {
    const List& constraints = value.as_list();
    adjustment.constraints.insert(adjustment.constraints.end(), constraints.begin(), constraints.end());
  } else {
    adjustment.value = value;
  }
}

// The items of the template's filter list, `[{name: condition}, …]`, and those of the declared filter with other names.
List merged_items(const Value* declared, const Value* own) {
  List items = own != nullptr && own->is_list() ? own->as_list() : List();
  if (declared == nullptr || !declared->is_list()) return items;
  for (const Value& item : declared->as_list()) {
    const bool is_replaced = std::any_of(items.begin(), items.end(), [&](const Value& one) {
      return item.is_map() && !item.as_map().empty() && one.is_map() &&
             one.as_map().contains(item.as_map().entry(0).key);
    });
    if (!is_replaced) items.push_back(item);
  }
  return items;
}

// The filter of a requirement: the template's, completed by the type's.
Value merged_filter(const Value* declared, const Value* own) {
  if (declared == nullptr || own == nullptr) return declared != nullptr ? *declared : own != nullptr ? *own : Value();
  if (!declared->is_map() || !own->is_map()) return *own;
  Map merged = own->as_map();
  for (const std::string_view key : {"properties", "capabilities", "artifacts"}) {
    const Value* base = field(declared->as_map(), key);
    const Value* written = field(own->as_map(), key);
    if (base == nullptr) continue;
    if (written != nullptr && !written->is_list()) continue;
    if (!base->is_list() && written != nullptr) continue;
    merged.set(key, base->is_list() ? Value::list(merged_items(base, written)).with_origin(base->origin()) : *base);
  }
  return Value::map(std::move(merged)).with_origin(own->origin());
}

bool fits_relationship(const Resource& capability, const Value* valid_types) {
  if (valid_types == nullptr || !valid_types->is_list() || valid_types->as_list().empty()) return true;
  const List& names = valid_types->as_list();
  return std::any_of(names.begin(), names.end(), [&](const Value& name) {
    return name.is_string() && capability.type != nullptr && capability.type->is(name.as_string());
  });
}

}  // namespace

void add_filter(Adjustments& adjustments, const Value& filter) {
  const Value* properties = filter.is_map() ? field(filter.as_map(), "properties") : nullptr;
  if (properties == nullptr) return;
  const auto add = [&](const Map& map) {
    for (const auto& [name, value] : map) add_property_filter(adjustments, name, value);
  };
  if (properties->is_map()) add(properties->as_map());
  if (properties->is_list()) {
    for (const Value& item : properties->as_list()) {
      if (item.is_map()) add(item.as_map());
    }
  }
}

std::vector<std::pair<Value, Value>> RequirementReader::assigned(const NodeTemplate& node_template) const {
  std::vector<std::pair<Value, Value>> all;
  const Value* requirements = field(node_template.definition, "requirements");
  if (requirements == nullptr) return all;
  if (!requirements->is_list()) {
    context_.fail(requirements->origin(), "wrong-type",
                  std::string(invalid) + "the requirements of " + quote(key_text(node_template.name)) +
                      " must be of type list, not " + kind_text(*requirements) + ".");
  }
  for (const Value& item : requirements->as_list()) {
    context_.budget.step();
    if (!item.is_map() || item.as_map().size() != 1) {
      context_.fail(item.origin(), "wrong-type",
                    std::string(invalid) + "a requirement must be a map of one key: its name.");
    }
    all.emplace_back(item.as_map().entry(0).key, item.as_map().entry(0).value);
  }
  return all;
}

bool RequirementReader::is_assigned(const NodeTemplate& node_template, const Value& name) const {
  const Value* requirements = field(node_template.definition, "requirements");
  if (requirements == nullptr || !requirements->is_list()) return false;
  const List& items = requirements->as_list();
  return std::any_of(items.begin(), items.end(),
                     [&](const Value& item) { return item.is_map() && item.as_map().contains(name); });
}

// Sets the target. False when the requirement stays unbound.
// In this order: a node by name, expressions that are evaluated later, then the capability or filter, for which only
// the solver can find a node. Without the solver that is an error, but only if the template itself has the requirement.
bool RequirementReader::find_target(Requirement& requirement, const Map& own, const Declaration* declaration,
                                    bool is_on_template, const NodeTemplate& node_template) {
  const Map& declared = declaration != nullptr ? declaration->definition : map_or_nothing(nullptr);
  const Value* own_node = field(own, "node");
  const Value* node = own_node != nullptr ? own_node : field(declared, "node");
  if (node != nullptr) return find_named_target(requirement, *node, own, declaration, is_on_template, node_template);
  if (!requirement.match.empty()) return true;
  const std::string what = shown_requirement(requirement, node_template);
  const bool is_solved = flag_option(context_.workspace.options, solver_option);
  if (is_optional(own, declaration) && !(is_solved && is_on_template)) return false;
  if (!is_on_template && !is_solved) return false;
  if (field(requirement.definition, "capability") == nullptr &&
      field(requirement.definition, "node_filter") == nullptr) {
    if (is_optional(own, declaration) || !is_on_template) return false;
    context_.fail(requirement.where, "unknown-target",
                  std::string(invalid) + what + " must specify a node_filter, a node or a capability.");
  }
  return solve(requirement, nullptr, is_optional(own, declaration), node_template, requirement.where,
               "no matching target template found for " + what);
}

// The same where `node` names a template or a type.
bool RequirementReader::find_named_target(Requirement& requirement, const Value& node, const Map& own,
                                          const Declaration* declaration, bool is_on_template,
                                          const NodeTemplate& node_template) {
  const std::string name = key_text(node);
  requirement.target = templates_.find(name);
  if (requirement.target != nullptr || !requirement.match.empty()) return true;
  const bool is_solved = flag_option(context_.workspace.options, solver_option);
  if (!is_on_template && (!is_solved || is_optional(own, declaration))) return false;
  // The name of a type binds nothing without the solver, which is an error only where the template itself asks for it.
  const bool is_own = field(own, "node") != nullptr;
  const TypeNames& names = is_own ? *node_template.names : *declaration->names;
  const Type* type = declarer_.types().find(TypeKind::node, name, names);
  const std::string what = shown_requirement(requirement, node_template);
  if (type == nullptr) {
    context_.fail_name(node.origin(), "unknown-target",
                       std::string(invalid) + "could not find target template " + quote(name) + " for " + what + ".",
                       name, nearest(name, templates_.names()));
  }
  if (!is_solved && (!is_own || is_optional(own, declaration))) return false;
  return solve(requirement, type, is_optional(own, declaration), node_template, node.origin(),
               "could not find match for type " + quote(name) + " for " + what);
}

// Sets the target to the one node that fits, if the workspace asks for that. False when the requirement stays unbound;
// without the option the message says what the solver would do.
// The search runs also without the option, for the message: it names the node, and a fix sets the option.
bool RequirementReader::solve(Requirement& requirement, const Type* node_type, bool may_stay_unbound,
                              const NodeTemplate& node_template, OriginId where, const std::string& problem) {
  const Solution solution = Solver(declarer_, templates_).solve(node_template, requirement, node_type);
  const bool is_solved = flag_option(context_.workspace.options, solver_option);
  if (is_solved && solution.target != nullptr) {
    requirement.target = solution.target;
    return true;
  }
  if (is_solved && may_stay_unbound) return false;
  Diagnostic diagnostic{Severity::error, "unknown-target", std::string(invalid) + problem, where, {}, {}};
  if (solution.target == nullptr) {
    diagnostic.message += ": " + solution.explanation + ".";
  } else {
    const std::string name = quote(key_text(solution.target->name));
    diagnostic.message += ". The solver would take " + name + ", if the option `solver` were set.";
    const OriginId option = context_.origin_of_input(Via::input, "options." + std::string(solver_option.name));
    diagnostic.fixes.push_back({"Set the option `solver`, which takes " + name, {{option, "true"}}});
  }
  throw Error(std::move(diagnostic));
}

// The type of a relationship that a node type names. If the document redefines a built-in type, built-in node types use
// that as well.
const Type& RequirementReader::declared_relationship(const Value& name, const Declaration& declaration,
                                                     const NodeTemplate& node_template) {
  Types& types = declarer_.types();
  if (declaration.names == &types.builtin_names()) {
    return types.get(TypeKind::relationship, key_text(name), *node_template.names, name.origin());
  }
  return declarer_.type_of(TypeKind::relationship, name, declaration, *node_template.type);
}

//   relationship: my.Uses                       a type, or the name of a relationship template
//   relationship: {type: my.Uses, properties}   a type with properties
//
// What the template writes replaces the declaration's relationship as a whole, with its properties.
void RequirementReader::find_relationship(Requirement& requirement, const Map& own, const Declaration* declaration,
                                          const NodeTemplate& node_template) {
  Types& types = declarer_.types();
  // The type's declaration, unless the template overrides it: `relationship: T`, or `{type: T, properties: {…}}`.
  const Value* written = field(own, "relationship");
  const Value* declared = declaration != nullptr ? field(declaration->definition, "relationship") : nullptr;
  const auto type_of = [&](const Map& map, OriginId where) -> const Value& {
    const Value* type = field(map, "type");
    if (type == nullptr || !python_truth(*type)) {
      context_.fail(where, "missing-field",
                    std::string(invalid) + "the relationship of the requirement " + quote(key_text(requirement.name)) +
                        " of " + quote(key_text(node_template.name)) + " is missing required field \"type\".");
    }
    return *type;
  };
  const auto assign = [&](const Map& map, OriginId where) {
    const Value& type = type_of(map, where);
    requirement.relationship = &types.get(TypeKind::relationship, key_text(type), *node_template.names, type.origin());
    requirement.properties = map_field(map, "properties");
    requirement.interfaces = map_field(map, "interfaces");
  };
  if (written == nullptr && declared != nullptr) {
    const Value* type_name = declared;
    if (declared->is_map()) {
      type_name = &type_of(declared->as_map(), declared->origin());
      requirement.properties = map_field(declared->as_map(), "properties");
      requirement.interfaces = map_field(declared->as_map(), "interfaces");
    }
    requirement.relationship = &declared_relationship(*type_name, *declaration, node_template);
  }
  // The template's own: the same forms, or the name of a relationship template.
  if (written != nullptr && written->is_map()) {
    assign(written->as_map(), written->origin());
  } else if (written != nullptr) {
    const std::string name = key_text(*written);
    const Value* named = field(relationship_templates_, name);
    const Type* type = types.find(TypeKind::relationship, name, *node_template.names);
    if (named != nullptr && named->is_map()) {
      assign(named->as_map(), named->origin());
    } else if (type != nullptr && type->name == name) {  // no prefix may be left out here
      requirement.relationship = type;
    } else {
      context_.fail_name(written->origin(), "unknown-relationship",
                         std::string(invalid) + "the relationship " + quote(name) + " was not found.", name,
                         nearest_key(name, relationship_templates_));
    }
  }
  if (requirement.relationship == nullptr) {
    requirement.relationship = types.find(TypeKind::relationship, "tosca.relationships.Root", types.builtin_names());
  }
}

// A filter sets or constrains properties of the target and of capabilities, named directly or by type. As in the
// reference, a filter that names something the target lacks is not applied further.
void RequirementReader::adjust_target(const Requirement& requirement, const Value& filter, const std::string& what) {
  if (requirement.target == nullptr || filter.is_undefined()) return;
  NodeTemplate& target = *requirement.target;
  check_filter(context_, filter, what);
  const Value* capabilities = field(filter.as_map(), "capabilities");
  const List none;
  for (const Value& item : capabilities != nullptr ? capabilities->as_list() : none) {
    context_.budget.step();
    const auto& [name, conditions] = item.as_map().entry(0);
    bool is_met = false;
    const bool is_name = find_declaration(target.type->capabilities, name) != nullptr;
    for (const Declaration& declaration : target.type->capabilities) {
      context_.budget.step();
      const Value* type = field(declaration.definition, "type");
      const bool is_it =
          is_name ? same_key(declaration.name, name)
                  : type != nullptr &&
                        declarer_.type_of(TypeKind::capability, *type, declaration, *target.type).is(key_text(name));
      if (!is_it) continue;
      is_met = true;
      add_filter(target.capability_adjustments[key_text(declaration.name)], conditions);
    }
    if (!is_met) return;
  }
  add_filter(target.adjustments, filter);
}

// False if only the type has the requirement, its relationship's type is unknown, and it names no node template. Such a
// requirement is ignored.
bool RequirementReader::knows_relationship(const Declaration& declaration, const NodeTemplate& node_template) const {
  const Value* node = field(declaration.definition, "node");
  if (node != nullptr && templates_.find(key_text(*node)) != nullptr) return true;
  const Value* relationship = field(declaration.definition, "relationship");
  const Value* type =
      relationship != nullptr && relationship->is_map() ? field(relationship->as_map(), "type") : relationship;
  if (type == nullptr) return true;
  return type->is_string() && (declarer_.types().knows(type->as_string(), *declaration.names) ||
                               declarer_.types().knows(type->as_string(), *node_template.names));
}

void RequirementReader::add(NodeTemplate& node_template, const Value& name, const Value& value, bool is_on_template) {
  // The declaration overridden by the template's own keys. `name: target` is short for `name: {node: target}`.
  const Declaration* declaration = find_declaration(node_template.type->requirements, name);
  Map own;
  if (value.is_map()) {
    own = value.as_map();
  } else if (!value.is_null()) {
    own.set("node", value);
  }
  Requirement requirement;
  requirement.name = name;
  requirement.where = name.origin();
  if (declaration != nullptr) requirement.definition = declaration->definition;
  for (const auto& [key, part] : own) requirement.definition.set(key, part);
  // The template's filter expressions override those of the declaration.
  const Value* own_filter = field(own, "node_filter");
  const Value* declared_filter = declaration != nullptr ? field(declaration->definition, "node_filter") : nullptr;
  for (const Value* filter : {declared_filter, own_filter}) {
    const Value* match = filter != nullptr && filter->is_map() ? field(filter->as_map(), "match") : nullptr;
    if (match == nullptr) continue;
    requirement.match = match->is_list() ? match->as_list() : List{*match};
  }
  if (!is_on_template && !knows_relationship(*declaration, node_template)) return;
  find_relationship(requirement, own, declaration, node_template);
  if (!find_target(requirement, own, declaration, is_on_template, node_template)) return;
  const std::string what = "the requirement " + quote(key_text(name)) + " of " + quote(key_text(node_template.name));
  check_template_name(context_, name, what);
  adjust_target(requirement, merged_filter(declared_filter, own_filter), what);
  node_template.requirements.push_back(std::move(requirement));
}

// The capability that the relationship binds to: the requested one by name, then by type. Without a request it is the
// first that the relationship's type accepts, or `feature`, which every node has.
Resource& find_capability(Context& context, const Requirement& requirement, Resource& target) {
  const Value* wanted = field(requirement.definition, "capability");
  const Value* valid_types = requirement.relationship->inherited("valid_target_types");
  const bool has_valid_types = valid_types != nullptr && valid_types->is_list() && !valid_types->as_list().empty();
  const auto fits = [&](const Resource* one) { return fits_relationship(*one, valid_types); };
  const auto end = target.capabilities.end();
  auto found = end;
  if (wanted != nullptr) {
    const std::string name = key_text(*wanted);
    found = std::find_if(target.capabilities.begin(), end,
                         [&](const Resource* one) { return one->name == name && fits(one); });
    if (found == end) {
      found = std::find_if(target.capabilities.begin(), end, [&](const Resource* one) {
        return one->type != nullptr && one->type->is(name) && fits(one);
      });
    }
  } else if (has_valid_types) {
    found = std::find_if(target.capabilities.begin(), end, fits);
  } else {
    found = std::find_if(target.capabilities.begin(), end, [](const Resource* one) { return one->name == "feature"; });
  }
  if (found != end) return **found;
  const std::string places = " on " + quote(target.name) + " for the requirement " + quote(key_text(requirement.name));
  context.fail(requirement.where, "no-capability",
               std::string(invalid) +
                   (wanted != nullptr ? "no matching capability " + quote(key_text(*wanted)) + " found" + places
                                      : "no capability with a matching target type found" + places) +
                   ".");
}

}  // namespace evalground::unfurl
